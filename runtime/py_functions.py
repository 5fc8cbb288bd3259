"""Python functions that run as ops: found by token while something holds on to them."""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.constants import eager_constant
from runtime.current import OpenGraph
from runtime.dtypes import DType
from runtime.eager import EagerTensor
from runtime.errors import InvalidArgumentError, NotFoundError
from runtime.tensor import Tensor


class PyFunction:
    """A function behind a token; the operation that calls it keeps it alive.

    Attributes:
        function: what to call.
        eager: whether it takes EagerTensors (else numpy arrays).
        token: the name under which kernels find it.
    """

    __slots__ = ("__weakref__", "eager", "function", "token")

    def __init__(self, function: Callable[..., Any], eager: bool) -> None:
        self.function = function
        self.eager = eager
        self.token = f"pyfunc_{next(_numbers)}"
        _known[self.token] = self

    def __call__(self, tensors: Sequence[Tensor], output_types: Sequence[DType]) -> list[Tensor]:
        """Calls the function on concrete tensors, outside of every graph.

        Raises:
            InvalidArgumentError: it returned another number of values, or another dtype, than was declared.
        """
        with OpenGraph(None):
            result = self.function(*(tensors if self.eager else [_plain(tensor) for tensor in tensors]))
            values = _as_list(result)
            if len(values) != len(output_types):
                raise InvalidArgumentError(
                    f"{self._name()} returns {len(values)} values, but expects to see {len(output_types)} values."
                )
            return [self._converted(value, dtype) for value, dtype in zip(values, output_types, strict=True)]

    def _converted(self, value: Any, dtype: DType) -> Tensor:
        if hasattr(value, "_as_tensor"):
            value = value._as_tensor()
        if not isinstance(value, Tensor):
            value = eager_constant(value, hint=dtype)
        if value.dtype is not dtype:
            raise InvalidArgumentError(
                f"{self._name()} returns {value.dtype.name}, but expects {dtype.name}: "
                f"convert the result, or declare Tout={value.dtype.name}."
            )
        result: Tensor = value
        return result

    def _name(self) -> str:
        return f"{self.token} ({getattr(self.function, '__name__', repr(self.function))})"


_numbers = itertools.count()
_known: weakref.WeakValueDictionary[str, PyFunction] = weakref.WeakValueDictionary()


def _plain(tensor: Any) -> Any:
    return np.asarray(tensor._value)


def _as_list(result: Any) -> list[Any]:
    if result is None:
        return []
    return list(result) if isinstance(result, (list, tuple)) else [result]


def call_by_token(
    token: str, inputs: Sequence[Any], input_types: Sequence[DType], output_types: Sequence[DType]
) -> tuple[Any, ...]:
    """Calls the function of a token on values and gives values: what the kernels of the ops do.

    Raises:
        NotFoundError: the function is gone, as in a graph that was loaded from a file.
    """
    function = _known.get(token)
    if function is None:
        raise NotFoundError(
            f"The Python function of token {token!r} is not in this process: a graph that calls Python functions "
            "(py_function, numpy_function) cannot be saved and loaded."
        )
    tensors = [EagerTensor(value, dtype) for value, dtype in zip(inputs, input_types, strict=True)]
    return tuple(output._value for output in function(tensors, output_types))  # type: ignore[attr-defined]
