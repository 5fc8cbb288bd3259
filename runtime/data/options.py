"""Options of datasets: accepted, so that programs run unchanged, and without effect."""

from __future__ import annotations

from typing import Any


class Options:
    """Any option may be set and read; one that was not set reads as options again.

    >>> options = Options()
    >>> options.experimental_distribute.auto_shard_policy = "OFF"
    >>> options.experimental_distribute.auto_shard_policy
    'OFF'
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.__dict__.setdefault(name, Options())

    def merge(self, options: Options) -> Options:
        """These options with those of another object in place of its own."""
        merged = Options()
        merged.__dict__.update({**self.__dict__, **options.__dict__})
        return merged


class ThreadingOptions(Options):
    """Options of threads: without effect."""
