"""From trees back to functions."""

import asyncio
import inspect
import sys
import traceback
import types

import gast
import pytest

from autograph.syntax.loader import load
from autograph.syntax.pipeline import Converted
from autograph.syntax.quoting import quote
from autograph.syntax.source import Source

from .helpers import define, rewrite, source_text, unchanged


def reloaded(function, operators=None):
    return load(unchanged(function), function, operators)


def rewritten(function, operators):
    converted = unchanged(function)
    return load(Converted(rewrite(converted.tree, converted.unit), converted.unit), function, operators)


def operators(**functions):
    return types.SimpleNamespace(**functions)


def test_a_function_keeps_all_that_is_not_its_code():
    f = define(
        '''
        def f(a, b: "number" = [1], *c, d=[2], **e) -> str:
            """What it does."""
            return a, b, c, d, e
        f.mark = object()
        ''',
        "f",
    )
    made = reloaded(f)
    for attribute in ("__name__", "__qualname__", "__module__", "__doc__", "__annotations__", "__globals__", "mark"):
        assert getattr(made, attribute) == getattr(f, attribute)
    assert made.__defaults__[0] is f.__defaults__[0]
    assert made.__kwdefaults__ is f.__kwdefaults__
    assert made.__wrapped__ is f
    assert inspect.signature(made) == inspect.signature(f)
    assert inspect.getsource(made) == inspect.getsource(f)
    assert made(0) == (0, [1], (), [2], {})


def test_code_says_where_the_user_wrote_it():
    f = define(
        "import functools\n@functools.cache\n@functools.cache\ndef f(x):\n    return x\n", "f"
    ).__wrapped__.__wrapped__
    code = reloaded(f).__code__
    for attribute in ("co_filename", "co_firstlineno", "co_name", "co_flags", "co_code", "co_varnames"):
        assert getattr(code, attribute) == getattr(f.__code__, attribute)
    assert list(code.co_lines()) == list(f.__code__.co_lines())


def test_closure_cells_are_the_originals():
    def outer():
        count = 0

        def bump():
            nonlocal count
            count += 1
            return count

        return bump, lambda: count

    bump, read = outer()
    made = reloaded(bump)
    assert made() == 1
    assert (read(), bump()) == (1, 2)


def test_late_bindings_are_seen():
    def early():
        return later

    made = reloaded(early)
    later = "bound after loading"
    assert made() == later


def test_a_function_finds_itself_as_before():
    space = define("def fact(n): return 1 if n < 2 else n * fact(n - 1)")
    made = reloaded(space["fact"])
    space["fact"] = lambda n: 100
    assert made(3) == 300


def test_a_function_named_as_what_it_reads():
    f = define("class A:\n    def len(self, x): return len(x), A", "A").len
    assert reloaded(f)(None, "ab")[0] == 2


def test_private_names_and_super():
    space = define(
        """
        class Base:
            def f(self): return 1
        class _Deriv(Base):
            def __init__(self): self.__x = 2
            def f(self):
                def inner(): return self.__x
                return super().f() + inner(), __class__
        """
    )
    deriv = space["_Deriv"]
    assert reloaded(deriv.f)(deriv()) == (3, deriv)


def test_class_cells_follow_the_class():
    space = define("class A:\n    def f(self): return __class__")
    made = reloaded(space["A"].f)
    assert made.__closure__[0] is space["A"].f.__closure__[0]


def test_inner_functions_and_classes_keep_their_qualified_names():
    f = define(
        """
        class A:
            def f(self):
                class B:
                    def g(self): pass
                return lambda: 0, B, B.g, (i for i in ())
        """,
        "A",
    ).f
    assert [item.__qualname__ for item in reloaded(f)(None)] == [item.__qualname__ for item in f(None)]


def test_lambdas_are_lambdas():
    f = define("f = lambda x, *, y=[1]: (x, y)", "f")
    made = reloaded(f)
    assert (made.__name__, made.__code__.co_name, made(2)) == ("<lambda>", "<lambda>", (2, [1]))


def test_generators_and_coroutines():
    space = define(
        """
        import types
        def gen():
            yield 1
        async def co():
            return [x async for x in agen()]
        async def agen():
            yield 2
        @types.coroutine
        def old():
            yield 3
        """
    )
    assert list(reloaded(space["gen"])()) == [1]
    assert asyncio.run(reloaded(space["co"])()) == [2]
    assert inspect.isasyncgenfunction(reloaded(space["agen"]))
    assert inspect.isawaitable(reloaded(space["old"])())


def test_future_imports_keep_their_effect():
    f = define("from __future__ import annotations\ndef f():\n    def g(x: undefined): pass\n    return g", "f")
    assert reloaded(f)().__annotations__ == {"x": "undefined"}


@pytest.mark.skipif(sys.version_info < (3, 12), reason="new in Python 3.12")
def test_type_parameters():
    f = define("class A[S]:\n    def f[T: int](self, x: T) -> T: return T, S, lambda y: T", "A").f
    made = reloaded(f)
    assert made.__type_params__ == f.__type_params__
    assert made(None, 1)[:2] == f(None, 1)[:2]


def test_the_alias_is_a_closure_variable_and_no_global():
    f = define("def f(x): return len(x)", "f")
    made = rewritten(f, operators(call=lambda g: lambda x: ("called", g(x))))
    assert made("ab") == ("called", 2)
    assert "ag" not in f.__globals__


def test_the_alias_avoids_the_users_names():
    f = define("ag = 5\ndef f(x): return len(x), ag", "f")
    made = rewritten(f, operators(call=lambda g: g))
    assert made("ab") == (2, 5)
    assert made.__code__.co_freevars == ("ag_2",)


def test_a_user_who_imports_the_package_sees_it_still():
    f = define("import autograph as ag\ndef f(): return ag", "f")
    assert reloaded(f)().__name__ == "autograph"


def test_annotations_are_not_evaluated_again():
    def make():
        from typing import Tuple as Pair

        def halve(x) -> Pair[int, int]:
            return x, x

        return halve

    f = make()
    assert reloaded(f).__annotations__ is f.__annotations__


def test_tracebacks_show_the_users_lines():
    f = define("def f(x):\n    y = 1\n    return (y /\n            x)\n", "f")
    with pytest.raises(ZeroDivisionError) as caught:
        reloaded(f)(0)
    (*_, frame) = traceback.extract_tb(caught.value.__traceback__)
    assert (frame.filename, frame.lineno, frame.line) == (f.__code__.co_filename, 3, "return (y /")


def test_generated_code_blames_the_header_it_came_from():
    f = define("def f(x):\n    y = 1\n    if (x and\n            1 / x):\n        y = 2\n    return y", "f")

    def if_(test, names):
        raise AssertionError

    with pytest.raises(AssertionError) as caught:
        rewritten(f, operators(if_=if_))(1)
    assert traceback.extract_tb(caught.value.__traceback__)[1].lineno == 3


def test_line_events_are_those_of_the_original():
    f = define(
        "def f(n):\n    total = 0\n    for i in range(n):\n        if i:\n            total += i\n    return total", "f"
    )

    def events(function):
        seen = []

        def trace(frame, event, argument):
            if frame.f_code.co_filename == f.__code__.co_filename:
                seen.append((event, frame.f_lineno))
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            function(3)
        finally:
            sys.settrace(before)
        return seen

    assert events(reloaded(f)) == events(f)


def test_code_is_compiled_once_for_all_closures_of_a_def():
    outer = define("def outer(n):\n    def f(): return n\n    return f", "outer")
    first, second = outer(1), outer(2)
    converted = unchanged(first)
    made = load(converted, first), load(converted, second)
    assert made[0].__code__ is made[1].__code__
    assert [f() for f in made] == [1, 2]


def test_names_that_look_like_the_scaffolds_are_the_users():
    f = define("def f(scaffold, scope, owner): return scaffold, scope, owner, _(1)\n_ = str", "f")
    assert reloaded(f)(1, 2, 3) == (1, 2, 3, "1")


def test_deep_trees_load():
    f = define("def f(x):\n    return " + " + ".join(["x"] * 400), "f")
    assert reloaded(f)(1) == 400


def test_a_converted_function_is_found_by_its_text_again():
    f = define("def f(x):\n    return x", "f")
    assert source_text(Source.of(reloaded(f))) == source_text(Source.of(f))


def test_statements_can_be_added():
    f = define("def f(x):\n    return x", "f")
    converted = unchanged(f)
    first = converted.tree.body[0]
    converted.tree.body.insert(0, gast.copy_location(quote("x += 1")[0], first))
    gast.fix_missing_locations(converted.tree)
    assert load(converted, f)(1) == 2
