"""Kernels of TensorFlow 1's control flow: a whole program of it is one op; and the stacks of its oldest gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from runtime.context import RunContext
from runtime.kernels.tensor_arrays import StackObject, stack_close, stack_pop, stack_push
from runtime.registry import kernel, kernel_maker

if TYPE_CHECKING:
    from runtime.engines.structured import Program


@kernel_maker("_StructuredProgram")
def structured_program(*, program: Program, context: RunContext) -> Callable[..., tuple[Any, ...]]:
    """A whole TensorFlow 1 program with `Switch`, `Merge` and frames, made structured; bound to this run."""
    return program.bind(context)


@kernel("Stack")
def stack() -> StackObject:
    """A stack without a limit (`StackV2` has one)."""
    return StackObject(-1)


kernel("StackPush")(stack_push)
kernel("StackPop")(stack_pop)
kernel("StackClose")(stack_close)
