"""Results of steps as Python numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from autograph.keras.metrics.metric import value_of
from runtime.dispatch import is_tensor


def plain_logs(results: Any) -> dict[str, Any]:
    """Results of a step as Python numbers by name; those of metrics inside of metrics stand beside the others."""
    if not isinstance(results, Mapping):
        return {} if results is None else {"loss": plain(results)}
    logs: dict[str, Any] = {}
    for name, value in sorted(results.items()):
        if isinstance(value, Mapping):
            logs |= plain_logs(value)
        else:
            logs[name] = plain(value)
    return logs


def plain(value: Any) -> Any:
    """A tensor as a Python number, or an array if it has a shape; anything else as it is."""
    return value_of(value) if is_tensor(value) else value
