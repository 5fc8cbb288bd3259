"""Whether anything can be staged with this project's runtime: known before the rest of it is imported."""

from runtime.current import activity

__all__ = ["activity"]
