"""What changes a container of Python."""

from __future__ import annotations

from .words import words

MUTATORS = words(
    """
    append extend insert pop remove clear update add setdefault discard popitem sort reverse appendleft
    extendleft popleft intersection_update difference_update symmetric_difference_update
    """
)
GROWERS = frozenset({"append", "extend", "appendleft", "extendleft"})
"""Methods that need no proof that what has them is a container, when they stand alone and take one argument."""

CHANGING_FUNCTIONS = words(
    """
    heapq.heappush heapq.heappop heapq.heapify heapq.heapreplace heapq.heappushpop bisect.insort bisect.insort_left
    bisect.insort_right operator.setitem operator.delitem numpy.put numpy.place numpy.copyto numpy.fill_diagonal
    """
)
"""Functions that change their first argument."""

ITEM_FUNCTIONS = frozenset({"operator.setitem", "operator.delitem"})
"""Those of them that do what a statement does with an item."""

TYPES = frozenset({"list", "dict", "set", "collections.deque", "collections.OrderedDict", "collections.Counter"})
"""Types whose methods change their first argument when they are called through the type: `list.append(xs, x)`."""
