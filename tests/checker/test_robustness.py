"""No crash and no hang, whatever the file holds."""

import random
import sysconfig
from pathlib import Path

import pytest

from autograph.checker.check import check_text
from autograph.checker.flow.analysis import Options
from autograph.checker.rulebook import codes_of
from autograph.checker.settings import Settings

STDLIB = Path(sysconfig.get_paths()["stdlib"])
EVERYTHING = Settings(codes=codes_of(["ALL"]), strict=True)


def library_files(full):
    files = sorted(path for path in STDLIB.rglob("*.py") if "site-packages" not in path.parts)
    return files if full else random.Random(7).sample(files, 40)


def test_every_function_of_the_standard_library_can_be_checked(request):
    """Each one as if it were compiled: `decorators` is given what most of the files hold."""
    for path in library_files(request.config.getoption("--full")):
        text = path.read_text(encoding="utf-8", errors="replace")
        check_text(text, str(path), EVERYTHING)
        check_text(_compiled(text), str(path), EVERYTHING)


def _compiled(text):
    """The text with a decorator before each plain `def` at its left edge."""
    return text.replace("\ndef ", "\n@tf.function\ndef ").replace("\n    def ", "\n    @tf.function\n    def ")


@pytest.mark.parametrize(
    "body",
    [
        "return f(f)",
        "return g(x)\ndef g(y):\n    return f(y)",
        "y = lambda z: y(z)\n    return y(x)",
        "x = [x]\n    for _ in range(9): x = [x, x]\n    return x",
        "while x: x = {x: x}",
        "def g(): return g\n    return g()()()",
        "class A(A): pass\n    return A().b",
        "a, (b, *c), d.e, d[0] = x",
        "[y := x, *[z for z in x if (w := z)]]",
        "match x:\n        case [a, *b] | {'k': a, **b}: pass\n        case A(c=d) if d: pass\n        case _: pass",
        "try: pass\n    except* ValueError: pass" if hasattr(__builtins__, "ExceptionGroup") else "pass",
        "async with x as y, z: await y",
        "del x, x.y, x[0]",
        "global x2, f; x2 = f = 1",
        "return (yield x)",
        "print(*x, **x)",
        "",
    ],
)
def test_odd_functions_are_checked(body):
    check_text(f"import tensorflow as tf\n@tf.function\nasync def f(x):\n    {body or 'pass'}\n", "f.py", EVERYTHING)


def test_classes_and_names_may_be_defined_by_themselves():
    names = "a = b\nb = a\nclass A(B): x = x\nclass B(A): pass\n"
    check_text(f"{names}@tf.function\ndef f(q=a, r=A().x): return q.z(r)\n", "f.py")


def test_deep_expressions_are_checked():
    text = f"import tensorflow as tf\n@tf.function\ndef f(x):\n    return {'+'.join(['x'] * 1500)}\n"
    check_text(text, "f.py", EVERYTHING)


def test_long_chains_are_checked():
    arms = "".join(f"    elif x == {number}: y = {number}\n" for number in range(300))
    check_text(
        f"import tensorflow as tf\n@tf.function\ndef f(x):\n    if x == -1: y = 0\n{arms}    return y\n",
        "f.py",
        EVERYTHING,
    )


def test_calls_that_branch_widely_end():
    text = "import tensorflow as tf\n" + "".join(
        f"def f{number}(x):\n    f{number + 1}(x)\n    f{number + 1}([x])\n    f{number + 1}({{1: x}})\n"
        for number in range(30)
    )
    check_text(text + "def f30(x): print(x)\n@tf.function\ndef f(x): f0(x)\n", "f.py", EVERYTHING)


def test_odd_texts_are_checked():
    for text in ("", "\ufeffx = 1", "\f", "x = 1\r\ny = 2\r", "# function\n", "@function\ndef f(): ...\n", "\0"):
        check_text(text, "f.py", Settings(options=Options(implicit=True)))


def test_a_tree_too_deep_to_be_walked_is_a_syntax_error(monkeypatch):
    monkeypatch.setattr("autograph.syntax.recursion._DEEPEST", 100)
    text = f"import tensorflow as tf\n@tf.function\ndef f(x):\n    return {'+'.join(['x'] * 200)}\n"
    assert [one.code for one in check_text(text, "f.py")] == ["AG000"]
