"""The text form of graphs: it reads back as the same graph, and says where it cannot be read."""

from pathlib import Path

import numpy as np
import pytest

import runtime as rt
from runtime.formats import messages
from runtime.graph_text import parse, parse_message, to_text
from runtime.graph_text.values import value_text
from tests.catalog import load
from tests.catalog.staging import StagedCase
from tests.runtime.drawing.example import example_graph
from tests.runtime.helpers import new_graph

FIXTURES = Path(__file__).parents[1] / "fixtures" / "tensorflow"


def plain(text):
    """The text without what stands there for people."""
    return [line.split("  # ")[0] for line in text.splitlines()]


def test_a_graph_with_loops_reads_back_and_computes_the_same():
    graph = example_graph()
    text = graph.to_text()
    again = parse(text)
    assert plain(again.to_text()) == plain(text)
    feed = np.array([[1.0, 2.0]], np.float32)
    results = []
    for each in (graph, again):
        session = rt.Session(graph=each)
        session.run("w/Assign")
        results.append(session.run("the_end:0", {"x:0": feed}))
    np.testing.assert_array_equal(*results)


def test_shapes_types_and_lines_stand_behind():
    with new_graph() as graph:
        rt.placeholder(rt.float32, [None, 2], name="x")
    head, line = to_text(graph).splitlines()
    assert head == "graph producer=1395 min_consumer=12"
    assert line.startswith("x = Placeholder() dtype=float32 shape=<?,2>  # float32<?,2>  ")
    assert line.endswith("in test_shapes_types_and_lines_stand_behind")
    assert "test_graph_text.py:" in line
    assert "test_graph_text" not in to_text(graph, origins=False)


ARRAYS = [
    np.array([0.1, -1e-30, 3e38, np.inf, -0.0], np.float32),
    np.array([0.1, 1 / 3, -np.inf]),
    np.array([np.nan, 1.0], np.float32),
    np.array([1.1, 65504], np.float16),
    np.array([[1, -2], [3, 4]], np.int8),
    np.array([2**64 - 1], np.uint64),
    np.array([1 + 2j, -0.5j], np.complex64),
    np.array([True, False]),
    np.array([b'a"\\\n', b"\xff\x00", "é".encode()], object),
    np.array(3, np.int64),
    np.zeros((0, 3), np.float32),
    np.arange(1000, dtype=np.int32).reshape(10, 100),
]


@pytest.mark.parametrize("array", ARRAYS, ids=lambda a: f"{a.dtype}{list(a.shape)}")
def test_constants_read_back_bit_by_bit(array):
    with new_graph() as graph:
        rt.constant(array, name="c")
    value = rt.Session(graph=parse(to_text(graph))).run("c:0")
    assert value.dtype == array.dtype
    assert value.shape == array.shape
    assert value.tobytes() == array.tobytes() if array.dtype != object else value.tolist() == array.tolist()


VALUES = [
    ({"s": b"NHWC"}, '"NHWC"'),
    ({"s": b"\xff"}, 'b"\\xff"'),
    ({"i": -3}, "-3"),
    ({"f": 1.0}, "1.0"),
    ({"f": 1e-5}, "1e-05"),
    ({"f": float("inf")}, "inf"),
    ({"b": True}, "true"),
    ({"type": 1}, "float32"),
    ({"type": 101}, "float32_ref"),
    ({"placeholder": "T"}, "$T"),
]


@pytest.mark.parametrize(("fields", "text"), VALUES, ids=[text for _, text in VALUES])
def test_values_are_spelt_and_read_back(fields, text):
    value = messages.new("AttrValue", **fields)
    assert value_text(value) == text
    assert parse_message(f"graph\nn = Op() a={text}").node[0].attr["a"] == value
    if "placeholder" in fields:
        return
    message = parse_message(f"graph\nn = Op() b=[{text}]")
    assert value_text(message.node[0].attr["b"]) == f"[{text}]"


def test_odd_names_are_put_between_quotes():
    message = messages.new("GraphDef")
    for name in ("a/b.c-d", "1/x", "nan", "x>", 'q"', "on", "function", "more"):
        message.node.add(name=name, op="NoOp")
    message.node.add(name="last", op="NoOp", input=["^1/x", "^on"], device="/cpu:0")
    from runtime.graph_text.writing import _lines

    text = "\n".join(_lines(message, None, {}, True))
    assert parse_message(text) == message


def test_what_has_no_words_is_kept_as_bytes():
    message = messages.new("GraphDef")
    node = message.node.add(name="n", op="NoOp")
    node.experimental_debug_info.original_node_names.append("m")
    message.versions.bad_consumers.append(3)
    function = message.library.function.add()
    function.signature.name = "f"
    function.signature.attr.add(name="T", type="type")
    function.signature.input_arg.add(name="xs", type_attr="T", number_attr="N")
    function.signature.input_arg.add(name="ys", type_list_attr="Ts")
    function.resource_arg_unique_id[0] = 7
    function.attr["_noinline"].b = True
    function.node_def.add(name="return", op="NoOp")
    from runtime.graph_text.writing import _lines

    text = "\n".join(_lines(message, None, {}, True))
    assert text.count("more ") == 3
    assert parse_message(text) == message


UNREADABLE = {
    "": "line 1, column 1: 'graph' belongs here",
    "graph\nx = ": "line 2, column 5: an op type belongs here, not the end of the line",
    "graph\nx = Op(": "the name of a node belongs here",
    "graph\nx = Op() a=": "a value belongs here",
    "graph\nx = Op() a=<1": "',' belongs here, not the end of the line",
    "graph\nx = Op() a=flat32": "a dtype belongs here, not 'flat32'",
    "graph\nx = Op() a=float32<2>{1.0}": "1 elements for float32<2> belong here",
    "graph\nx = Op() ;": "column 10: this character begins nothing, not ';'",
    "graph\nx = Op() a=1 2": "the line ends here, not '2'",
    "graph\nfunction f() -> () {": "the function has no end",
    "graph\nfunction f() -> () {\nnonsense\n}": "a node, `argument`, `return`, `effect`, `more` or `}` belongs here",
    "graph\nmore \"!\"": "the bytes of a GraphDef belong here",
    "graph\nx = Op() a=float32<2>{base64 \"CAE=\"}": "the bytes of a tensor of another dtype or shape",
    "graph\nx = Op() a=int32<1>{x}": "an element of the tensor belongs here, not 'x'",
    "graph\nx = Op() a=[$T]": "no list holds what is still to be given, not '$'",
    "graph\nx = Op() a=\"\\q\"": "this string is not well formed",
}  # fmt: skip


@pytest.mark.parametrize("text", UNREADABLE, ids=range(len(UNREADABLE)))
def test_errors_name_line_column_and_what_was_expected(text):
    with pytest.raises(rt.errors.InvalidArgumentError) as caught:
        parse(text)
    assert UNREADABLE[text] in str(caught.value)
    assert str(caught.value).startswith("The text of a graph cannot be read at line ")


def test_a_graph_that_does_not_fit_names_the_node():
    with pytest.raises(rt.errors.InvalidArgumentError, match="'y'"):
        parse("graph\ny = Neg(x) T=float32")


def test_comments_and_blank_lines_are_passed_over():
    text = "# a graph\ngraph\n\nx = Const() dtype=int32 value=int32<>{1} # one\n"
    assert parse(text).get_operation_by_name("x").type == "Const"


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in [c for c in load() if not c.error][::6]])
def test_staged_programs_read_back(case):
    graph = StagedCase(case.function, case.inputs[0]).graph
    text = to_text(graph)
    assert plain(to_text(parse(text))) == plain(text)


@pytest.mark.parametrize("name", ["02_scopes_refvars", "05_dtypes", "10_while_v1", "12_functional", "21_cond_gradient"])
def test_graphs_of_tensorflow_read_back(name):
    (meta,) = sorted(FIXTURES.joinpath(name).glob("*.meta"))[:1]
    with new_graph() as graph:
        rt.train.import_meta_graph(str(meta))
    text = to_text(graph)
    assert plain(to_text(parse(text))) == plain(text)
