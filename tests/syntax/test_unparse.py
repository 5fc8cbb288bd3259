"""Generated text: every tree prints so that it reads back as the same tree."""

import ast
import sys

import gast
import pytest

from autograph.errors import ConversionError
from autograph.syntax import unparse_expressions
from autograph.syntax.printer import print_tree
from autograph.syntax.recursion import deep_recursion

from .helpers import difference

SINCE = {
    "except*": (3, 11),
    "x[*a": (3, 11),
    "*args: *": (3, 11),
    "type ": (3, 12),
    "def f[": (3, 12),
    "class A[": (3, 12),
    "= int]": (3, 13),
}

EXPRESSIONS = """
a + b * c - (d - e) ** -f ** g
(a ** b) ** c
-(-a) + ~(+b) if not (not c) else (yield)
(a if b else c) if d else (e if f else g)
(lambda: (yield))() or (lambda *, a=1, **k: a)
lambda a, /, b=(1, 2), *c, d, **e: (a, *b)
not (a < b) < c == (d in e) is not f not in g
(a and b) and c or d and (e or f)
(a := b) + [c := d][(e := f)]
{**a, 'b': c, **(d or e)} | {*f, g} | {h: i for j in k}
[*a, *(b or c)], (*d,), {*()}, (), []
[a async for b in c if (d if e else f) for g, in (h, i)]
(a for b in (c if d else e) if (lambda: f))
f(a for b in c), f((a for b in c), d), f(*(a for b in c))
f(*a, *(b or c), d=(yield), **e, **(f or g))
(await a)(b)[c].d, await a ** b, (await a) ** -b, -(await a)
x[a:b:c, ::, d], x[()], x[(a,)], x[a, b], x[(a, b):c], x[a := b], x[(yield)]
x[*a, b], x[*a, 1:2]
1 .real, 1.0.real, 1j.real, (-1).real, True.real, 0xFF .real, (1)(), 'a'.b
1e400, -1e400, 1e400j, 1e-400, 0.1, 10 ** 5, 123456789012345678901234567890, 0b11, 1_000
'a' 'b', "it's", 'say "it\\'s"', '\\\\', '\\n\\t\\r\\0\\x7f\\x80\\ud800\\u2028', u'a', b'\\0"\\'', ...
f'{a}{{}}{b!r:>{c}}{d:\\n}{e!s:{f}{g}}', f'', f'a' 'b', f'{a=}', f'{a = !r:x}'
f'{ {1: 2}[1] }{(lambda: 1)()}{(a := 1)}{a if b else c}{(yield)}{a, b}{*a, b}'
f"{a['b']}{c["d"] if sys else 0}" if False else f'{x!a}'
f"{'a'}" f'{"b"}', f'''{a["b"]}{c['d']}''', f"{f'{a}' + f'{b!r}'}"
(yield), (yield a), (yield a, b), (yield from c)
a.b[c](d).e, (a + b).c, (a, b)[0], [a][0], {a}.b, (lambda: a)(), (a if b else c)()
a @ b // c % d << e >> f & g ^ h | i
a < (b | c), (a < b) | c, a | b < c
""".strip().split("\n")

STATEMENTS = '''
x = y = a, *b = yield
x += yield a
(x): int = 1
x.y: int
x[1]: int = 1, 2
del a, (b, c), d[e], f.g
assert a, (b, c)
raise A from b
raise
return
return a, *b
return (yield)
global a, b
nonlocal a, b
import a.b as c, d
from . import a
from ...b.c import (d as e, f)
from a import *
pass
if (a := b): pass
elif c: pass
else:
    if d: pass
    e
while (a, b): pass
else: pass
for (a, *b), c in *d, e: break
else: continue
async for a in b: pass
with (a, b): pass
with (a, b) as c, (d): pass
with a as (b, *c), d as e.f: pass
with (yield a): pass
async with a as b: pass
try: pass
except: pass
try: pass
except (A, B) as c: pass
except D: pass
else: pass
finally: pass
try: pass
except* (A, B) as c: pass
@a
@(b := c)
@d[e]
def f(a: int, b: str = 'x', /, c=1, *d: (yield), e, f: int = 2, **g: h) -> (i, j): """doc"""
async def f(*, a): await b
def f(*args: *Ts): pass
class A: pass
@d
class A(B, *c, metaclass=D, **e): x: int = 1
def f[T: (int, str), *Ts, **P](x: T) -> T: pass
class A[T](B): pass
def f[T: int = int](): pass
type X = int
type X[T] = list[T]
match a, b:
    case 1 | -2.5 | 3 + 4j | 'x' | None | True | a.b: pass
    case [a, *_, b] | [*c]: pass
    case (d, e): pass
    case {'k': v, **rest}: pass
    case {**rest}: pass
    case {}: pass
    case A(b, c=D()) as e: pass
    case ((1 | 2) as x) | y.z: pass
    case [(1 as x), *_] if (n := x): pass
    case f.g(): pass
    case _: pass
match (yield):
    case x: pass
match *a, b:
    case _: pass
'''.strip("\n")


def statements():
    """Each of the statements alone."""
    text = []
    for line in STATEMENTS.split("\n"):
        starts = not line.startswith((" ", "elif", "else", "except", "finally")) and not (text and text[-1][0] == "@")
        if starts and text:
            yield "\n".join(text)
            text = []
        text.append(line)
    yield "\n".join(text)


def skip_new_syntax(text):
    for part, version in SINCE.items():
        if part in text and sys.version_info < version:
            pytest.skip(f"new in Python {version}")


def check(text):
    skip_new_syntax(text)
    tree = ast.parse(text)
    printed = print_tree(gast.ast_to_gast(tree))
    assert difference(ast.parse(printed), tree) is None, printed
    return printed


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expressions(text):
    if 'c["d"]' in text and sys.version_info < (3, 12):
        pytest.skip("quotes inside quotes are new in Python 3.12")
    check(text)


@pytest.mark.parametrize("text", list(statements()))
def test_statements(text):
    check(text)


@pytest.mark.parametrize(
    "text",
    [
        "a + b * c",
        "(a + b) * c",
        "-a ** b",
        "not a",
        "a if b else c",
        "lambda: a",
        "lambda a, *b: a",
        "f(a for b in c)",
        "a, b = (c, d), e",
        "for a, b in c, d:\n    pass",
        "return a, b",
        "x[a, b]",
        "if (a := b):\n    pass",
        "class A:\n    pass",
        "def f(a: int = 1, b=2):\n    pass",
        "x = yield a",
        "{**a, 'b': c}",
        "with a as b, c:\n    pass",
        "if a:\n    pass\nelif b:\n    pass\nelse:\n    pass",
        "f'{a!r:>{b}}'",
        "(-1).real",
        "x = ...",
    ],
)
def test_printed_text_has_no_needless_parentheses(text):
    assert check(text) == text.replace("if (a := b)", "if a := b")


def test_strings_over_lines_are_printed_over_lines():
    assert check('def f():\n    """Does.\n\n    More \\\\ and \\"\\"\\".\n    """') == (
        'def f():\n    """Does.\n\n    More \\\\ and \\"\\"\\".\n    """'
    )


@pytest.mark.parametrize(
    "text", ["'a\\n '", "'\\na'", "'a\\n\"'", "'a\\n\\t\\x00'", "u'a\\nb'", "b'a\\nb'", "'a\\n\\\\'"]
)
def test_any_string_can_be_a_docstring(text):
    check(f"def f():\n    {text}")


@pytest.mark.parametrize("value", [-1, -0.0, -1.5, 1 - 2j, (1, (2,)), float("inf")])
def test_constants_that_no_parser_makes_print_as_their_value(value):
    node = gast.Attribute(gast.Constant(value, None), "x", gast.Load())
    printed = print_tree(node).removesuffix(".x")
    assert eval(printed) == value
    assert repr(type(eval(printed))) == repr(type(value))


@pytest.mark.parametrize("sign", [1, -1])
def test_integers_too_long_for_decimals_print(sign):
    value = sign * 10**5000
    assert eval(print_tree(gast.Constant(value, None))) == value


def test_not_a_number_prints_as_an_expression():
    assert eval(print_tree(gast.Constant(float("nan"), None))) != 0


def test_a_set_without_items_prints():
    assert eval(print_tree(gast.Set([]))) == set()


def test_strings_nested_deeper_than_there_are_quotes():
    inner = gast.Constant("a", None)
    for _ in range(5):
        inner = gast.JoinedStr([gast.FormattedValue(gast.List([inner, inner], gast.Load()), -1, None)])
    if unparse_expressions.NESTS_FREELY:
        assert ast.parse(print_tree(inner))
    else:
        with pytest.raises(ConversionError, match="than Python has quotes for"):
            print_tree(inner)


def test_text_that_needs_escapes_inside_of_an_f_string():
    node = gast.JoinedStr([gast.FormattedValue(gast.Constant("a\nb", None), -1, None)])
    assert eval(print_tree(node)) == "a\nb"


def test_deep_trees_print():
    text = "x = " + " + ".join(["a"] * 900)
    with deep_recursion(1000):
        tree = gast.parse(text)
    assert print_tree(tree) == text
