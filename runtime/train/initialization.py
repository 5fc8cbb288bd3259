"""What may run while a SavedModel is loaded: what fills variables and tables, and nothing that leaves the process.

TensorFlow runs whatever the file says, files written and all. Here loading a file changes nothing but the objects that
it gives.
"""

from __future__ import annotations

from collections.abc import Iterable

from runtime.effects import bodies
from runtime.errors import InvalidArgumentError
from runtime.graph import Operation

_LEAVING = frozenset(
    {
        "CreateSummaryFileWriter", "EagerPyFunc", "MergeV2Checkpoints", "PyFunc", "PyFuncStateless", "Save",
        "SaveSlices", "SaveV2", "WriteFile",
    }
)  # fmt: skip
"""Ops that write files, or run Python functions."""


def check_harmless(roots: Iterable[Operation], path: str) -> None:
    """Sees to it that running operations, and what they need, does nothing outside of the process.

    Args:
        roots: the operations.
        path: of the file, for the error.

    Raises:
        InvalidArgumentError: it would write files, or run Python functions.
    """
    pending = list(roots)
    seen = set(pending)
    while pending:
        op = pending.pop()
        if op.type in _LEAVING:
            raise InvalidArgumentError(
                f"The SavedModel in {path} would run {op.name!r} of type {op.type} while it is loaded, which does more "
                f"than to fill variables and tables: it is not to be trusted."
            )
        inner = [other for body in bodies(op) for other in body.get_operations()]
        for other in (*op.control_inputs, *(tensor.op for tensor in op.inputs), *inner):
            if other not in seen:
                seen.add(other)
                pending.append(other)
