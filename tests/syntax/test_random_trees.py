"""Random expressions print so that they read back as the same tree, whatever stands inside of what."""

import ast
import random

import gast
import pytest

from autograph.errors import ConversionError
from autograph.syntax.printer import print_tree
from autograph.syntax.string_literals import NESTS_FREELY

from .helpers import difference

BINARY = [gast.Add, gast.Sub, gast.Mult, gast.MatMult, gast.Div, gast.Mod, gast.Pow, gast.LShift, gast.RShift]
BINARY += [gast.BitOr, gast.BitXor, gast.BitAnd, gast.FloorDiv]
COMPARISONS = [gast.Eq, gast.NotEq, gast.Lt, gast.LtE, gast.Gt, gast.GtE, gast.Is, gast.IsNot, gast.In, gast.NotIn]
CONSTANTS = [
    0,
    1,
    10**30,
    1.5,
    1e300,
    2j,
    "",
    "a",
    "it's",
    '"',
    "\\",
    "\n",
    "{}",
    "é",
    b"",
    b"'\"\x00",
    None,
    True,
    ...,
]


class Generator:
    """Makes random expressions; every method makes one kind."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def name(self, ctx=gast.Load):
        return gast.Name(self.random.choice("abc"), ctx(), None, None)

    def expression(self, depth):
        if depth <= 0 or self.random.random() < 0.1:
            return self.random.choice([self.name, self.constant])()
        return getattr(self, self.random.choice(KINDS))(depth - 1)

    def constant(self):
        return gast.Constant(self.random.choice(CONSTANTS), None)

    def several(self, depth, least=0):
        return [self.expression(depth) for _ in range(self.random.randint(least, 3))]

    def starred(self, depth, least=0):
        items = self.several(depth, least)
        return [gast.Starred(item, gast.Load()) if self.random.random() < 0.2 else item for item in items]

    def bool_op(self, depth):
        return gast.BoolOp(self.random.choice([gast.And, gast.Or])(), [self.expression(depth), *self.several(depth, 1)])

    def bin_op(self, depth):
        return gast.BinOp(self.expression(depth), self.random.choice(BINARY)(), self.expression(depth))

    def unary_op(self, depth):
        operator = self.random.choice([gast.Not, gast.Invert, gast.UAdd, gast.USub])
        return gast.UnaryOp(operator(), self.expression(depth))

    def compare(self, depth):
        values = self.several(depth, 1)
        return gast.Compare(self.expression(depth), [self.random.choice(COMPARISONS)() for _ in values], values)

    def if_exp(self, depth):
        return gast.IfExp(self.expression(depth), self.expression(depth), self.expression(depth))

    def lambda_(self, depth):
        defaults = self.several(depth - 1)[:1]
        arguments = gast.arguments([self.name(gast.Param)] if defaults else [], [], None, [], [], None, defaults)
        return gast.Lambda(arguments, self.expression(depth))

    def call(self, depth):
        keywords = [gast.keyword(self.random.choice([None, f"k{n}"]), self.expression(depth)) for n in range(2)]
        return gast.Call(self.expression(depth), self.starred(depth), self.random.choice([[], keywords]))

    def attribute(self, depth):
        return gast.Attribute(self.expression(depth), "x", gast.Load())

    def subscript(self, depth):
        slice_ = gast.Slice(*(self.random.choice([None, self.expression(depth)]) for _ in range(3)))
        several = gast.Tuple([slice_, *self.several(depth)], gast.Load())
        index = self.random.choice([self.expression(depth), slice_, several])
        return gast.Subscript(self.expression(depth), index, gast.Load())

    def tuple_(self, depth):
        return gast.Tuple(self.starred(depth), gast.Load())

    def list_(self, depth):
        return gast.List(self.starred(depth), gast.Load())

    def set_(self, depth):
        return gast.Set(self.starred(depth, 1))

    def dict_(self, depth):
        values = self.several(depth)
        return gast.Dict([self.random.choice([None, self.expression(depth)]) for _ in values], values)

    def comprehension(self, depth):
        target = self.random.choice([self.name(gast.Store), gast.Tuple([self.name(gast.Store)], gast.Store())])
        generators = [gast.comprehension(target, self.expression(depth), self.several(depth), 0)]
        kind = self.random.choice([gast.ListComp, gast.SetComp, gast.GeneratorExp, gast.DictComp])
        parts = [self.expression(depth) for _ in range(2 if kind is gast.DictComp else 1)]
        return kind(*parts, generators)

    def named(self, depth):
        return gast.NamedExpr(self.name(gast.Store), self.expression(depth))

    def yield_(self, depth):
        return self.random.choice([gast.Yield(None), gast.Yield(self.expression(depth))])

    def yield_from(self, depth):
        return gast.YieldFrom(self.expression(depth))

    def await_(self, depth):
        return gast.Await(self.expression(depth))

    def f_string(self, depth):
        values = []
        for _ in range(self.random.randint(0, 3)):
            spec = gast.JoinedStr([gast.Constant(">{", None)]) if self.random.random() < 0.3 else None
            conversion = self.random.choice([-1, 114])
            values += [gast.Constant(self.random.choice(["'\"", "{x}\n", "é\\"]), None)]
            values += [gast.FormattedValue(self.expression(depth), conversion, spec)]
        return gast.JoinedStr(values)


HELPERS = {"name", "expression", "constant", "several", "starred"}
KINDS = [name for name in vars(Generator) if name not in HELPERS and not name.startswith("_")]


@pytest.mark.parametrize("part", range(10))
def test_random_expressions_read_back(part, request):
    for seed in range(part, request.config.getoption("--fuzz-programs"), 10):
        node = Generator(seed).expression(4)
        try:
            text = print_tree(node)
        except ConversionError:
            assert not NESTS_FREELY  # more strings inside each other than there are quotes
            continue
        assert difference(ast.parse(text, mode="eval").body, gast.gast_to_ast(node)) is None, text
