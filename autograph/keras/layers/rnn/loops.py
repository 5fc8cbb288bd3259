"""The loops of recurrent layers: plain Python over the steps of a tensor.

Where a graph is built this project converts them, and each becomes one `While`; elsewhere they run as they are. A list
of steps, instead of a tensor, unrolls them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autograph.keras.calling import staged
from runtime.ops.joining import stack
from runtime.ops.selection import where

Advance = Callable[[Any, Any], tuple[Any, Any]]


@staged
def all_outputs(advance: Advance, steps: Any, states: Any) -> tuple[Any, Any]:
    """The outputs of all steps, [steps, batch, ...], and the states after the last.

    Args:
        advance: takes what comes in at a step and the states before it; gives an output and the states after it.
        steps: what comes in, [steps, batch, ...].
        states: at first, a tuple of [batch, ...].
    """
    outputs = []
    for x in steps:
        output, states = advance(x, states)
        outputs.append(output)
    return stack(outputs), states


@staged
def last_output(advance: Advance, steps: Any, states: Any, output: Any) -> tuple[Any, Any]:
    """The output of the last step, and the states after it (see `all_outputs`).

    Args:
        advance: see there.
        steps: see there.
        states: see there.
        output: what is given if there are no steps.
    """
    for x in steps:
        output, states = advance(x, states)
    return output, states


@staged
def all_masked_outputs(advance: Advance, steps: Any, mask: Any, states: Any, output: Any) -> tuple[Any, Any]:
    """As `all_outputs`; steps that do not count repeat the output before, and leave the states.

    Args:
        advance: see there.
        steps: see there.
        mask: which steps count for whom, bool[steps, batch].
        states: see there.
        output: what stands before the first step, zeros.
    """
    outputs = []
    for x, keep in zip(steps, mask):  # noqa: B905 as long as each other, and an operator of its own
        new_output, new_states = advance(x, states)
        output = chosen(keep, new_output, output)
        states = tuple([chosen(keep, new, old) for new, old in zip(new_states, states)])  # noqa: B905
        outputs.append(output)
    return stack(outputs), states


@staged
def last_masked_output(advance: Advance, steps: Any, mask: Any, states: Any, output: Any) -> tuple[Any, Any]:
    """As `last_output`, with a mask (see `all_masked_outputs`)."""
    for x, keep in zip(steps, mask):  # noqa: B905
        new_output, new_states = advance(x, states)
        output = chosen(keep, new_output, output)
        states = tuple([chosen(keep, new, old) for new, old in zip(new_states, states)])  # noqa: B905
    return output, states


def chosen(keep: Any, new: Any, old: Any) -> Any:
    """The new rows where they count, the old ones elsewhere."""
    for _ in range((new.shape.rank or 1) - (keep.shape.rank or 1)):
        keep = keep[..., None]
    return where(keep, new, old)


def as_tuple(states: Sequence[Any] | Any) -> tuple[Any, ...]:
    """States as a tuple; a single one too."""
    return tuple(states) if isinstance(states, list | tuple) else (states,)
