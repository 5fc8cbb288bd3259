"""What numpy and Python raise in kernels, and TensorFlow's class for it: the same eagerly and in graphs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from runtime import errors

_CLASSES: tuple[tuple[type[Exception] | tuple[type[Exception], ...], type[errors.OpError]], ...] = (
    (MemoryError, errors.ResourceExhaustedError),
    (NotImplementedError, errors.UnimplementedError),
    (FileNotFoundError, errors.NotFoundError),
    (FileExistsError, errors.AlreadyExistsError),
    (PermissionError, errors.PermissionDeniedError),
    ((IsADirectoryError, NotADirectoryError), errors.FailedPreconditionError),
    (OSError, errors.UnknownError),
    (TypeError, errors.DTypeError),
    ((ValueError, LookupError, ArithmeticError, np.linalg.LinAlgError), errors.InvalidArgumentError),
)

_USER_CODE = frozenset({"EagerPyFunc", "PyFunc", "PyFuncStateless"})
"""Ops that run the user's own Python, whose exceptions are the user's too."""


def error_class(error: Exception, op_type: str, attrs: Mapping[str, Any]) -> type[errors.OpError] | None:
    """The class of the error to raise for one that left a kernel.

    Args:
        error: what was raised.
        op_type: the type of op.
        attrs: its attributes.

    Returns:
        None if the error goes to the user as it is: it is one of TensorFlow's already, or one of his own code, or of a
        statement of his that raises.
    """
    if isinstance(error, errors.OpError | RecursionError) or op_type in _USER_CODE or "_error" in attrs:
        return None
    return next((found for kinds, found in _CLASSES if isinstance(error, kinds)), None)
