"""The table of a TOML file that configures the checker."""

from __future__ import annotations

import sys
from typing import Any


def read_table(text: str, path: tuple[str, ...]) -> dict[str, Any] | None:
    """One table of a TOML text; None if it does not have it.

    Raises:
        ValueError: the text is not TOML; the message says where.
        TypeError: something else than a table stands at the path.

    >>> read_table('[tool.autograph.check]\\nselect = ["AG1"]', ("tool", "autograph", "check"))
    {'select': ['AG1']}
    """
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib  # the same parser, as a package

    try:
        table: Any = tomllib.loads(text)
    except RecursionError:
        raise ValueError("too deeply nested") from None
    for place, key in enumerate(path, 1):
        if key not in table:
            return None
        table = table[key]
        if not isinstance(table, dict):
            kind = "an array" if isinstance(table, list) else repr(table)
            raise TypeError(f"`{'.'.join(path[:place])}` must be a table, not {kind}")
    return dict(table)
