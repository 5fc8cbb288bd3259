"""Graph: building, naming, looking up, finishing."""

import threading

import numpy as np
import pytest

from runtime import dtypes, errors
from runtime.current import reset_default_graph
from runtime.dispatch import apply_one, apply_op, convert_to_tensor, current_graph, get_default_graph
from runtime.graph import Graph
from runtime.graph_keys import GraphKeys
from runtime.ops.state import constant, placeholder
from tests.runtime.helpers import new_graph


def test_operations_are_in_the_order_of_their_making():
    with new_graph() as g:
        x = placeholder("float32", [2], "x")
        y = apply_one("Neg", [x], name="y")
        z = apply_one("AddV2", [y, x], name="z")
    assert [op.name for op in g.get_operations()] == ["x", "y", "z"]
    assert z.op.inputs == (y, x)
    assert z.name == "z:0"
    assert g.version == 3


def test_an_operation_without_outputs_is_returned_itself():
    with new_graph():
        assert apply_op("NoOp").type == "NoOp"


def test_eager_tensors_become_constants_once():
    two = constant(2.0)
    with new_graph() as g:
        apply_one("AddV2", [two, two])
        apply_one("Neg", [two])
    assert [op.type for op in g.get_operations()] == ["Const", "AddV2", "Neg"]
    assert g.get_operations()[0].attrs["value"] == np.float32(2)


def test_a_symbolic_input_draws_the_operation_into_its_graph():
    with new_graph() as g:
        x = placeholder("float32")
    assert apply_one("AddV2", [constant(1.0), x]).graph is g
    assert apply_one("Pack", [[constant(1.0), x]]).graph is g


def test_a_tensor_of_another_graph_is_refused_and_located():
    with new_graph():
        x = placeholder("float32", name="x")
    with new_graph(), pytest.raises(errors.InaccessibleTensorError, match=r"'x:0'.*test_graph.py:\d+.*same graph"):
        apply_one("Neg", [x])


def test_attributes_come_from_the_caller_the_inputs_and_the_defaults():
    with new_graph():
        x = placeholder("float64", [2, 2])
        op = apply_one("MatMul", [x, x], {"transpose_b": True}).op
    assert op.attrs == {"transpose_b": True, "T": dtypes.float64}
    assert op.attrs["transpose_a"] is False
    assert op.get_attr("transpose_a") is False
    with pytest.raises(ValueError, match="no attr named 'transpose_c'. Did you mean 'transpose_b' or 'transpose_a'"):
        op.get_attr("transpose_c")


def test_shapes_that_do_not_fit_name_the_operation():
    with new_graph():
        x, y = placeholder("float32", [2]), placeholder("float32", [3])
        with pytest.raises(errors.InvalidArgumentError, match=r"op 'sum' of type AddV2 with inputs float32\(2,\)"):
            apply_one("AddV2", [x, y], name="sum")


def test_names_are_made_unique_in_their_scope():
    with new_graph() as g:
        names = [apply_op("NoOp", name=name).name for name in ("a", "a", "A", None, None)]
        with g.name_scope("s"):
            names.append(apply_op("NoOp", name="a").name)
        with g.name_scope("s"):
            names.append(apply_op("NoOp", name="a").name)
    assert names == ["a", "a_1", "A_2", "NoOp", "NoOp_1", "s/a", "s_1/a"]


def test_a_name_with_a_slash_at_its_end_is_the_very_name():
    with new_graph() as g, g.name_scope("outer"):
        assert apply_op("NoOp", name="here/").name == "here"
        with pytest.raises(ValueError, match="There is an operation 'here' already"):
            apply_op("NoOp", name="here/")
        with g.name_scope(None):
            assert apply_op("NoOp", name="here").name == "here_1"


def test_an_invalid_name_is_refused():
    with new_graph(), pytest.raises(ValueError, match="not a valid operation name"):
        apply_op("NoOp", name="a b")


def test_tensors_and_operations_are_found_by_name():
    with new_graph() as g:
        x = placeholder("float32", name="x")
        parts = apply_op("Split", [constant(0), constant([1.0, 2.0])], {"num_split": 2}, "parts")
    assert g.get_tensor_by_name("x:0") is g.get_tensor_by_name("x") is x
    assert g.get_tensor_by_name("parts:1") is parts[1]
    assert g.get_operation_by_name("parts") is parts[0].op
    assert g.as_graph_element("x") is x.op
    assert g.as_graph_element("x:0") is g.as_graph_element(x) is x
    assert g.as_graph_element("x", allow_operation=False) is x


@pytest.mark.parametrize(
    ("name", "error", "text"),
    [
        ("y:0", KeyError, "The operation, 'y', does not exist in the graph"),
        ("place:0", KeyError, "Did you mean 'placeholder'"),
        ("placeholder:1", KeyError, "exists but only has 1 outputs"),
        ("parts", ValueError, "an Operation with 2 outputs, not a Tensor.*'parts:0'"),
        ("placeholder:a", ValueError, "no name of a tensor"),
        ("placeholder:-1", ValueError, "no name of a tensor"),
        (7, TypeError, "is a string, not 7"),
    ],
)
def test_names_that_are_not_there(name, error, text):
    with new_graph() as g:
        placeholder("float32", name="placeholder")
        apply_op("Split", [constant(0), constant([1.0, 2.0])], {"num_split": 2}, "parts")
    with pytest.raises(error, match=text):
        g.get_tensor_by_name(name)


def test_an_operation_that_is_not_there():
    with pytest.raises(KeyError, match="refers to an Operation not in the graph"):
        Graph().get_operation_by_name("x")


def test_elements_of_other_graphs_and_eager_tensors_are_no_elements():
    with new_graph():
        x = placeholder("float32")
    with pytest.raises(ValueError, match="not an element of this graph"):
        Graph().as_graph_element(x)
    with pytest.raises(TypeError, match="no Tensor or Operation of a graph"):
        Graph().as_graph_element(constant(1))


def test_a_finalized_graph_does_not_change():
    with new_graph() as g:
        x = placeholder("float32")
        g.finalize()
        for change in (
            lambda: apply_one("Neg", [x]),
            lambda: constant(1),
            lambda: x.op.set_attr("_a", 1),
            lambda: x.op.update_input(0, x),
        ):
            with pytest.raises(RuntimeError, match="Graph is finalized and cannot be modified"):
                change()
    assert g.finalized


def test_an_input_can_be_replaced_by_one_of_its_kind():
    with new_graph() as g:
        x, y, n = placeholder("float32"), placeholder("float32"), placeholder("int32")
        op = apply_one("Neg", [x]).op
        before = g.version
        op.update_input(0, y)
        with pytest.raises(errors.DTypeError, match="does not fit"):
            op.update_input(0, n)
    assert op.inputs == (y,)
    assert g.version > before
    with new_graph(), pytest.raises(errors.InaccessibleTensorError):
        op.update_input(0, placeholder("float32"))


def test_collections_hold_anything():
    g = Graph()
    g.add_to_collection("things", 1)
    g.add_to_collections(["things", GraphKeys.LOSSES], 2)
    two = object()
    g.add_to_collections("things", two)
    g.add_to_collections("things", two)
    assert g.get_collection("things") == [1, 2, two]
    assert g.get_all_collection_keys() == ["losses", "things"]
    g.get_collection_ref("things").clear()
    assert g.get_collection("things") == []
    g.clear_collection("losses")
    assert g.get_all_collection_keys() == []


def test_a_collection_is_filtered_by_scope():
    with new_graph() as g:
        a, b = placeholder("float32", name="a/x"), placeholder("float32", name="b/x")
        g.add_to_collection("xs", a)
        g.add_to_collection("xs", b)
        g.add_to_collection("xs", "no name")
    assert g.get_collection("xs", "a/") == [a]


def test_each_thread_has_a_current_graph_of_its_own():
    seen = []
    with new_graph() as g:
        thread = threading.Thread(target=lambda: seen.append(current_graph()))
        thread.start()
        thread.join()
        assert current_graph() is g
    assert seen == [None]
    assert current_graph() is None


def test_threads_get_unique_names_in_one_graph():
    g = Graph()

    def build():
        with g.as_default(), g.name_scope("s/"):
            for _ in range(200):
                apply_op("NoOp", name="n")

    threads = [threading.Thread(target=build) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    names = [op.name for op in g.get_operations()]
    assert len(names) == len(set(names)) == 800
    assert g.version == 800


def test_placeholders_live_in_the_implicit_graph():
    reset_default_graph()
    x = placeholder("float32")
    assert current_graph() is None
    assert x.graph is get_default_graph()
    assert apply_one("Neg", [x]).graph is x.graph
    reset_default_graph()
    assert get_default_graph() is not x.graph
    with new_graph(), pytest.raises(RuntimeError, match="cannot run inside"):
        reset_default_graph()


def test_a_graph_is_left_when_its_block_fails():
    with pytest.raises(ZeroDivisionError), new_graph():
        1 / 0  # noqa: B018
    assert current_graph() is None


def test_constants_of_an_open_graph_are_operations():
    with new_graph() as g:
        c = convert_to_tensor([1, 2], name="c")
    assert (c.op.type, c.name, c.graph, c.shape) == ("Const", "c:0", g, [2])
