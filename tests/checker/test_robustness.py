"""No crash and no hang, whatever the file holds."""

import random
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from autograph.checker.check import check_text, findings
from autograph.checker.flow import guards
from autograph.checker.flow.analysis import Analysis, Options
from autograph.checker.model.module import Module
from autograph.checker.rulebook import codes_of, rules_of
from autograph.checker.settings import Settings
from autograph.syntax.document import Document

from .sweep import examine

STDLIB = Path(sysconfig.get_paths()["stdlib"])
EVERYTHING = Settings(codes=codes_of(["ALL"]), strict=True)


def library_files(full):
    """Files of the standard library: some of them, and all that are broken on purpose."""
    files = sorted(path for path in STDLIB.rglob("*.py") if "site-packages" not in path.parts)
    broken = [path for path in files if path.name.startswith("bad")]
    return files if full else random.Random(7).sample(files, 40) + broken


def test_every_function_of_the_standard_library_can_be_checked(request):
    """Each one as if it were compiled."""
    outcomes = [examine(str(path)) for path in library_files(request.config.getoption("--full"))]
    assert [outcome.problem for outcome in outcomes if outcome.problem] == []
    assert sum(outcome.functions for outcome in outcomes) > 500


def test_a_sweep_tells_what_is_no_python_and_what_fails(tmp_path):
    for name, content in {
        "good.py": b"def f(): pass\nasync def g(): pass\n",
        "syntax.py": b"def f(:\n",
        "coding.py": b"# coding: no-such-code\nx = 1\n",
        "bytes.py": b"x = '\xff'\n",
    }.items():
        (tmp_path / name).write_bytes(content)
    sweep = [sys.executable, "-m", "tests.checker.sweep"]
    done = subprocess.run([*sweep, tmp_path], capture_output=True, text=True, check=False)
    assert "4 files, 3 functions, 3 that are not Python, 0 crashed or never ended" in done.stdout
    assert done.returncode == 0
    done = subprocess.run([*sweep, tmp_path / "missing.py"], capture_output=True, text=True, check=False)
    assert "FileNotFoundError" in done.stdout
    assert done.returncode == 1


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


def test_arguments_are_followed_through_long_chains():
    makers = "".join(
        f"def make{number}(model):\n    @tf.function\n    def step(x): return model(x)\n    make{number + 1}(model)\n"
        for number in range(400)
    )
    check_text(f"import tensorflow as tf\n{makers}def make400(model): return make0(model)\n", "f.py", EVERYTHING)


def evaluations(text):
    """How many expressions are evaluated to check a text."""
    analysis = Analysis(Module(Document(f"import tensorflow as tf\n@tf.function\n{text}", "f.py")))
    analysis.run()
    findings(analysis, rules_of(codes_of(["ALL"])))
    return analysis.evaluations


def nested_loops(depth):
    loops = "".join(f"{'    ' * level}for i{level} in range(x):\n" for level in range(1, depth + 1))
    return f"def f(x):\n    y = x\n{loops}{'    ' * (depth + 1)}y = y + i1\n    return y\n"


def nested_functions(depth):
    lines = [f"    def g{level}(y):\n        return g{level + 1}(y) + g{level + 1}(y)\n" for level in range(depth)]
    return f"def f(x):\n{''.join(lines)}    def g{depth}(y):\n        return y\n    return g0(x)\n"


def called_functions(depth):
    lines = [f"def g{level}(y):\n    return g{level + 1}(y) + g{level + 1}([y])\n" for level in range(depth)]
    return f"def f(x):\n    return g0(x)\n{''.join(lines)}def g{depth}(y):\n    return y\n"


@pytest.mark.parametrize("text", [nested_loops, nested_functions, called_functions])
def test_twice_the_depth_is_at_most_four_times_the_work(text):
    assert evaluations(text(12)) < 4 * evaluations(text(6))


def test_a_block_is_looked_through_once_for_what_guards_it(monkeypatch):
    looked_at = []
    bound = guards._bound
    monkeypatch.setattr(guards, "_bound", lambda statement: looked_at.append(statement) or bound(statement))
    tests = "".join(f"    if owner.a{number} is not None: return x\n    owner.b{number} = x\n" for number in range(50))
    evaluations(f"def f(owner, x):\n{tests}")
    assert len(looked_at) == len(set(looked_at)) == 100
