"""Flags: what the `jumps` pass tells the passes after it about the flags it made."""

from __future__ import annotations

from dataclasses import dataclass, field

import gast


@dataclass
class Flags:
    """The flags of staged loops.

    Attributes:
        until: for each loop with flags, those that end it, in the order of their exits.
        exits: the generated `if flag: break` (or `return`) at the end of a loop's body, with the loop it leaves.
    """

    until: dict[gast.AST, tuple[str, ...]] = field(default_factory=dict)
    exits: dict[gast.AST, gast.AST] = field(default_factory=dict)
