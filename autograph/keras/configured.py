"""Objects that say with `get_config` what they were made of."""

from __future__ import annotations

from typing import Any, TypeVar

_C = TypeVar("_C", bound="Configured")


class Configured:
    """A base class of what can be made again from a dictionary."""

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal object with."""
        return {}

    @classmethod
    def from_config(cls: type[_C], config: dict[str, Any]) -> _C:
        """The object with these arguments."""
        return cls(**config)
