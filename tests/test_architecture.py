"""The house keeps its rules: which way imports point, and how long things may get."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = sorted(path for package in ("autograph", "runtime") for path in (ROOT / package).rglob("*.py"))

# importing prefix, imported module, files that may all the same
FORBIDDEN = [
    ("runtime", "autograph", ()),
    ("autograph/syntax", "autograph.operators", ("autograph/syntax/loader.py",)),
    ("autograph/analysis", "autograph.operators", ()),
    ("autograph/passes", "autograph.operators", ()),
    ("autograph/syntax", "runtime", ()),
    ("autograph/analysis", "runtime", ()),
    ("autograph/passes", "runtime", ()),
    ("autograph/checker", "runtime", ()),
    (
        "autograph/operators",
        "runtime",
        ("autograph/operators/graph_backend.py", "autograph/operators/list_graph_backend.py"),
    ),
    ("autograph/analysis", "numpy", ()),
    ("autograph/passes", "numpy", ()),
    ("autograph/syntax", "numpy", ()),
    ("runtime/kernels", "runtime.gradients", ()),
    ("runtime/gradients", "runtime.kernels", ()),
    ("runtime", "llvmlite", ("runtime/engines/native/",)),
    ("autograph", "llvmlite", ()),
    ("autograph", "autograph.cli", ("autograph/__main__.py",)),
]


def relative(path):
    return path.relative_to(ROOT).as_posix()


def imports(path):
    """Absolute dotted names that a module imports, wherever in it."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = list(package[: len(package) - node.level + 1]) if node.level else []
            module = ".".join([*base, *filter(None, [node.module])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize(("importer", "imported", "allowed"), FORBIDDEN)
def test_imports_point_one_way(importer, imported, allowed):
    broken = [
        f"{relative(path)} imports {name}"
        for path in MODULES
        if relative(path).startswith(importer + "/") and not relative(path).startswith(tuple(allowed) or ("-",))
        for name in imports(path)
        if name == imported or name.startswith(imported + ".")
    ]
    assert not broken


def test_a_pass_never_imports_another_pass():
    passes = {"fence", "desugar", "jumps", "control_flow", "expressions", "calls", "collections"}
    broken = [
        f"{relative(path)} imports {name}"
        for path in MODULES
        if relative(path).startswith("autograph/passes/") and path.stem in passes
        for name in imports(path)
        if name.startswith("autograph.passes.") and name.split(".")[2] in passes - {path.stem}
    ]
    assert not broken


def test_files_stay_short():
    assert not [f"{relative(p)}: {n} lines" for p in MODULES if (n := p.read_text().count("\n")) > 500]


def test_functions_stay_short():
    lengths = [
        (node.end_lineno - node.lineno + 1, f"{relative(path)}:{node.lineno} {node.name}")
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]
    assert not [where for length, where in lengths if length > 60]
    assert sorted(length for length, _ in lengths)[int(0.9 * len(lengths))] <= 20


def test_importing_stays_light():
    code = "import sys, autograph, runtime; print(sorted(m for m in sys.modules if m.split('.')[0] in {heavy!r}))"
    heavy = {"gast", "astunparse", "llvmlite", "ml_dtypes", "google"}
    done = subprocess.run([sys.executable, "-c", code.format(heavy=heavy)], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr
