"""Graphs that are whole, and ask for more than there is: clear errors, before there is room for it."""

import tracemalloc

import pytest

import runtime as rt
from runtime import errors
from runtime.formats import messages

FLOAT, INT = (messages.new("AttrValue", type=number) for number in (1, 3))
LARGE = 1 << 40


def node(name, op, *inputs, **attrs):
    made = messages.new("NodeDef", name=name, op=op, input=inputs)
    for key, value in attrs.items():
        made.attr[key].CopyFrom(value)
    return made


def const(name, shape, *values, dtype=INT):
    tensor = messages.new("TensorProto", dtype=dtype.type)
    for size in shape:
        tensor.tensor_shape.dim.add(size=size)
    (tensor.int_val if dtype is INT else tensor.float_val).extend(values)
    return node(name, "Const", dtype=dtype, value=messages.new("AttrValue", tensor=tensor))


X = node("x", "Placeholder", dtype=FLOAT, shape=messages.new("AttrValue", shape={"unknown_rank": True}))
RESHAPE = node("y", "Reshape", "x", "sizes", T=FLOAT, Tshape=INT)
NUMBER = messages.new("AttrValue", i=LARGE)
CALL = {
    "f": messages.new("AttrValue", func={"name": "f"}),
    "Tin": messages.new("AttrValue", list={"type": [1]}),
    "Tout": messages.new("AttrValue", list={"type": [1]}),
}

REFUSED = {
    "constants": ([const("c", [LARGE], 1)], "cannot stand for"),
    "constants of many dimensions": ([const("c", [LARGE] * 4, 1)], "cannot stand for"),
    "outputs": ([const("a", [], 0), X, node("y", "Split", "a", "x", num_split=NUMBER, T=FLOAT)], "outputs, which are"),
    "outputs of unknown ops": ([node("u", "Newest"), node("y", "Neg", f"u:{LARGE}", T=FLOAT)], "nothing has more than"),
    "cycles": (
        [node(f"n{i}", "Neg", f"n{(i + 1) % 5000}", T=FLOAT) for i in range(5000)],
        "has the cycle n0 -> .* -> n0",
    ),
    "nothing": ([node("n", "NoOp", *[f"^m{i}" for i in range(5000)])], "takes '.m0', but there is no node 'm0'"),
}  # fmt: skip
HARMLESS = {
    "sizes by Fill": [
        const("n", [1], 1 << 30), const("v", [], 2), X, RESHAPE,
        node("sizes", "Fill", "n", "v", T=INT, index_type=INT),
    ],
    "sizes by Range": [
        const("a", [], 0), const("b", [], 1 << 30), const("c", [], 1), X, RESHAPE,
        node("sizes", "Range", "a", "b", "c", Tidx=INT),
    ],
    "many inputs": [const("v", [], 2), node("p", "Pack", *["v"] * 5000, N=messages.new("AttrValue", i=5000), T=INT)],
}  # fmt: skip


def load(nodes):
    """Loads a graph; the peak of memory in bytes."""
    message = messages.serialize(messages.new("GraphDef", node=nodes))
    tracemalloc.start()
    try:
        with rt.Graph().as_default():
            rt.import_graph_def(message, name="")
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 60_000_000


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_is_refused(name):
    nodes, message = REFUSED[name]
    with pytest.raises(errors.InvalidArgumentError, match=message):
        load(nodes)


@pytest.mark.parametrize("name", HARMLESS)
def test_what_could_be_costs_nothing_before_it_runs(name):
    load(HARMLESS[name])


@pytest.mark.parametrize("calls", [1, 2])
def test_functions_that_call_themselves_or_each_other_are_loaded(calls):
    message = messages.new("GraphDef", node=[X, node("y", "PartitionedCall", "x", **CALL)])
    names = ["f", *[f"f{i}" for i in range(1, 40)]]
    for name, callee in zip(names, names[1:] + ["f"] if calls == 1 else [*names[1:], names[-1]]):
        body = message.library.function.add()
        body.signature.name = name
        body.signature.input_arg.add(name="a", type=1)
        body.signature.output_arg.add(name="b", type=1)
        body.ret["b"] = "a"
        for i in range(calls):
            call = node(f"c{i}", "PartitionedCall", body.ret["b"], **CALL)
            call.attr["f"].func.name = callee
            body.node_def.append(call)
            body.ret["b"] = f"c{i}:output:0"
    with rt.Graph().as_default() as graph:
        rt.import_graph_def(messages.serialize(message), name="")
        assert len(graph.as_graph_def().library.function) == 40
