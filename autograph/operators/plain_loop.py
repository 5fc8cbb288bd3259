"""A loop in Python mode. The module itself is the object: CPython calls what is in a module fastest.

>>> import autograph.operators as ag
>>> loop = ag.loop(("total",), until=("did_break",))
>>> loop.over([1, 2]), loop.turn("x"), loop.leaves(False)
([1, 2], True, False)
"""

from __future__ import annotations

import operator

from .idle import same

over = same
turn = leaves = operator.truth
