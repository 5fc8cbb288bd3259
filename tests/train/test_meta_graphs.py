"""Meta graphs: collections, variables, scopes, signatures, text."""

import os

import numpy as np
import pytest

import runtime as rt
from runtime import errors
from runtime.formats import messages
from tests.formats.fixtures import TENSORFLOW

MLP = str(TENSORFLOW / "01_mlp/model.meta")


@pytest.fixture(autouse=True)
def graph():
    with rt.Graph().as_default() as graph:
        yield graph


def again(**options):
    """The current graph after a way through a MetaGraphDef."""
    data = messages.serialize(rt.train.export_meta_graph())
    with rt.Graph().as_default() as graph:
        rt.train.import_meta_graph(data, **options)
    return graph


def test_variables_come_back_with_their_operations():
    rt.Variable([1.0], name="w")
    rt.Variable(2, name="n", trainable=False)
    found = again()
    w, n = found.get_collection("variables")
    assert [w.name, w.initializer.name, w.initial_value.name] == ["w:0", "w/Assign", "w/Initializer/initial_value:0"]
    assert (w.trainable, n.trainable, w.dtype, w.shape) == (True, False, rt.float32, [1])
    assert found.get_collection("trainable_variables") == [w]


def test_a_variable_of_a_file_can_be_used_and_assigned(graph):
    rt.Variable([1.0], name="w")
    with again().as_default() as found:
        (w,) = found.get_collection("variables")
        add = w.assign_add([2.0])
        with rt.Session() as session:
            session.run(w.initializer)
            assert session.run([add, w * 2.0])[0].tolist() == [3.0]


def test_collections_of_all_kinds_come_back(graph):
    x = rt.placeholder("float32", [], name="x")
    values = {"nodes": [x, x.op], "names": ["x"], "ints": [1, 2], "floats": [0.5], "bytes": [b"a", b"\xff"]}
    for name, items in values.items():
        for item in items:
            graph.add_to_collection(name, item)
    found = again()
    assert [item.name for item in found.get_collection("nodes")] == ["x:0", "x"]
    assert [item.name for item in found.get_collection("names")] == ["x"]
    for name in ("ints", "floats", "bytes"):
        assert found.get_collection(name) == values[name]


def test_what_has_no_form_in_a_file_is_left_out_with_a_warning(graph):
    graph.add_to_collection("things", object())
    with pytest.warns(RuntimeWarning, match="Collection 'things' is not saved: it holds .'object'."):
        message = rt.train.export_meta_graph()
    assert "things" not in message.collection_def


def test_collections_can_be_chosen(graph):
    graph.add_to_collection("a", 1)
    graph.add_to_collection("b", 2)
    assert list(rt.train.export_meta_graph(collection_list=["b"]).collection_def) == ["b"]


def test_everything_moves_into_the_scope(graph):
    saver = rt.train.import_meta_graph(MLP, import_scope="net")
    assert all(op.name.startswith("net/") for op in graph.get_operations())
    assert {variable.name[:4] for variable in graph.get_collection("variables")} == {"net/"}
    assert saver.as_saver_def().restore_op_name == "net/save/restore_all"
    second = rt.train.import_meta_graph(MLP, import_scope="net")
    assert second.as_saver_def().restore_op_name == "net_1/save/restore_all"


def test_contexts_of_control_flow_move_into_the_scope(graph):
    rt.train.import_meta_graph(str(TENSORFLOW / "10_while_v1/model.meta"), import_scope="net")
    contexts = [messages.parse("WhileContextDef", item, "") for item in graph.get_collection("while_context")]
    names = [name for context in contexts for name in (context.context_name, *context.loop_exit_names)]
    assert names
    assert all(name.startswith("net/") for name in names)


def test_hints_of_colocation_move_into_the_scope(graph):
    rt.train.import_meta_graph(str(TENSORFLOW / "02_scopes_refvars/model.meta"), import_scope="net")
    hints = [hint for op in graph.get_operations() for hint in op.attrs.get("_class", ())]
    assert hints
    assert all(hint.startswith("loc:@net/") for hint in hints)


def test_devices_can_be_left_out(graph):
    with rt.device("/gpu:0"):
        rt.constant(1.0)
    assert rt.train.export_meta_graph().graph_def.node[0].device == "/gpu:0"
    assert rt.train.export_meta_graph(clear_devices=True).graph_def.node[0].device == ""
    assert again(clear_devices=True).get_operations()[0].device == ""


def test_attributes_with_their_default_can_be_left_out(graph):
    rt.matmul(rt.placeholder("float32", [2, 2]), rt.ones([2, 2]), name="m")
    message = rt.train.export_meta_graph(strip_default_attrs=True)
    (m,) = [node for node in message.graph_def.node if node.name == "m"]
    assert set(m.attr) == {"T", "_output_shapes"}
    assert message.meta_info_def.stripped_default_attrs


def test_signatures_and_what_nobody_knows_survive():
    message = messages.new("MetaGraphDef")
    message.signature_def["serve"].method_name = "predict"
    message.meta_info_def.tags.append("serve")
    data = messages.serialize(message) + b"\xca\x3e\x03new"
    rt.train.import_meta_graph(data)
    found = rt.train.export_meta_graph()
    assert found.signature_def["serve"].method_name == "predict"
    assert list(found.meta_info_def.tags) == ["serve"]
    assert b"\xca\x3e\x03new" in messages.serialize(found)


def test_the_version_of_the_program_is_one_that_tensorflow_reads():
    assert rt.train.export_meta_graph().meta_info_def.tensorflow_version == ""


def test_files_are_written_and_read_as_text_and_bytes(tmp_path):
    rt.constant([1.0, 2.0], name="c")
    for name, as_text in (("graph.meta", False), ("graph.pbtxt", True), ("text.meta", True)):
        path = str(tmp_path / name)
        message = rt.train.export_meta_graph(path, as_text=as_text)
        with rt.Graph().as_default():
            rt.train.import_meta_graph(path)
            assert rt.train.export_meta_graph().graph_def == message.graph_def


def test_a_graph_with_variables_and_no_saver_gets_one():
    rt.Variable(1.0, name="w")
    data = messages.serialize(rt.train.export_meta_graph())
    with rt.Graph().as_default():
        assert rt.train.import_meta_graph(data).as_saver_def().restore_op_name == "save/restore_all"


def test_a_graph_without_variables_gets_no_saver():
    rt.constant(1.0)
    data = messages.serialize(rt.train.export_meta_graph())
    with rt.Graph().as_default():
        assert rt.train.import_meta_graph(data) is None


@pytest.mark.parametrize("name", ["missing.meta", "missing/graph.meta"])
def test_a_missing_file_is_named(name, tmp_path):
    with pytest.raises(errors.NotFoundError, match=name):
        rt.train.import_meta_graph(str(tmp_path / name))


def test_a_directory_is_no_file(tmp_path):
    with pytest.raises(errors.FailedPreconditionError, match=os.path.basename(tmp_path)):
        rt.train.import_meta_graph(str(tmp_path))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda m: m.collection_def["train_op"].node_list.value.append("nothing"),
            "Collection 'train_op': .*'nothing'",
        ),
        (lambda m: m.collection_def["variables"].bytes_list.value.append(b"\xff"), "An item of collection 'variables'"),
        (
            lambda m: m.collection_def["variables"].bytes_list.value.append(
                messages.serialize(messages.new("VariableDef", variable_name="gone:0"))
            ),
            "Variable 'gone:0': .*does not exist",
        ),
        (
            lambda m: m.collection_def["variables"].bytes_list.value.append(
                messages.serialize(messages.new("VariableDef", variable_name="x:0", is_resource=True))
            ),
            "Variable 'x:0' should be a VarHandleOp, but is of type Placeholder",
        ),
    ],
)
def test_collections_that_do_not_fit_are_refused_and_leave_nothing(change, message, graph):
    meta_graph = messages.new("MetaGraphDef")
    meta_graph.graph_def.node.add(name="x", op="Placeholder").attr["dtype"].type = 1
    change(meta_graph)
    with pytest.raises(errors.InvalidArgumentError, match=message):
        rt.train.import_meta_graph(meta_graph)
    assert graph.get_operations() == []


def test_graphs_that_are_too_large_are_refused(monkeypatch, tmp_path):
    from runtime.train import meta_graph

    monkeypatch.setattr(meta_graph, "_LARGEST", 1000)
    rt.constant(np.zeros(1000, np.float32))
    with pytest.raises(errors.InvalidArgumentError, match="hold at most 1000: make variables of its large"):
        rt.train.export_meta_graph(str(tmp_path / "graph.meta"))
