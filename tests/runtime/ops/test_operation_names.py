"""The name that a user gives: on the result, or as the scope of all operations where a function makes several."""

import ast
from pathlib import Path

import pytest

import runtime as rt
import runtime.ops
from tests.runtime.helpers import new_graph

SILENT = {"assert_integer", "assert_scalar", "assert_type"}  # They make no operations.

CALLS = {
    "argsort": lambda x: rt.argsort(x, name="mine"),
    "assert_equal": lambda x: rt.debugging.assert_equal(x, x, name="mine"),
    "assert_shapes": lambda x: rt.debugging.assert_shapes([(x, ("N", "N"))], name="mine"),
    "clip_by_global_norm": lambda x: rt.clip_by_global_norm([x], 1.0, name="mine")[0][0],
    "foldl": lambda x: rt.foldl(lambda total, row: total + row, x, name="mine"),
    "logdet": lambda x: rt.linalg.logdet(x, name="mine"),
    "map_fn": lambda x: rt.map_fn(lambda row: row + 1.0, x, name="mine"),
    "meshgrid": lambda x: rt.meshgrid(x[0], x[1], name="mine")[1],
    "moments": lambda x: rt.nn.moments(x, [0], None, False, "mine")[0],
    "random_uniform": lambda x: rt.random.uniform([2], name="mine"),
    "reduce_sum": lambda x: rt.reduce_sum(x, name="mine"),
    "scan": lambda x: rt.scan(lambda total, row: total + row, x, name="mine"),
    "sort": lambda x: rt.sort(x, name="mine"),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_the_result_is_found_by_the_name(call):
    with new_graph():
        result = call(rt.placeholder("float32", [None, None]))
        assert result.name.split(":")[0].split("/")[0] == "mine"


def test_without_a_name_the_function_names_the_scope():
    with new_graph():
        x = rt.placeholder("float32", [2])
        assert rt.sort(x).name == "sort/Neg_1:0"
        assert rt.sort(x).name == "sort_1/Neg_1:0"


def test_a_scope_is_opened_in_the_graph_of_placeholders_too():
    x = rt.placeholder("float32", [2])
    try:
        assert rt.nn.moments(x, [0], name="mine")[0].name == "mine/Squeeze:0"
    finally:
        rt.reset_default_graph()


def functions_that_ignore_their_name(path):
    for function in ast.parse(path.read_text()).body:
        if not isinstance(function, ast.FunctionDef) or function.name.startswith("_"):
            continue
        takes_name = any(arg.arg == "name" for arg in [*function.args.args, *function.args.kwonlyargs])
        reads_name = any(isinstance(n, ast.Name) and n.id == "name" for each in function.body for n in ast.walk(each))
        scoped = any("in_name_scope" in ast.unparse(decorator) for decorator in function.decorator_list)
        if takes_name and not reads_name and not scoped:
            yield function.name


def test_no_function_ignores_its_name():
    paths = Path(runtime.ops.__file__).parent.glob("*.py")
    assert {name for path in paths for name in functions_that_ignore_their_name(path)} == SILENT
