"""Whole modules, and single functions as text."""

import textwrap

import pytest

from autograph.errors import ConversionError, UnsupportedSyntaxError, UsageError
from autograph.syntax import pipeline
from autograph.syntax.modules import ModuleConversion, find_part
from autograph.syntax.pipeline import convert
from autograph.syntax.rendering import original_text, render, render_module, render_part
from autograph.syntax.source import Source

pytestmark = pytest.mark.usefixtures("stand_in")


def module(text):
    return Source.parse(textwrap.dedent(text).lstrip("\n"), "f.py")


def check(text, expected):
    conversion = ModuleConversion(module(text))
    assert render_module(conversion.convert(conversion.module), conversion) == textwrap.dedent(expected).lstrip("\n")


def test_functions_and_methods_are_converted_and_the_module_itself_is_not():
    check(
        """
        import os
        x = f(1) if os.name else 2

        class A(f()):
            y = f(2)

            def m(self):  # m
                return f(3)

        if x:
            async def g():
                return f(4)
        """,
        """
        import os
        import autograph as ag
        x = f(1) if os.name else 2

        class A(f()):
            y = f(2)

            def m(self):  # m
                return ag.call(f)(3)

        if x:
            async def g():
                return ag.call(f)(4)
        """,
    )


def test_lambdas_of_the_module_are_converted():
    check("f = g(lambda x: h(x))", "import autograph as ag\n\nf = g(lambda x: ag.call(h)(x))\n")


def test_a_module_that_needs_nothing_gets_no_import():
    check("# only\ndef f(x):\n    return x\n", "# only\ndef f(x):\n    return x\n")


def test_the_import_stands_after_docstring_and_future_imports():
    check(
        '''
        """Doc."""
        from __future__ import annotations

        def f():
            g()
        ''',
        '''
        """Doc."""
        from __future__ import annotations
        import autograph as ag

        def f():
            ag.call(g)()
        ''',
    )
    check(
        '"""Doc."""\n\n\ndef f():\n    g()\n', '"""Doc."""\n\nimport autograph as ag\n\n\ndef f():\n    ag.call(g)()\n'
    )


def test_what_a_file_begins_with_stays_first():
    check(
        """
        #!/usr/bin/env python
        # Copyright

        # about f
        def f():
            g()
        """,
        """
        #!/usr/bin/env python
        # Copyright

        import autograph as ag


        # about f
        def f():
            ag.call(g)()
        """,
    )


def test_the_alias_avoids_every_name_of_the_module():
    check("ag = 1\ndef f():\n    g()", "import autograph as ag_2\n\nag = 1\ndef f():\n    ag_2.call(g)()\n")


def test_the_packages_own_name_in_the_module_is_used():
    check(
        "import autograph as tool\ndef f():\n    g()\ndef h(tool):\n    g()\n",
        "import autograph as tool\ndef f():\n    tool.call(g)()\ndef h(tool):\n    tool.call(g)()\n",
    )


def test_decorators_that_convert_do_not_convert_again():
    check(
        """
        import autograph as ag
        from autograph import convert, do_not_convert as keep
        @ag.function
        def f():
            g()
        @other
        @ag.function(name="x")
        def f():
            g()
        @convert
        def f():
            g()
        @keep
        def f():
            g()
        """,
        """
        import autograph as ag
        from autograph import convert, do_not_convert as keep
        @ag.function(autograph=False)
        def f():
            ag.call(g)()
        @other
        @ag.function(name="x", autograph=False)
        def f():
            ag.call(g)()
        def f():
            ag.call(g)()
        @keep
        def f():
            g()
        """,
    )


def test_encodings_become_the_one_it_is_printed_in():
    check("# -*- coding: latin-1 -*-\nx = 1\n", "# -*- coding: utf-8 -*-\nx = 1\n")


def failing(function, unit):
    raise unit.source.error(UnsupportedSyntaxError, function, f"not {function.name}")


def test_problems_are_reported_one_by_one_where_asked(monkeypatch):
    monkeypatch.setattr(pipeline, "load_pass", lambda name: failing)
    problems = []
    conversion = ModuleConversion(module("def f(): pass\ndef g(): pass\n"), problems.append)
    conversion.convert(conversion.module)
    assert [problem.what for problem in problems] == ["not f", "not g"]


def test_the_first_problem_is_raised_otherwise(monkeypatch):
    monkeypatch.setattr(pipeline, "load_pass", lambda name: failing)
    conversion = ModuleConversion(module("def f(): pass\n"))
    with pytest.raises(ConversionError, match="f.py:1:1: not f"):
        conversion.convert(conversion.module)


PARTS = """
from __future__ import annotations
class A:
    # about m
    def m(self):
        def inner():
            f()
        return (1,
            2)
def g():
    return 1
def g():
    return f(2)
"""


def part(qualname):
    source = module(PARTS)
    found = find_part(source, qualname)
    conversion = ModuleConversion(source)
    return render_part(conversion.convert(found), found, conversion.alias)


HEAD = "from __future__ import annotations\nimport autograph as ag\n\n\n"


def test_one_function_of_a_module():
    assert part("g") == HEAD + "def g():\n    return ag.call(f)(2)\n"


def test_one_method():
    expected = "# about m\ndef m(self):\n    def inner():\n        ag.call(f)()\n    return (1,\n        2)\n"
    assert part("A.m") == HEAD + expected


def test_one_class():
    assert part("A").startswith(
        HEAD + "class A:\n    # about m\n    def m(self):\n        def inner():\n            ag.call"
    )


@pytest.mark.parametrize("qualname", ["A.m.inner", "A.m.<locals>.inner"])
def test_one_inner_function(qualname):
    assert part(qualname) == HEAD + "def inner():\n    ag.call(f)()\n"


def test_a_name_that_is_not_there_suggests_another():
    with pytest.raises(UsageError, match=r"f\.py: no function or class `A\.n`\n  fix: did you mean `A\.m`\?"):
        part("A.n")
    with pytest.raises(UsageError, match=r"fix: it has: A, A\.m, A\.m\.inner, g\."):
        part("unrelated")
    with pytest.raises(UsageError, match="fix: it has none"):
        find_part(module("x = 1"), "f")


def test_a_converted_function_renders_as_a_file_would_hold_it():
    source = next(module("def f(x):\n    return g(x)\n").functions())
    assert render(convert(source)) == "import autograph as ag\n\n\ndef f(x):\n    return ag.call(g)(x)\n"


def test_rendering_leaves_the_tree_as_it_is():
    source = next(module("import autograph as ag\n@ag.convert\ndef f(x):\n    return g(x)\n").functions())
    converted = convert(source)
    assert "@" not in render(converted)
    assert len(converted.tree.decorator_list) == 1
    assert render(converted) == render(converted)


def test_a_converted_lambda_renders_as_a_lambda():
    source = next(module("f = lambda x: g(x)\n").functions())
    assert render(convert(source)) == "import autograph as ag\n\n\nlambda x: ag.call(g)(x)\n"


def test_the_original_text_of_a_part():
    assert original_text(find_part(module(PARTS), "A.m")).startswith(
        "# about m\ndef m(self):\n    def inner():\n        f()\n"
    )
