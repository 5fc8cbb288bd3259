"""Graphs as GraphDefs: what is written, what is read, and what survives."""

import numpy as np
import pytest

import runtime as rt
from runtime import errors
from runtime.formats import messages

NEW = b"\xca\x3e\x03new"
"""Field 1001 of a message: three bytes that no schema knows."""


@pytest.fixture(autouse=True)
def graph():
    with rt.Graph().as_default() as graph:
        yield graph


def reload(graph_def, **options):
    """The graph after a way through bytes."""
    with rt.Graph().as_default() as graph:
        rt.import_graph_def(messages.serialize(graph_def), **{"name": "", **options})
    return graph


def node(name, op, *inputs, **attrs):
    made = messages.new("NodeDef", name=name, op=op, input=inputs)
    for key, value in attrs.items():
        made.attr[key].CopyFrom(value)
    return made


def of_type(number):
    return messages.new("AttrValue", type=number)


def graph_def(*nodes):
    return messages.new("GraphDef", node=nodes)


FLOAT = of_type(1)
X = node("x", "Placeholder", dtype=FLOAT)


# ---------------------------------------------------------------------------------------------- writing


def test_nodes_have_names_inputs_controls_devices_and_attributes(graph):
    with rt.device("/cpu:1"):
        x = rt.placeholder("float32", [None, 2], name="x")
    with rt.control_dependencies([x]):
        rt.split(x, 2, axis=1, name="parts")[1] * 2.0
    nodes = {item.name: item for item in graph.as_graph_def().node}
    assert nodes["x"].device == "/cpu:1"
    assert [dim.size for dim in nodes["x"].attr["shape"].shape.dim] == [-1, 2]
    assert nodes["parts"].attr["num_split"].i == 2
    assert list(nodes["mul"].input)[0] == "parts:1"
    assert "^x" not in nodes["mul"].input
    assert nodes["parts"].input[-1] == "x" or "^x" in nodes["parts"].input


def test_shapes_are_added_when_asked_for(graph):
    rt.zeros([2, 3], name="z")
    (plain,), (shaped,) = graph.as_graph_def().node, graph.as_graph_def(add_shapes=True).node
    assert "_output_shapes" not in plain.attr
    assert [dim.size for dim in shaped.attr["_output_shapes"].list.shape[0].dim] == [2, 3]


def test_the_versions_are_those_that_tensorflow_takes(graph):
    versions = graph.as_graph_def().versions
    assert (versions.producer, versions.min_consumer) == (1395, 12)


def test_every_attribute_type_comes_back(graph):
    x = rt.placeholder("float32", [1, 4, 4, 1], name="x")
    rt.nn.max_pool2d(x, 2, 2, "SAME", name="pool")
    rt.while_loop(lambda i: i < 3, lambda i: [i + 1], [0], name="loop")
    again = reload(graph.as_graph_def())
    for op in graph.get_operations():
        attrs = again.get_operation_by_name(op.name).attrs
        plain = {name: value for name, value in op.attrs.items() if name not in ("cond", "body", "value")}
        assert {name: attrs[name] for name in plain} == plain


def test_private_attributes_of_python_values_come_back(graph):
    op = rt.identity(rt.placeholder("float32", [])).op
    values = {"_a": True, "_b": 3, "_c": 0.5, "_d": "text", "_e": (1, 2), "_f": rt.float32, "_g": rt.TensorShape([2]),
              "_h": ("a", "b"), "_i": (("nested", 1), None), "_j": (), "_k": b"\xff"}  # fmt: skip
    for name, value in values.items():
        op.set_attr(name, value)
    attrs = reload(graph.as_graph_def()).get_operation_by_name(op.name).attrs
    assert {name: attrs[name] for name in values} == values


def test_private_attributes_without_a_form_are_left_out(graph):
    op = rt.identity(rt.placeholder("float32", [])).op
    op.set_attr("_object", object())
    assert "_object" not in graph.as_graph_def().node[1].attr


@pytest.mark.parametrize("value", [np.zeros([300, 300], np.float32), np.array([b"a", b"\xff"], object), np.float32(2)])
def test_constants_come_back(value, graph):
    rt.constant(value, name="c")
    with reload(graph.as_graph_def()).as_default():
        np.testing.assert_array_equal(rt.Session().run("c:0"), value)


def test_python_functions_cannot_be_saved_and_are_named(tmp_path, graph):
    rt.py_function(lambda x: x, [rt.constant(1.0)], "float32", name="mine")
    with pytest.raises(
        errors.InvalidArgumentError, match="cannot be saved: '.*mine.*' .made at .*test_graph_files.py:"
    ):
        rt.train.write_graph(graph, str(tmp_path), "graph.pb")
    with pytest.raises(errors.InvalidArgumentError, match="cannot be saved"):
        rt.train.export_meta_graph()


@pytest.mark.parametrize(("name", "as_text"), [("graph.pbtxt", True), ("graph.pb", False)])
def test_graphs_are_written_as_text_or_bytes(name, as_text, tmp_path, graph):
    rt.constant(1.0, name="c")
    path = rt.train.write_graph(graph, str(tmp_path / "new"), name, as_text)
    with open(path, "rb") as file:
        data = file.read()
    message = messages.parse_text("GraphDef", data.decode(), "") if as_text else messages.parse("GraphDef", data, "")
    assert message == graph.as_graph_def()


# ---------------------------------------------------------------------------------------------- functions


def function(graph, name):
    return next(item for item in graph.as_graph_def().library.function if item.signature.name.startswith(name))


def test_effects_of_functions_are_control_outputs_in_order(graph):
    v = rt.Variable(1.0, name="v")

    def body(i):
        v.assign_add(1.0)
        rt.print(v.read_value())
        return [i + 1]

    rt.while_loop(lambda i: i < 3, body, [0], name="loop")
    found = function(graph, "while_body")
    assert len(found.signature.control_output) == 2
    assert set(found.control_ret) == set(found.signature.control_output)
    nodes = {item.name: item for item in found.node_def}
    add, show = found.signature.control_output
    assert f"^{add}" in nodes[show].input
    read = next(item for item in found.node_def if item.op == "ReadVariableOp" and "^" + add in item.input)
    assert read


def test_a_write_waits_for_the_reads_before_it(graph):
    v = rt.Variable(1.0, name="v")

    def body(x):
        before = v.read_value()
        v.assign(5.0)
        return [x + before + v.read_value()]

    rt.while_loop(lambda x: x < 3.0, body, [0.0], name="loop")
    nodes = function(graph, "while_body").node_def
    write = next(item for item in nodes if item.op == "AssignVariableOp")
    first = next(item for item in nodes if item.op == "ReadVariableOp")
    assert f"^{first.name}" in write.input


def test_arguments_and_results_have_names_of_their_own(graph):
    x = rt.placeholder("float32", [], name="x")
    rt.cond(x > 0.0, lambda: (x, x), lambda: (x, -x), name="choose")
    found = function(graph, "choose_true")
    names = [arg.name for arg in (*found.signature.input_arg, *found.signature.output_arg)]
    assert len(set(names)) == len(names)
    assert set(found.ret) == {arg.name for arg in found.signature.output_arg}


def test_functions_of_one_name_get_two_names(graph):
    x = rt.placeholder("float32", [])
    for _ in range(2):
        with rt.name_scope(None):
            rt.cond(x > 0.0, lambda: x, lambda: -x, name="same")
    names = [item.signature.name for item in graph.as_graph_def().library.function]
    assert len(set(names)) == len(names) == 4


def test_a_function_that_two_nodes_call_is_written_once(graph):
    double = rt.function(lambda x: x * 2.0)
    x = rt.placeholder("float32", [], name="x")
    rt.identity(double(double(x)), name="y")
    assert len(graph.as_graph_def().library.function) == 1
    with reload(graph.as_graph_def()).as_default():
        assert rt.Session().run("y:0", {"x:0": 3.0}) == 12.0


def test_unused_functions_of_a_file_are_kept():
    message = graph_def(X)
    unused = message.library.function.add()
    unused.signature.name = "unused"
    assert reload(message).as_graph_def().library == message.library


def test_only_what_a_function_needs_is_run():
    """TensorFlow runs what results and control outputs need, even of effects."""
    message = graph_def(X, node("y", "PartitionedCall", "x"))
    call = message.node[1].attr
    call["f"].func.name = "f"
    call["Tin"].list.type.append(1)
    call["Tout"].list.type.append(1)
    body = message.library.function.add()
    body.signature.name = "f"
    body.signature.input_arg.add(name="a", type=1)
    body.signature.output_arg.add(name="b", type=1)
    body.ret["b"] = "neg:y:0"
    body.node_def.append(node("neg", "Neg", "a", T=FLOAT))
    body.node_def.append(node("unknown", "NobodyKnowsThis", "a"))
    with reload(message).as_default():
        assert rt.Session().run("y:0", {"x:0": 3.0}) == -3.0
    body.control_ret["unknown"] = "unknown"
    with reload(message).as_default(), pytest.raises(errors.NotFoundError, match="NobodyKnowsThis"):
        rt.Session().run("y:0", {"x:0": 3.0})


def test_functions_take_the_types_of_their_calls():
    message = graph_def(X, node("y", "Double", "x", T=FLOAT))
    body = message.library.function.add()
    body.signature.name = "Double"
    body.signature.input_arg.add(name="a", type_attr="T")
    body.signature.output_arg.add(name="b", type_attr="T")
    body.signature.attr.add(name="T", type="type")
    body.ret["b"] = "add:z:0"
    add = body.node_def.add(name="add", op="AddV2", input=["a", "a"])
    add.attr["T"].placeholder = "T"
    with reload(message).as_default():
        assert rt.Session().run("y:0", {"x:0": 3.0}) == 6.0


# ---------------------------------------------------------------------------------------------- reading


def test_unknown_ops_are_guessed_from_their_uses():
    message = graph_def(X, node("new", "Newest", "x"), node("y", "Neg", "new:1", T=of_type(2)))
    graph = reload(message)
    assert [tensor.dtype for tensor in graph.get_operation_by_name("new").outputs][1] is rt.float64
    assert graph.as_graph_def().node[1] == message.node[1]


def test_unknown_ops_are_defined_by_the_list_of_the_file():
    ops = messages.new("OpList")
    op = ops.op.add(name="Newest")
    op.input_arg.add(name="a", type_attr="T")
    op.output_arg.add(name="b", type=3)
    op.attr.add(name="T", type="type")
    made = reload(graph_def(X, node("new", "Newest", "x", T=FLOAT)), producer_op_list=ops)
    assert made.get_operation_by_name("new").outputs[0].dtype is rt.int32


def test_fields_that_nobody_knows_survive():
    data = messages.serialize(messages.new("NodeDef", name="x", op="Placeholder"))
    attr = messages.serialize(FLOAT) + NEW
    entry = b"\x0a\x05dtype\x12" + bytes([len(attr)]) + attr
    raw_node = data + b"\x2a" + bytes([len(entry)]) + entry + NEW
    raw = b"\x0a" + bytes([len(raw_node)]) + raw_node + NEW
    with rt.Graph().as_default() as graph:
        rt.import_graph_def(raw, name="")
    assert messages.serialize(graph.as_graph_def()).count(NEW) == 3


def test_attributes_that_are_changed_are_written_anew(graph):
    rt.constant(1.0, name="c")
    again = reload(graph.as_graph_def())
    again.get_operation_by_name("c").set_attr("value", np.float32(2.0))
    with reload(again.as_graph_def()).as_default():
        assert rt.Session().run("c:0") == 2.0


def test_inputs_can_be_mapped_and_elements_returned(graph):
    rt.negative(rt.placeholder("float32", [], name="x"), name="y")
    message = graph.as_graph_def()
    with rt.Graph().as_default():
        three = rt.constant(3.0)
        y, op = rt.import_graph_def(message, {"x:0": three}, ["y:0", "y"], name="part")
        assert (y.name, op.type, rt.Session().run(y)) == ("part/y:0", "Neg", -3.0)


def test_a_second_import_gets_another_scope(graph):
    rt.constant(1.0, name="c")
    message = graph.as_graph_def()
    with rt.Graph().as_default() as other:
        for _ in range(2):
            rt.import_graph_def(message)
        assert [op.name for op in other.get_operations()] == ["import/c", "import_1/c"]


def test_placeholders_of_old_graphs_take_any_shape():
    old = graph_def(node("x", "Placeholder", dtype=FLOAT, shape=messages.new("AttrValue", shape={})))
    old.versions.producer = 20
    assert reload(old).get_tensor_by_name("x:0").shape.rank is None
    old.versions.producer = 30
    assert reload(old).get_tensor_by_name("x:0").shape == []


@pytest.mark.parametrize(
    ("nodes", "message"),
    [
        ([node("y", "Neg", "z", T=FLOAT), X], "Node 'y' of type Neg takes 'z', but there is no node 'z'"),
        ([X, node("y", "Neg", "x:1", T=FLOAT)], "Node 'y' of type Neg: Node 'x' of type Placeholder has 1 outputs"),
        ([X, node("y", "Neg", "x:one", T=FLOAT)], "Node 'y'.* and no 'one'"),
        ([X, node("y", "Neg", "^z", T=FLOAT)], "there is no node 'z'"),
        ([X, X], "Two nodes have the name 'x'"),
        ([node("", "NoOp")], "A node of type 'NoOp' has no valid name"),
        ([node("_x", "NoOp")], "no valid name"),
        ([node("a b", "NoOp")], "no valid name"),
        ([X, node("y", "Neg", T=FLOAT)], "Node 'y' of type Neg: Op Neg takes 1 inputs"),
        ([X, node("y", "Neg", "x", "x", T=FLOAT)], "Node 'y' of type Neg: Op Neg takes 1 inputs"),
        ([X, node("y", "Neg", "x", T=of_type(2))], "Node 'y' of type Neg: .*has type float32 that does not match"),
        ([X, node("y", "Neg", "x", T=of_type(7))], "Node 'y' of type Neg: "),
        ([X, node("y", "Neg", "x", T=messages.new("AttrValue", i=1))], "attribute 'T' cannot be read: it is a i"),
        ([node("y", "Neg", "y", T=FLOAT)], "Node 'y' needs itself: the graph has the cycle y -> y"),
        ([node("y", "NoOp", "^y")], "Node 'y' needs itself"),
        ([node("c", "Const", dtype=FLOAT)], "Node 'c' of type Const: Op Const needs a value for its attribute 'value'"),
        ([node("f", "PartitionedCall", f=messages.new("AttrValue", func={"name": "g"}))], "no function 'g'"),
        (
            [X, node("y", "Neg", "x", T=FLOAT, _output_shapes=messages.new("AttrValue", list={}))],
            None,
        ),
        (
            [
                node("x", "Placeholder", dtype=FLOAT, shape=messages.new("AttrValue", shape={"dim": [{"size": 2}]})),
                node(
                    "y", "Neg", "x", T=FLOAT,
                    _output_shapes=messages.new("AttrValue", list={"shape": [{"dim": [{"size": 3}]}]}),
                ),
            ],
            "Node 'y' of type Neg: ",
        ),
        ([node("x", "Placeholder", dtype=messages.new("AttrValue", placeholder="T"))], "is left open"),
        ([node("x", "Placeholder", dtype=of_type(24))], "no dtype of number 24"),
    ],
)  # fmt: skip
def test_what_is_no_graph_is_refused_by_name_and_leaves_nothing(nodes, message, graph):
    if message is None:
        rt.import_graph_def(graph_def(*nodes), name="")
        return
    with pytest.raises((errors.InvalidArgumentError, errors.UnimplementedError), match=message):
        rt.import_graph_def(graph_def(*nodes), name="")
    assert graph.get_operations() == []


def test_names_that_are_taken_are_refused(graph):
    rt.placeholder("float32", [], name="x")
    with pytest.raises(errors.InvalidArgumentError, match="Node name 'x' already exists in the Graph"):
        rt.import_graph_def(graph_def(X), name="")


def test_a_graph_of_the_future_is_refused():
    message = graph_def(X)
    message.versions.min_consumer = 99999
    with pytest.raises(errors.InvalidArgumentError, match="needs a program that reads version 99999"):
        rt.import_graph_def(message)


def test_inputs_that_are_mapped_must_be_there():
    with pytest.raises(errors.InvalidArgumentError, match=r"not found in graph_def: \[z:0\]"):
        rt.import_graph_def(graph_def(X), {"z": rt.constant(1.0)})


@pytest.mark.parametrize("value", [3, "graph.pb", None])
def test_what_cannot_be_a_graph_is_a_type_error(value):
    with pytest.raises(TypeError, match="graph_def must be a GraphDef or its bytes"):
        rt.import_graph_def(value)


def test_long_chains_of_nodes_and_functions_are_no_problem():
    nodes = [X, *(node(f"n{i}", "Neg", f"n{i - 1}" if i else "x", T=FLOAT) for i in range(3000))]
    message = graph_def(*reversed(nodes))
    for i in range(300):
        body = message.library.function.add()
        body.signature.name = f"f{i}"
        body.signature.input_arg.add(name="a", type=1)
        body.signature.output_arg.add(name="b", type=1)
        body.ret["b"] = "a"
        if i:
            call = body.node_def.add(name="call", op="PartitionedCall", input=["a"])
            call.attr["f"].func.name = f"f{i - 1}"
            for key in ("Tin", "Tout"):
                call.attr[key].list.type.append(1)
            body.ret["b"] = "call:output:0"
    first = message.node.add(name="call", op="PartitionedCall", input=["x"])
    first.attr["f"].func.name = "f299"
    for key in ("Tin", "Tout"):
        first.attr[key].list.type.append(1)
    with reload(message).as_default():
        assert rt.Session().run(["n2999:0", "call:0"], {"x:0": 2.0}) == [2.0, 2.0]
