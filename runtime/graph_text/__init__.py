"""The text form of a graph: one line an operation, functions below; it can be parsed back.

>>> import runtime as rt
>>> with rt.Graph().as_default() as g:
...     x = rt.placeholder(rt.float32, [2], name="x")
...     y = rt.add(x, 1.0, name="y")
>>> print(to_text(g, origins=False), end="")
graph producer=1395 min_consumer=12
x = Placeholder() dtype=float32 shape=<2>  # float32<2>
y/y = Const() dtype=float32 value=float32<>{1.0}  # float32<>
y = AddV2(x, y/y) T=float32  # float32<2>
>>> parse(to_text(g)).get_tensor_by_name("y:0").shape
TensorShape([2])
"""

from .reading import parse, parse_message
from .writing import to_text

__all__ = ["parse", "parse_message", "to_text"]
