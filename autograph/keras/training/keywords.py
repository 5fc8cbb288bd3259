"""Arguments that a method does not know: an error that says which one was meant."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from runtime.names import nearest

_IGNORED = {
    "fit": ("workers", "use_multiprocessing", "max_queue_size"),
    "evaluate": ("workers", "use_multiprocessing", "max_queue_size"),
    "predict": ("workers", "use_multiprocessing", "max_queue_size"),
    "compile": ("distribute", "experimental_run_tf_function", "sample_weight_mode", "target_tensors"),
}
"""What older programs pass, without effect here."""


def check_keywords(method: Callable[..., Any], unknown: Mapping[str, Any]) -> None:
    """Refuses keyword arguments that a method does not know.

    Args:
        method: whose parameters the right names are.
        unknown: what was passed beyond them.

    Raises:
        TypeError: there are some that are not merely without effect.
    """
    name = method.__name__
    wrong = [key for key in unknown if key not in _IGNORED.get(name, ())]
    if wrong:
        known = [key for key in inspect.signature(method).parameters if key not in ("self", "kwargs")]
        hints = "".join(nearest(key, known) for key in wrong)
        words = ", ".join(map(repr, wrong))
        raise TypeError(f"{name}() got an unexpected keyword argument {words}.{hints}")
