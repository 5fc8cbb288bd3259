"""The kernels of operations, with errors that name the operation."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from runtime.errors import OpError
from runtime.registry import Kernel, bind_kernel, kernel_of

if TYPE_CHECKING:
    from runtime.context import RunContext
    from runtime.graph import Operation


def kernel_for(op: Operation) -> Kernel:
    """The kernel of an operation.

    Raises:
        UnimplementedError: there is none.
    """
    with _naming(op):
        return kernel_of(op.type)


def bound_kernel(op: Operation, context: RunContext | None = None) -> Callable[..., Any]:
    """The kernel of an operation with its attributes given: it takes the input arrays alone.

    Raises:
        UnimplementedError: there is none for these attributes.
    """
    with _naming(op):
        return bind_kernel(op.type, op.attrs, context, op)


@contextlib.contextmanager
def _naming(op: Operation) -> Iterator[None]:
    try:
        yield
    except OpError as error:
        made = f", made at {op.source}" if op.source else ""
        raise type(error)(f"{error.message} It is needed for {op.name!r}{made}.", op) from error
