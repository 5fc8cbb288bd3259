"""SavedModels: models in a directory of their own, with functions that can be called without Python.

saved_model.save(module, "model")
saved_model.load("model").signatures["serving_default"](x=x)
"""

import os
from typing import Any

from runtime.session import Session
from runtime.train import saved_model_loading
from runtime.train.saved_model_builder import (
    DEFAULT_KEY,
    PREDICT,
    SavedModelBuilder,
    build_signature_def,
    build_tensor_info,
    predict_signature_def,
    simple_save,
)
from runtime.train.saved_model_loading import FILES, SERVE, load, read_saved_model
from runtime.train.saved_model_saving import save

__all__ = [
    "DEFAULT_SERVING_SIGNATURE_DEF_KEY", "PREDICT_METHOD_NAME", "SERVING", "Builder", "build_signature_def",
    "build_tensor_info", "contains_saved_model", "load", "load_into_session", "predict_signature_def", "save",
    "simple_save",
]  # fmt: skip

Builder = SavedModelBuilder

DEFAULT_SERVING_SIGNATURE_DEF_KEY = DEFAULT_KEY
PREDICT_METHOD_NAME = PREDICT
SERVING = SERVE


def contains_saved_model(export_dir: str) -> bool:
    """Whether a directory holds a SavedModel."""
    return any(os.path.exists(os.path.join(export_dir, name)) for name in FILES)


def load_into_session(session: Session, tags: Any, export_dir: str, import_scope: str | None = None) -> Any:
    """Adds the graph of a SavedModel to that of a session, and restores its variables there.

    Args:
        session: the session.
        tags: of the graph, where there are several; None for the only one.
        export_dir: the directory.
        import_scope: what to put before all names.

    Returns:
        The MetaGraphDef, whose `signature_def` names tensors.

    Raises:
        NotFoundError: there is no SavedModel.
        DataLossError: it is damaged.
    """
    message = read_saved_model(os.fspath(export_dir), tags)
    saved_model_loading.load_into(session, message, os.fspath(export_dir), import_scope)
    return message
