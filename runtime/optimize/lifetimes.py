"""Drops the steps whose values nobody reads, and says where each value dies."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runtime.plan import Step


def live_steps(steps: Iterable[Step], results: Iterable[int], constants: Collection[int]) -> tuple[Step, ...]:
    """The steps that matter, in order, with dead outputs and dying values noted.

    Args:
        steps: all steps, in order.
        results: the values that are read at the end.
        constants: values that live for ever.
    """
    live = set(results)
    kept = []
    for step in reversed(list(steps)):
        outputs = tuple([value if value in live else None for value in step.outputs])
        if not step.required and all(value is None for value in outputs):
            continue
        reads = dict.fromkeys(value for value in step.inputs if value is not None)
        dying = tuple(value for value in reads if value not in live and value not in constants)
        live.update(reads)
        kept.append(step.settled(outputs, dying))
    kept.reverse()
    return tuple(kept)
