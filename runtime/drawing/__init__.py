"""Pictures of graphs: for Graphviz, and as a page for the browser.

>>> import runtime as rt
>>> with rt.Graph().as_default() as g:
...     x = rt.placeholder(rt.float32, [2], name="x")
...     y = rt.negative(x, name="y")
>>> print(to_dot(g))  # doctest: +ELLIPSIS
digraph graph_ {
...
  "x" -> "y";
}
"""

from .dot import to_dot
from .page import to_html, write_html

__all__ = ["to_dot", "to_html", "write_html"]
