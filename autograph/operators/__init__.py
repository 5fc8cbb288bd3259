"""What generated code knows as `ag`: each name has the semantics of the Python construct that it stands for."""

from __future__ import annotations

from . import idle, python_mode
from .arms import arms, once
from .assertions import assert_, fail
from .boundary import converted_call, entry
from .calls import call, on
from .collections import born_cell, own, store, touch_cell, touch_global
from .comprehensions import each, lazy, listed, nested, put, where
from .conditions import both, either
from .conversion import register_converter
from .exceptions import caught, depth, raise_, raising, use
from .expressions import contains, in_, is_none, is_not_none, not_, not_in
from .for_ import for_, loop
from .formatting import converted_field, field, percent, text
from .if_ import if_
from .items import item, items, setitem
from .loop_options import set_loop_options
from .naming import naming
from .operands import and_, end, or_
from .ternary import else_given, given, if_exp, then
from .truth import truth
from .when import end_if, otherwise, unless, when
from .while_ import while_
from .yielding import yields

__all__ = [
    "and_", "arms", "assert_", "born_cell", "both", "call", "caught", "contains", "converted_call", "converted_field",
    "depth", "each", "either", "else_given", "end", "end_if", "entry", "fail", "field", "for_", "given", "if_",
    "if_exp", "in_", "is_none", "is_not_none", "item", "items", "lazy", "listed", "loop", "naming", "nested", "not_",
    "not_in", "on", "once", "or_", "otherwise", "own", "percent", "put", "raise_", "raising", "register_converter",
    "set_loop_options", "setitem", "store", "text", "then", "touch_cell", "touch_global", "truth", "unless", "use",
    "when", "where", "while_", "yields",
]  # fmt: skip

idle.keep(globals(), {**python_mode.FORMS, **python_mode.VALUES}, python_mode.BARE)
