"""SavedModels of graphs, as TensorFlow 1 makes them: graphs with tags, one set of variables, and signatures."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping
from typing import Any

from runtime.constant_value import constant_value
from runtime.dispatch import get_default_graph
from runtime.errors import FailedPreconditionError, InvalidArgumentError
from runtime.formats import files, messages
from runtime.session import Session
from runtime.tensor import Tensor
from runtime.train import attr_values
from runtime.train.meta_graph import write_message
from runtime.train.saved_model_loading import FILES, INIT_SIGNATURE, SERVE, VARIABLES
from runtime.train.saver import Saver

Message = messages.Message
DEFAULT_KEY = "serving_default"
PREDICT = "tensorflow/serving/predict"


def build_tensor_info(tensor: Tensor) -> Message:
    """The TensorInfo of a tensor: its name, dtype and shape."""
    shape = attr_values.shape_message(tensor.shape)
    return messages.new("TensorInfo", name=tensor.name, dtype=tensor.dtype.enum, tensor_shape=shape)


def build_signature_def(
    inputs: Mapping[str, Message] | None = None,
    outputs: Mapping[str, Message] | None = None,
    method_name: str | None = None,
) -> Message:
    """A SignatureDef: which tensors are fed and fetched, by names of their own.

    Args:
        inputs: name → TensorInfo of what is fed.
        outputs: name → TensorInfo of what is fetched.
        method_name: what it is for, such as "tensorflow/serving/predict".
    """
    definition = messages.new("SignatureDef", method_name=method_name or "")
    for target, given in ((definition.inputs, inputs), (definition.outputs, outputs)):
        for name, info in (given or {}).items():
            target[name].CopyFrom(info)
    return definition


def predict_signature_def(inputs: Mapping[str, Tensor], outputs: Mapping[str, Tensor]) -> Message:
    """The SignatureDef of a prediction.

    Args:
        inputs: name → tensor that is fed.
        outputs: name → tensor that is fetched.

    Raises:
        ValueError: there are none.
    """
    for what, tensors in (("inputs", inputs), ("outputs", outputs)):
        if not tensors:
            raise ValueError(f"Prediction {what} cannot be None or empty.")
    fed, fetched = ({name: build_tensor_info(tensor) for name, tensor in group.items()} for group in (inputs, outputs))
    return build_signature_def(fed, fetched, PREDICT)


class SavedModelBuilder:
    """Writes a SavedModel of graphs, which share their variables.

    Args:
        export_dir: the directory, which must not hold anything.

    Raises:
        FailedPreconditionError: there is something in it.

    >>> import tempfile
    >>> from runtime.graph import Graph
    >>> from runtime.ops.state import placeholder
    >>> with tempfile.TemporaryDirectory() as directory, Graph().as_default(), Session() as session:
    ...     x = placeholder("float32", [], name="x")
    ...     builder = SavedModelBuilder(os.path.join(directory, "model"))
    ...     builder.add_meta_graph_and_variables(
    ...         session, ["serve"], {"serving_default": predict_signature_def({"x": x}, {"y": x * 2.0})}
    ...     )
    ...     path = builder.save()
    """

    def __init__(self, export_dir: str) -> None:
        self._directory = os.fspath(export_dir)
        if os.path.isdir(self._directory) and os.listdir(self._directory):
            raise FailedPreconditionError(
                f"Export directory {self._directory} already exists, and isn't empty. Please choose a different export "
                f"directory, or delete all the contents of the specified directory."
            )
        self._message = messages.new("SavedModel", saved_model_schema_version=1)
        self._assets: dict[str, str] = {}

    def add_meta_graph_and_variables(
        self,
        sess: Session,
        tags: Iterable[str],
        signature_def_map: Mapping[str, Message] | None = None,
        assets_collection: Iterable[Tensor] | None = None,
        clear_devices: bool = False,
        init_op: Any = None,
        train_op: Any = None,
        strip_default_attrs: bool = False,
        saver: Saver | None = None,
        main_op: Any = None,
        legacy_init_op: Any = None,
    ) -> None:
        """Adds the graph of a session, and writes its variables; the first graph comes by this.

        Args:
            sess: the session.
            tags: names of what the graph is for.
            signature_def_map: its SignatureDefs by name.
            assets_collection: constants with the paths of files that the graph reads, which are copied.
            clear_devices: whether the graph goes without devices.
            init_op: an operation to run when it is loaded, such as one that fills tables.
            train_op: of no effect.
            strip_default_attrs: whether attributes that have their default are left out.
            saver: what saves the variables; by default one for all.
            main_op: the same as `init_op`.
            legacy_init_op: the same as `init_op`.

        Raises:
            FailedPreconditionError: the variables are there already.
        """
        if self._message.meta_graphs:
            raise FailedPreconditionError(
                "Graph state including variables and assets has already been saved. Use add_meta_graph for the others."
            )
        with sess.graph.as_default():
            made = saver or Saver(sharded=False, allow_empty=True)
            made.save(sess, os.path.join(self._directory, VARIABLES), write_meta_graph=False, write_state=False)
            self._add(
                made, tags, signature_def_map, assets_collection, init_op or main_op or legacy_init_op, clear_devices,
                strip_default_attrs,
            )  # fmt: skip

    def add_meta_graph(
        self,
        tags: Iterable[str],
        signature_def_map: Mapping[str, Message] | None = None,
        assets_collection: Iterable[Tensor] | None = None,
        clear_devices: bool = False,
        init_op: Any = None,
        train_op: Any = None,
        saver: Saver | None = None,
        main_op: Any = None,
        strip_default_attrs: bool = False,
    ) -> None:
        """Adds the current graph, whose variables have been written (see `add_meta_graph_and_variables`).

        Raises:
            FailedPreconditionError: they have not.
        """
        if not self._message.meta_graphs:
            raise FailedPreconditionError(
                "Graph state including variables and assets has not been saved yet. Please invoke "
                "`add_meta_graph_and_variables()` first."
            )
        made = saver or Saver(allow_empty=True)
        self._add(
            made, tags, signature_def_map, assets_collection, init_op or main_op, clear_devices, strip_default_attrs
        )

    def _add(
        self,
        saver: Saver,
        tags: Iterable[str],
        signatures: Mapping[str, Message] | None,
        assets: Iterable[Tensor] | None,
        init_op: Any,
        clear_devices: bool,
        strip_default_attrs: bool,
    ) -> None:
        message = saver.export_meta_graph(clear_devices=clear_devices, strip_default_attrs=strip_default_attrs)
        message.meta_info_def.tags.extend(tags)
        for key, definition in (signatures or {}).items():
            message.signature_def[key].CopyFrom(definition)
        if init_op is not None:
            operation = get_default_graph().as_graph_element(init_op)
            message.signature_def[INIT_SIGNATURE].outputs[INIT_SIGNATURE].name = operation.name
        for tensor in assets or ():
            self._add_asset(message, tensor)
        self._message.meta_graphs.append(message)

    def _add_asset(self, message: Message, tensor: Tensor) -> None:
        value = constant_value(tensor)
        if value is None or not isinstance(value[()], bytes | str):
            raise InvalidArgumentError(f"{tensor!r} is no constant with the path of a file.")
        path = os.fsdecode(value[()])
        name = os.path.basename(path)
        if self._assets.setdefault(name, path) != path:
            raise InvalidArgumentError(f"Two assets are called {name}: {self._assets[name]} and {path}.")
        message.asset_file_def.add(filename=name).tensor_info.name = tensor.name

    def save(self, as_text: bool = False) -> str:
        """Writes the file of the graphs, and copies their assets.

        Args:
            as_text: whether it is text.

        Returns:
            The path of the file.
        """
        for name, path in self._assets.items():
            target = os.path.join(self._directory, "assets", name)
            with files.os_errors(path, "asset of a SavedModel"):
                os.makedirs(os.path.dirname(target), exist_ok=True)
                shutil.copyfile(path, target)
        target = os.path.join(self._directory, FILES[1] if as_text else FILES[0])
        write_message(self._message, target, as_text)
        return target


def simple_save(
    session: Session,
    export_dir: str,
    inputs: Mapping[str, Tensor],
    outputs: Mapping[str, Tensor],
    legacy_init_op: Any = None,
) -> None:
    """Writes the graph of a session, with its variables and one signature.

    Args:
        session: the session.
        export_dir: the directory, which must not hold anything.
        inputs: the tensors that are fed, by name.
        outputs: the tensors that are fetched, by name.
        legacy_init_op: an operation to run when it is loaded.
    """
    builder = SavedModelBuilder(export_dir)
    signatures = {DEFAULT_KEY: predict_signature_def(inputs, outputs)}
    builder.add_meta_graph_and_variables(session, [SERVE], signatures, init_op=legacy_init_op)
    builder.save()
