"""Finding the text of live functions."""

import contextlib
import functools
import importlib.util
import linecache
import os
import random
import sys
import textwrap
import types
import zipfile

import pytest

from autograph.errors import ConversionError, SourceChangedError, SourceUnavailableError
from autograph.syntax import lookup
from autograph.syntax.matching import compiles_to
from autograph.syntax.source import Source

from .helpers import define, segment, source_text


def on_disk(path, text, encoding="utf-8"):
    """The module of a file with that text."""
    path.write_bytes(textwrap.dedent(text).lstrip("\n").encode(encoding))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def passed_on(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args)

    return wrapper


def test_a_function_is_found_with_the_positions_of_its_file():
    def here(x):
        return x

    source = Source.of(here)
    assert source.file == __file__
    assert source.tree.lineno == here.__code__.co_firstlineno
    assert source.qualname == here.__qualname__


def test_methods_know_the_class_of_their_private_names():
    space = define(
        """
        class Outer:
            class _Inner:
                def plain(self): return self.__x
                @classmethod
                def of_class(cls): pass
                @staticmethod
                def static(): pass
        """
    )
    inner = space["Outer"]._Inner
    for method in (inner.plain, inner().plain, inner.of_class, inner.static):
        assert Source.of(method).class_name == "_Inner"
    assert Source.of(inner.plain).qualname == "Outer._Inner.plain"


def test_a_decorated_function_is_looked_at_itself():
    space = define(
        """
        import functools
        def deco(f):
            @functools.wraps(f)
            def wrapper(*a): return f(*a)
            return wrapper
        @deco
        @deco
        def f(x): return x
        """
    )
    assert Source.of(space["f"]).qualname == "deco.<locals>.wrapper"
    inner = space["f"].__wrapped__.__wrapped__
    assert Source.of(inner).qualname == "f"
    assert inner.__code__.co_firstlineno == 6


def test_lambdas_on_one_line_are_told_apart():
    functions = define("fs = [lambda x: x + 1, lambda x: x + 2, lambda x: (lambda x: x + 3)]", "fs")
    assert [segment(Source.of(f)) for f in functions] == [
        "lambda x: x + 1",
        "lambda x: x + 2",
        "lambda x: (lambda x: x + 3)",
    ]
    assert segment(Source.of(functions[2](0))) == "lambda x: x + 3"


def test_lambdas_are_told_apart_without_column_positions():
    f = define("f, g = lambda x: x + 1, lambda x: x + 2", "g")
    bare = f.__code__.replace(co_linetable=b"") if sys.version_info >= (3, 11) else f.__code__
    stripped = types.FunctionType(bare, f.__globals__)
    stripped.__code__ = bare.replace(co_firstlineno=1)
    assert segment(Source.of(stripped)) == "lambda x: x + 2"


def test_constants_of_different_types_tell_lambdas_apart():
    functions = define("fs = [lambda: 1, lambda: True, lambda: 1.0, lambda: 0.0, lambda: -0.0]", "fs")
    assert [segment(Source.of(f)) for f in functions] == [
        "lambda: 1", "lambda: True", "lambda: 1.0", "lambda: 0.0", "lambda: -0.0",
    ]  # fmt: skip


def test_equal_lambdas_are_as_good_as_each_other():
    first, second = define("fs = lambda: 1, lambda: 1", "fs")
    assert segment(Source.of(first)) == segment(Source.of(second)) == "lambda: 1"


def test_a_lambda_over_several_lines_inside_a_call():
    f = define(
        """
        f = max(
            lambda a,
            b: a + b if a > b
            else b, lambda: 0, key=id
        )
        g = (
            lambda:
                1
        )
        """,
        "g",
    )
    assert segment(Source.of(f)) == "lambda:\n        1"


def test_lambdas_in_defaults_decorators_and_comprehensions():
    space = define(
        """
        def f(x=lambda: 1, *, y=lambda: 2): return x, y, [lambda: i for i in (3, 4)]
        """
    )
    x, y, rest = space["f"]()
    assert [segment(Source.of(g)) for g in (x, y, *rest)] == ["lambda: 1", "lambda: 2", "lambda: i", "lambda: i"]


def test_functions_on_one_line_are_told_apart():
    space = define("class A:\n    def f(self): return 1\nclass B:\n    f = A.f; g = lambda self: 2; h = lambda self: 3")
    assert segment(Source.of(space["B"].h)) == "lambda self: 3"


def test_closures_and_nested_functions():
    inner = define(
        """
        def outer(n):
            def inner():
                return n
            return inner
        """,
        "outer",
    )(1)
    assert Source.of(inner).qualname == "outer.<locals>.inner"


def test_the_same_name_defined_twice():
    space = define(
        """
        def f(): return 1
        first = f
        def f(): return 2
        """
    )
    assert source_text(Source.of(space["first"])) == "def f(): return 1"
    assert source_text(Source.of(space["f"])) == "def f(): return 2"


def test_odd_layout(tmp_path):
    text = (
        "# -*- coding: latin-1 -*-\n"
        "class A:\n"
        "\t\x0c\n"
        "\tdef f(self, x):\n"
        '\t\t"""d\xe9j\xe0\n'
        "vu\n"
        '\t\t"""\n'
        "# outdented\n"
        "\t\tif x or \\\n"
        " x:\n"
        "\t\t\treturn 'caf\xe9'\n"
        "\t  # between\n"
        "\t\treturn 0"
    )
    module = on_disk(tmp_path / "odd.py", text, "latin-1")
    source = Source.of(module.A.f)
    assert source_text(source).startswith("\tdef f(self, x):\n")
    assert source.tree.body[1].body[0].value.value == "caf\xe9"
    assert source.span(source.tree.body[1].body[0].value).end_column == 16


def test_windows_line_ends(tmp_path):
    module = on_disk(tmp_path / "windows.py", "x = '''\r\n'''\r\ndef f():\r\n    return 1\r\n")
    assert source_text(Source.of(module.f)) == "def f():\n    return 1"


def test_a_function_inside_a_zip_file(tmp_path, monkeypatch):
    archive = tmp_path / "packed.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("packed_module.py", "def f(x):\n    return x\n")
    monkeypatch.syspath_prepend(archive)
    import packed_module

    assert source_text(Source.of(packed_module.f)) == "def f(x):\n    return x"


def test_a_doctest_example():
    """
    >>> def in_doctest(x):
    ...     return x
    >>> from autograph.syntax.source import Source
    >>> Source.of(in_doctest).text
    'def in_doctest(x):\\n    return x\\n'
    """
    import doctest

    finder = doctest.DocTestFinder()
    (example,) = finder.find(test_a_doctest_example, globs={})
    results = doctest.DocTestRunner(verbose=False).run(example, clear_globs=False)
    assert (results.failed, results.attempted) == (0, 3)


def test_code_made_by_exec_says_so():
    space = {}
    exec("def picker(x): return x", space)
    with pytest.raises(SourceUnavailableError, match=r"the source of `picker` is not available(?s:.*)by `exec`"):
        Source.of(space["picker"])


def test_a_module_without_its_text_says_so(tmp_path):
    path = tmp_path / "gone.py"
    module = on_disk(path, "def f(): return 1")
    path.unlink()
    with pytest.raises(SourceUnavailableError, match=r"there is no file .*gone\.py"):
        Source.of(module.f)


@pytest.mark.parametrize(
    ("thing", "kind"),
    [(len, "compiled code"), (dict, "a class"), (functools.partial(len), "an object of type `partial`")],
)
def test_what_is_no_python_function_says_so(thing, kind):
    with pytest.raises(SourceUnavailableError, match=f"it is not a Python function but {kind}"):
        Source.of(thing)


def test_a_file_that_moved_its_functions_is_refused(tmp_path):
    path = tmp_path / "edited.py"
    module = on_disk(path, "def f(): return 1")
    path.write_text("# a new line\n\ndef f(): return 1\n")
    with pytest.raises(SourceChangedError, match=r"edited\.py was changed after it was imported: .* at line 1"):
        Source.of(module.f)


def test_a_function_that_was_edited_in_place_is_refused(tmp_path):
    path = tmp_path / "edited.py"
    module = on_disk(path, "def f(): return 1")
    path.write_text("def f(): return 2")
    os.utime(path, (lookup._STARTED + 100, lookup._STARTED + 100))
    with pytest.raises(SourceChangedError, match="the text there is another now"):
        Source.of(module.f)


def test_a_function_that_was_imported_again_after_an_edit_is_found(tmp_path):
    path = tmp_path / "edited.py"
    on_disk(path, "import os\ndef f(): return 1")
    module = on_disk(path, "import os\ndef f(): return os.path.join(super(int, 1).__str__(), 'a')")
    os.utime(path, (lookup._STARTED + 100, lookup._STARTED + 100))
    assert "join" in source_text(Source.of(module.f))


def test_a_file_that_does_not_parse_any_more_shows_where(tmp_path):
    path = tmp_path / "edited.py"
    module = on_disk(path, "def f(): return 1")
    path.write_text("def f(: return 1")
    with pytest.raises(ConversionError, match=r"edited\.py:1:7: not valid Python"):
        Source.of(module.f)


def test_lambdas_that_cannot_be_told_apart_are_refused():
    f = define("f, g = lambda: 1, lambda: 2", "f")
    strange = types.FunctionType(f.__code__.replace(co_consts=(3,)), {})
    if sys.version_info >= (3, 11):
        strange.__code__ = strange.__code__.replace(co_linetable=b"")
    with pytest.raises(ConversionError, match="cannot tell which of 2 functions"):
        Source.of(strange)


def test_a_file_is_parsed_once():
    first, second = define("def f(): pass\nfs = f, lambda: 1", "fs")
    assert Source.of(first).document is Source.of(second).document


def test_a_cell_that_ran_again_is_parsed_again():
    name = "<cell again>"
    for text in ("def f(): return 1\n", "def f(): return 2\n"):
        linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
        space = {}
        exec(compile(text, name, "exec"), space)
        assert Source.of(space["f"]).text == text


def test_rewritten_tests_are_found_all_the_same():
    def with_assertion(x):
        assert x, "pytest rewrote this assertion"
        return x

    assert "pytest rewrote" in source_text(Source.of(with_assertion))


@pytest.mark.parametrize("module", ["json.decoder", "textwrap", "argparse", "functools", "contextlib", "dataclasses"])
def test_functions_of_the_standard_library_compile_to_their_own_code_again(module):
    space = vars(importlib.import_module(module))
    functions = [item for item in space.values() if isinstance(item, types.FunctionType)]
    methods = [
        item
        for owner in space.values()
        if isinstance(owner, type)
        for item in vars(owner).values()
        if isinstance(item, types.FunctionType)
    ]
    for function in functions + methods:
        if function.__code__.co_filename.startswith("<"):
            continue
        source = Source.of(function)
        definition = source.document.definition_of(source.node)
        assert compiles_to(source.document, definition, function.__code__, function.__qualname__), function


def random_expression(rng, depth, made):
    """An expression with lambdas in all places; each lambda returns a number of its own, kept in `made`."""
    kind = rng.randrange(7 if depth else 1)
    inner = functools.partial(random_expression, rng, depth - 1, made)
    if kind == 0:
        made.append(len(made))
        return f"keep(lambda x=0: {made[-1]})"
    if kind == 1:
        made.append(len(made))
        return f"keep(lambda a, *b: {made[-1]} if not a else {inner()})"
    return [f"[{inner()}, {inner()}]", f"({inner()} and {inner()})", f"f({inner()},\n  {inner()})",
            f"[{inner()} for i in (1, 2)]", f"(keep(lambda: -1), {inner()})"][kind - 2]  # fmt: skip


@pytest.mark.parametrize("seed", range(20))
def test_random_lambdas_are_found(seed):
    made, kept = [], []
    text = f"e = {random_expression(random.Random(seed), 3, made)}\n"
    define(text, keep=lambda f: kept.append(f) or f, f=lambda *args: args)
    for function in kept:
        source = Source.of(function)
        with contextlib.suppress(TypeError):
            copy = eval(segment(source), {"keep": lambda f: f, "f": lambda *args: args})
            arguments = [0] * function.__code__.co_argcount
            assert copy(*arguments) == function(*arguments)
        assert source.node.lineno == function.__code__.co_firstlineno
