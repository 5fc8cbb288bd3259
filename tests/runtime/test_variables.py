"""Variables: eager, in graphs, in traces, and in the implicit graph."""

import copy
import threading

import numpy as np
import pytest

from runtime import errors
from runtime.context import RunContext
from runtime.current import reset_default_graph
from runtime.dispatch import apply_one, apply_op, convert_to_tensor
from runtime.func_graph import FuncGraph
from runtime.graph import Graph
from runtime.graph_keys import GraphKeys
from runtime.indexed_slices import IndexedSlices
from runtime.ops.state import constant, placeholder
from runtime.registry import bind_kernel
from runtime.scopes import name_scope
from runtime.variables import Variable
from tests.runtime.helpers import evaluate, new_graph


def run(op, context, feeds=None):
    """Runs an operation without outputs."""
    inputs = [evaluate(tensor, feeds, context) for tensor in op.inputs]
    bind_kernel(op.type, op.attrs, context, op)(*inputs)


class TestEager:
    def test_it_holds_its_value(self):
        v = Variable([1.0, 2.0], name="v")
        assert (v.name, v.dtype.name, v.shape, v.trainable, v.graph) == ("v:0", "float32", [2], True, None)
        assert v.numpy().tolist() == v.read_value().tolist() == v.value().tolist() == [1, 2]
        assert repr(v) == "<Variable 'v:0' shape=(2,) dtype=float32, numpy=array([1., 2.], dtype=float32)>"
        assert repr(Variable(1)) == "<Variable 'Variable:0' shape=() dtype=int32, numpy=1>"

    def test_assignment_returns_the_variable(self):
        v = Variable(1.0)
        assert v.assign(2.0) is v
        assert v.assign_add(3.0).assign_sub(1.0).numpy() == 4
        assert v.assign(1.0, read_value=False) is None

    @pytest.mark.parametrize(
        ("value", "error", "text"),
        [
            ([1.0, 2.0, 3.0], errors.InvalidArgumentError, r"'v:0': Shape mismatch.*\(2,\).*\(3,\)"),
            (1.0, errors.InvalidArgumentError, "Shape mismatch"),
            (constant([1, 2]), TypeError, "requested dtype float32"),
            (["a", "b"], TypeError, "Cannot convert"),
        ],
    )
    def test_a_value_that_does_not_fit_is_refused(self, value, error, text):
        v = Variable([1.0, 2.0], name="v")
        for write in (v.assign, v.assign_add, v.assign_sub):
            with pytest.raises(error, match=text):
                write(value)
        assert v.numpy().tolist() == [1, 2]

    def test_what_was_read_does_not_change(self):
        v = Variable([1.0])
        before = v.read_value()
        v.assign_add([1.0])
        v.assign([5.0])
        assert before.tolist() == [1]

    def test_the_users_arrays_stay_his_own(self):
        array = np.array([1.0], np.float32)
        v = Variable(array)
        v.assign(array)
        array[0] = 9
        v.numpy()[0] = 9
        assert v.numpy()[0] == 1

    def test_it_is_used_like_a_tensor(self):
        v = Variable([1.0, 2.0])
        assert (v + 1).tolist() == [2, 3]
        assert (1 - v).tolist() == [0, -1]
        assert (v == [1.0, 0.0]).tolist() == [True, False]
        assert (-v).tolist() == [-1, -2]
        assert v[1].numpy() == 2
        assert [x.item() for x in v] == [1, 2]
        assert len(v) == 2
        assert np.asarray(v).tolist() == [1, 2]
        assert np.sum(v) == 3
        assert apply_one("Neg", [convert_to_tensor(v)]).tolist() == [-1, -2]

    def test_scalars_convert_to_python(self):
        v = Variable(2)
        assert (int(v), float(v), bool(v), complex(v), [0, 1, 7][v], f"{v:03d}") == (2, 2.0, True, 2, 7, "002")
        assert str(v) == f"{v}" == repr(v)

    def test_rows_are_scattered(self):
        v = Variable([0.0, 0.0, 0.0])
        v.scatter_add([0, 2, 0], [1.0, 2.0, 3.0]).scatter_sub([1], [1.0])
        assert v.numpy().tolist() == [4, -1, 2]
        assert v.scatter_update([1], [7.0]).numpy().tolist() == [4, 7, 2]
        assert v.scatter_update(IndexedSlices([6.0], [1])).numpy().tolist() == [4, 6, 2]
        v.scatter_mul([1], [2.0]).scatter_div([1], [3.0]).scatter_max([1], [7.0]).scatter_min([1], [9.0])
        assert v.sparse_read([1, 1]).numpy().tolist() == [7, 7]
        assert v.gather_nd([[1]]).numpy().tolist() == [7]
        with pytest.raises(TypeError, match="takes IndexedSlices, or indices and updates"):
            v.scatter_add([1])
        v.scatter_nd_update([[0]], [8.0])
        v.scatter_nd_add([[0]], [1.0]).scatter_nd_sub([[2]], [1.0])
        assert v.numpy().tolist() == [9, 7, 1]

    def test_an_unknown_shape_takes_every_value(self):
        for v in (Variable([1.0], shape=None, validate_shape=False), Variable([1.0], shape=[None])):
            assert v.assign([1.0, 2.0]).numpy().tolist() == [1, 2]
        with pytest.raises(errors.InvalidArgumentError, match="which does not fit"):
            Variable([1.0], shape=[2])

    def test_initial_values(self):
        assert Variable(lambda: constant(3.0)).numpy() == 3
        assert Variable(1, dtype="float64").dtype.name == "float64"
        assert Variable(Variable(2.0)).numpy() == 2
        with pytest.raises(ValueError, match="needs an initial value"):
            Variable()

    def test_names_follow_the_scope(self):
        with name_scope("layer"):
            assert Variable(1.0, name="w").name == "layer/w:0"
        assert Variable(1.0, name="w").name == "w:0"

    def test_copies_are_variables_of_their_own(self):
        v = Variable([1.0], trainable=False, name="v")
        other = copy.deepcopy(v)
        other.assign([2.0])
        assert (v.numpy(), other.numpy(), other.name, other.trainable) == (1, 2, "v:0", False)

    def test_updates_of_threads_do_not_mix(self):
        v = Variable(np.zeros(100))

        def work():
            for _ in range(100):
                v.assign_add(np.ones(100))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (v.numpy() == 400).all()

    def test_a_variable_hashes_by_identity(self):
        v, w = Variable(1), Variable(1)
        assert len({v.ref(), w.ref(), v.ref()}) == 2


class TestInGraph:
    def test_its_operations_have_tensorflows_names(self):
        with new_graph() as g:
            Variable(0.0, name="v")
            with name_scope("s"):
                Variable(lambda: constant([1.0], name="ones"))
        prefix = "s/Variable"
        assert [(op.name, op.type) for op in g.get_operations()] == [
            ("v/Initializer/initial_value", "Const"),
            ("v", "VarHandleOp"),
            ("v/IsInitialized/VarIsInitializedOp", "VarIsInitializedOp"),
            ("v/Assign", "AssignVariableOp"),
            ("v/Read/ReadVariableOp", "ReadVariableOp"),
            (f"{prefix}/Initializer/ones", "Const"),
            (prefix, "VarHandleOp"),
            (f"{prefix}/IsInitialized/VarIsInitializedOp", "VarIsInitializedOp"),
            (f"{prefix}/Assign", "AssignVariableOp"),
            (f"{prefix}/Read/ReadVariableOp", "ReadVariableOp"),
        ]
        assert g.get_operation_by_name("v").attrs["shared_name"] == "v"

    def test_names_are_unique(self):
        with new_graph():
            assert [Variable(0.0, name="v").name for _ in range(3)] == ["v:0", "v_1:0", "v_2:0"]

    def test_it_joins_collections(self):
        with new_graph() as g:
            v, w = Variable(0.0), Variable(0.0, trainable=False)
            local = Variable(0.0, trainable=False, collections=[GraphKeys.LOCAL_VARIABLES])
        assert g.get_collection(GraphKeys.GLOBAL_VARIABLES) == [v, w]
        assert g.get_collection(GraphKeys.TRAINABLE_VARIABLES) == [v]
        assert g.get_collection(GraphKeys.LOCAL_VARIABLES) == [local]

    def test_it_has_a_value_in_each_session(self):
        with new_graph():
            v = Variable(2.0, name="v")
            y = v * 3.0
            more = v.assign_add(1.0)
        one, other = RunContext(), RunContext()
        with pytest.raises(errors.FailedPreconditionError, match="uninitialized value 'v'"):
            evaluate(y, None, one)
        run(v.initializer, one)
        assert evaluate(y, None, one) == 6
        run(more.op.control_inputs[0], one)
        assert evaluate(more, None, one) == 3
        assert not evaluate(v.is_initialized(), None, other)

    def test_every_use_reads_anew_and_an_assignment_is_read_after(self):
        with new_graph():
            v = Variable(2.0)
            reads = {v.read_value(), v.value(), convert_to_tensor(v)}
            after = v.assign(3.0)
            assert v.assign(3.0, read_value=False).type == "AssignVariableOp"
        assert len(reads) == 3
        assert (after.op.type, [op.type for op in after.op.control_inputs]) == ("ReadVariableOp", ["AssignVariableOp"])

    def test_values_are_in_sessions_only(self):
        with new_graph():
            v = Variable(2.0, name="v")
            with pytest.raises(NotImplementedError, match="in sessions only"):
                v.numpy()
            with pytest.raises(errors.OperatorNotAllowedInGraphError):
                bool(v)
            with pytest.raises(NotImplementedError, match="part of its graph"):
                copy.deepcopy(v)
            assert repr(v) == "<Variable 'v:0' shape=() dtype=float32>"

    def test_shapes_and_dtypes_are_checked_when_the_assignment_is_made(self):
        with new_graph():
            v = Variable([2.0])
            with pytest.raises(errors.InvalidArgumentError, match="Shape mismatch"):
                v.assign([1.0, 2.0])
            with pytest.raises(errors.InvalidArgumentError, match="Cannot assign shape"):
                apply_op("AssignVariableOp", [v.handle, constant([1.0, 2.0])])
            with pytest.raises(errors.InvalidArgumentError, match="Cannot assign int32 to a variable of dtype float32"):
                apply_op("AssignVariableOp", [v.handle, constant([1])])
            with pytest.raises(errors.InvalidArgumentError, match="of dtype float32 as int32"):
                apply_one("ReadVariableOp", [v.handle], {"dtype": "int32"})

    def test_it_stands_for_its_snapshot_as_a_graph_element(self):
        with new_graph() as g:
            v = Variable(2.0, name="v")
        assert g.as_graph_element(v) is g.get_tensor_by_name("v/Read/ReadVariableOp:0")

    def test_a_variable_can_be_found_again_by_its_operations(self):
        with new_graph() as g:
            Variable([2.0], name="v", trainable=False)
        names = g.get_operation_by_name
        again = Variable.from_operations(names("v").outputs[0], names("v/Assign"), trainable=False)
        assert (again.name, again.shape, again.dtype.name, again.trainable) == ("v:0", [1], "float32", False)
        with g.as_default():
            assert again.assign([3.0]).graph is g

    def test_a_symbolic_initial_value_makes_no_eager_variable(self):
        reset_default_graph()
        with pytest.raises(ValueError, match="must be concrete"):
            Variable(placeholder("float32"))


class TestInTrace:
    def test_an_eager_variable_is_captured_by_its_handle(self):
        v = Variable(2.0)
        with FuncGraph("f").as_default() as f:
            y = v * v
            v.assign(y)
        assert list(f.captures) == [v.handle]
        assert [op.type for op in f.get_operations()].count("AssignVariableOp") == 1

    def test_making_one_is_up_to_the_creator_of_the_function(self):
        made = []
        with FuncGraph("f").as_default() as f:
            f.variable_creator = lambda make: made.append(make())
            with FuncGraph("branch").as_default(), name_scope("s"):
                v = Variable([1.0], name="v")
        assert made == [v]
        assert (v.name, v.graph) == ("s/v:0", None)
        assert v.numpy().tolist() == [1]

    def test_without_a_creator_it_is_an_error(self):
        with FuncGraph("f").as_default(), pytest.raises(ValueError, match="create variables on non-first call"):
            Variable(1.0)

    def test_a_traced_initial_value_is_made_again_outside(self):
        with FuncGraph("f").as_default() as f:
            f.variable_creator = lambda make: make()
            v = Variable(apply_one("Neg", [apply_one("AddV2", [constant(1.0), constant(2.0)])]))
        assert v.numpy() == -3

    def test_an_initial_value_may_come_from_outside_but_not_from_an_argument(self):
        outside = constant(1.0)
        with FuncGraph("f").as_default() as f:
            f.variable_creator = lambda make: make()
            assert Variable(apply_one("Neg", [outside])).numpy() == -1
            x = f.add_input("float32", [], "x")
            with pytest.raises(ValueError, match=r"'x:0'.*argument of the function being traced"):
                Variable(x + 1.0)

    def test_inside_a_graph_it_is_made_in_the_graph(self):
        with new_graph() as g, FuncGraph("f").as_default() as f:
            f.variable_creator = lambda make: make()
            v = Variable(1.0, name="v")
            v.read_value()
        assert v.graph is g
        assert list(f.captures) == [v.handle]


class TestInImplicitGraph:
    def test_the_graph_reads_the_eager_variable_itself(self):
        reset_default_graph()
        x = placeholder("float32", [], "x")
        v = Variable(3.0, name="v")
        y = v * x
        v.assign(5.0)
        assert y.graph is x.graph
        assert evaluate(y, {x: np.float32(2)}) == 10
        assert x.graph.get_collection(GraphKeys.GLOBAL_VARIABLES) == [v]

    def test_it_is_assigned_from_the_graph(self):
        reset_default_graph()
        x = placeholder("float32", [])
        v = Variable(3.0)
        after = v.assign(x)
        run(after.op.control_inputs[0], RunContext(), {x: np.float32(2)})
        assert v.numpy() == 2

    def test_variables_of_one_name_are_kept_apart(self):
        reset_default_graph()
        x = placeholder("float32", [])
        v, w = Variable(1.0, name="v"), Variable(2.0, name="v")
        y = v * x + w * x
        names = [op.attrs["shared_name"] for op in x.graph.get_operations() if op.type == "VarHandleOp"]
        assert names == ["v", "v_1"]
        assert evaluate(y, {x: np.float32(1)}) == 3

    def test_what_was_read_on_purpose_is_a_constant(self):
        reset_default_graph()
        x = placeholder("float32", [])
        v = Variable(3.0)
        y = v.read_value() * x
        v.assign(5.0)
        assert evaluate(y, {x: np.float32(1)}) == 3


def test_a_graph_of_its_own_takes_an_eager_variable_too():
    v = Variable(3.0)
    g = Graph()
    with g.as_default():
        y = v + 1.0
    v.assign(4.0)
    assert evaluate(y) == 5
