"""Sessions: fetches, feeds, errors, state, default sessions."""

import collections
import dataclasses
import threading

import numpy as np
import pytest

import runtime as rt
from runtime.session import RunMetadata, RunOptions
from tests.runtime.helpers import new_graph


@pytest.fixture
def graph():
    with new_graph() as g:
        yield g


# ---------------------------------------------------------------------------------------------- fetches


def test_a_tensor_gives_an_array(graph):
    value = rt.Session().run(rt.constant([1.0, 2.0]) * 2.0)
    assert type(value) is np.ndarray
    np.testing.assert_array_equal(value, np.float32([2, 4]))


def test_a_scalar_gives_a_numpy_scalar(graph):
    assert type(rt.Session().run(rt.constant(1.0))) is np.float32


def test_a_string_gives_bytes(graph):
    assert rt.Session().run(rt.constant("text")) == b"text"


def test_an_operation_gives_none(graph):
    v = rt.Variable(1.0)
    assert rt.Session().run(v.initializer) is None


def test_names_stand_for_tensors_and_operations(graph):
    rt.constant(3, name="three")
    assert rt.Session().run(["three:0", "three"]) == [3, None]


def test_a_variable_gives_its_value(graph):
    v = rt.Variable([1.0, 2.0])
    session = rt.Session()
    session.run(v.initializer)
    np.testing.assert_array_equal(session.run(v), [1, 2])


Pair = collections.namedtuple("Pair", "first second")


@dataclasses.dataclass
class Losses:
    total: object
    parts: object


@pytest.mark.parametrize(
    ("fetches", "values"),
    [
        (lambda a, b: [a, b], [1, 2]),
        (lambda a, b: (a, b), (1, 2)),
        (lambda a, b: [a, [b, (a,)]], [1, [2, (1,)]]),
        (lambda a, b: {"b": b, "a": [a]}, {"b": 2, "a": [1]}),
        (lambda a, b: Pair(a, b), Pair(1, 2)),
        (lambda a, b: Losses(a, {"b": b}), Losses(1, {"b": 2})),
        (lambda a, b: collections.OrderedDict(z=a, y=b), collections.OrderedDict(z=1, y=2)),
        (lambda a, b: [], []),
        (lambda a, b: [a, a, b, a], [1, 1, 2, 1]),
    ],
)
def test_structures_come_back_as_they_are(graph, fetches, values):
    result = rt.Session().run(fetches(rt.constant(1), rt.constant(2)))
    assert result == values
    assert type(result) is type(values)


def test_eager_tensors_and_variables_give_their_values():
    v = rt.Variable(1.0)
    e = rt.constant([1, 2])
    x = rt.placeholder("float32", [])
    session = rt.Session()
    assert session.run([x, v], {x: 5.0}) == [5.0, 1.0]
    v.assign(7.0)
    assert session.run([x, v], {x: 5.0}) == [5.0, 7.0]
    assert session.run(e).tolist() == [1, 2]


@pytest.mark.parametrize("fetch", [3, None, 1.5, object(), np.ones(2)])
def test_other_things_cannot_be_fetched(graph, fetch):
    rt.constant(1)
    with pytest.raises(TypeError, match="Fetch argument .* has invalid type"):
        rt.Session().run(fetch)


def test_a_tensor_of_another_graph_cannot_be_fetched(graph):
    rt.constant(1)
    with new_graph():
        other = rt.constant(2, name="other")
    with pytest.raises(ValueError, match="not an element of this graph"):
        rt.Session(graph=graph).run(other)


def test_an_unknown_name_gets_the_nearest_one(graph):
    rt.constant(1, name="learning_rate")
    with pytest.raises(ValueError, match="cannot be interpreted as a Tensor.*Did you mean 'learning_rate'"):
        rt.Session().run("learnin_rate:0")


def test_a_handle_cannot_be_fetched(graph):
    v = rt.Variable(1.0)
    with pytest.raises(TypeError, match="a resource has no form as a numpy array"):
        rt.Session().run(v.handle)


def test_what_is_marked_may_be_neither_fed_nor_fetched(graph):
    x = rt.constant(1.0)
    y = x + 1.0
    session = rt.Session()
    session.run(y, {x: 2.0})
    graph.prevent_feeding(x)
    graph.prevent_fetching(y.op)
    with pytest.raises(ValueError, match="may not be fed"):
        session.run(x, {x: 2.0})
    with pytest.raises(ValueError, match="not fetchable"):
        session.run(y)


# ---------------------------------------------------------------------------------------------- results are the user's


def test_writing_to_a_result_changes_nothing(graph):
    v = rt.Variable([1.0, 2.0])
    c = rt.constant([1.0, 2.0])
    x = rt.placeholder("float32", [2])
    session = rt.Session()
    session.run(v.initializer)
    fed = np.ones(2, "f4")
    fetches = [v, c, x, rt.identity(x), rt.reshape(x, [2, 1]), c[:1]]
    for result in session.run(fetches, {x: fed}):
        result += 5.0
    after = session.run(fetches, {x: fed})
    assert [value.ravel().tolist() for value in after] == [[1, 2], [1, 2], [1, 1], [1, 1], [1, 1], [1]]


def test_a_result_is_not_copied_without_need(graph):
    x = rt.placeholder("float32", [1000])
    result = rt.Session().run(x + 1.0, {x: np.ones(1000)})
    assert result.base is None
    assert result.flags.writeable


def test_writing_to_what_was_fed_does_not_change_a_variable(graph):
    v = rt.Variable([0.0, 0.0])
    x = rt.placeholder("float32", [2])
    session = rt.Session()
    fed = np.ones(2, "f4")
    session.run(v.assign(x), {x: fed})
    fed += 1.0
    assert session.run(v).tolist() == [1, 1]


# ---------------------------------------------------------------------------------------------- feeds


@pytest.mark.parametrize(
    "value",
    [2, 2.0, np.float32(2), np.float64(2), np.int64(2), np.array(2.0), True + 1, np.array(2, "i1")],
)
def test_a_scalar_may_be_fed_as_any_number(graph, value):
    x = rt.placeholder("float32", [])
    assert rt.Session().run(x * 3.0, {x: value}) == 6.0


@pytest.mark.parametrize("value", [[1, 2], (1.0, 2.0), np.array([1, 2]), np.array([1.0, 2.0]), np.array([1, 2], "f2")])
def test_a_vector_may_be_fed_as_list_or_array(graph, value):
    x = rt.placeholder("float32", [2])
    result = rt.Session().run(x, {x: value})
    assert result.dtype == np.float32
    assert result.tolist() == [1, 2]


def test_an_eager_tensor_or_variable_may_be_fed():
    with new_graph() as g:
        x = rt.placeholder("float32", [2])
        y = x + 1.0
    session = rt.Session(graph=g)
    assert session.run(y, {x: rt.constant([1.0, 2.0])}).tolist() == [2, 3]
    assert session.run(y, {x: rt.Variable([1.0, 2.0])}).tolist() == [2, 3]


def test_strings_may_be_fed_in_any_form(graph):
    x = rt.placeholder("string", None)
    session = rt.Session()
    assert session.run(x, {x: "a"}) == b"a"
    assert session.run(x, {x: ["a", b"b"]}).tolist() == [b"a", b"b"]
    assert session.run(x, {x: np.array(["a", "b"])}).tolist() == [b"a", b"b"]


def test_a_feed_goes_by_name_too(graph):
    x = rt.placeholder("float32", [], name="x")
    assert rt.Session().run(x + 1.0, {"x:0": 2.0}) == 3.0


def test_any_tensor_may_be_fed(graph):
    x = rt.constant(2.0)
    y = x * 3.0
    session = rt.Session()
    assert session.run(y + 1.0, {y: 10.0}) == 11.0
    assert session.run(y + 1.0, {x: 10.0}) == 31.0
    assert session.run(y + 1.0) == 7.0


def test_a_placeholder_with_default_may_be_left_out(graph):
    x = rt.placeholder_with_default(5.0, [])
    session = rt.Session()
    assert session.run(x + 1.0) == 6.0
    assert session.run(x + 1.0, {x: 1.0}) == 2.0


def test_unknown_sizes_take_any_size(graph):
    x = rt.placeholder("float32", [None, 2])
    session = rt.Session()
    assert session.run(rt.shape(x), {x: np.zeros((3, 2))}).tolist() == [3, 2]
    assert session.run(rt.shape(x), {x: np.zeros((5, 2))}).tolist() == [5, 2]


def test_a_missing_feed_names_the_placeholder(graph):
    x = rt.placeholder("float32", [2], name="x")
    with pytest.raises(
        rt.errors.InvalidArgumentError,
        match=r"You must feed a value for placeholder tensor 'x' with dtype float and shape \[2\]",
    ):
        rt.Session().run(x + 1.0)


def test_a_wrong_shape_shows_both(graph):
    x = rt.placeholder("float32", [2], name="x")
    with pytest.raises(
        ValueError, match=r"Cannot feed value of shape \(3,\) for Tensor 'x:0', which has shape '\(2,\)'"
    ):
        rt.Session().run(x, {x: [1, 2, 3]})


@pytest.mark.parametrize(
    ("dtype", "value", "message"),
    [
        ("int32", 1.5, "float32"),
        ("int32", np.array([1.5]), "float64"),
        ("int32", 2**40, "not in -2147483648 ... 2147483647"),
        ("int32", np.array([2**40]), "do not fit"),
        ("uint8", np.array([-1]), "do not fit"),
        ("float32", "text", "string"),
        ("string", 1.0, "float32"),
        ("float32", np.array([1j]), "complex128"),
        ("bool", 1, "int32"),
    ],
)
def test_a_wrong_dtype_shows_both(graph, dtype, value, message):
    x = rt.placeholder(dtype, None, name="x")
    with pytest.raises(TypeError, match=f"'x:0' of dtype {dtype}|{message}") as caught:
        rt.Session().run(x, {x: value})
    assert message in str(caught.value)
    assert "'x:0'" in str(caught.value)


def test_a_symbolic_tensor_cannot_be_fed(graph):
    x = rt.placeholder("float32", [])
    with pytest.raises(TypeError, match="cannot be a symbolic tensor"):
        rt.Session().run(x, {x: rt.constant(1.0)})


@pytest.mark.parametrize("key", ["nobody:0", 3, None])
def test_a_feed_of_nothing_is_an_error(graph, key):
    x = rt.constant(1.0)
    with pytest.raises(TypeError, match="Cannot interpret feed_dict key as Tensor"):
        rt.Session().run(x, {key: 1.0})


def test_a_tensor_fed_twice_is_an_error(graph):
    x = rt.placeholder("float32", [], name="x")
    with pytest.raises(ValueError, match="two values"):
        rt.Session().run(x, {x: 1.0, "x:0": 2.0})


# ---------------------------------------------------------------------------------------------- state


def test_each_session_has_variables_of_its_own(graph):
    v = rt.Variable(1.0)
    one, two = rt.Session(), rt.Session()
    for session in (one, two):
        session.run(v.initializer)
    one.run(v.assign_add(5.0))
    assert (one.run(v), two.run(v)) == (6.0, 1.0)


def test_an_uninitialized_variable_is_an_error(graph):
    v = rt.Variable(1.0, name="weights")
    with pytest.raises(rt.errors.FailedPreconditionError, match="Attempting to use uninitialized value.*'weights'"):
        rt.Session().run(v + 1.0)


def test_eager_variables_need_no_initialization_and_are_shared():
    v = rt.Variable(2.0)
    x = rt.placeholder("float32", [])
    y = x * v
    one, two = rt.Session(), rt.Session()
    assert one.run(y, {x: 3.0}) == 6.0
    v.assign(10.0)
    assert two.run(y, {x: 3.0}) == 30.0


def test_a_failure_leaves_variables_as_last_committed(graph):
    v, w = rt.Variable(1.0), rt.Variable([1.0, 2.0])
    x = rt.placeholder("float32", None)
    with graph.control_dependencies([v.assign(5.0)]):
        bad = w.assign(x)
    session = rt.Session()
    session.run([v.initializer, w.initializer])
    with pytest.raises(rt.errors.InvalidArgumentError):
        session.run(bad, {x: np.zeros(3)})
    assert session.run(v) == 5.0
    assert session.run(w).tolist() == [1, 2]


def test_a_repeated_run_plans_nothing(graph, monkeypatch):
    x = rt.placeholder("float32", [])
    y = x + 1.0
    session = rt.Session()
    session.run(y, {x: 1.0})
    monkeypatch.setattr("runtime.session.make_plan", None)
    assert session.run(y, {x: 2.0}) == 3.0
    assert session.run(y, {x: 5}) == 6.0


def test_a_graph_that_grew_is_planned_again(graph):
    v = rt.Variable(1.0)
    session = rt.Session()
    session.run(v.initializer)
    first = session.run(v)
    assert session.run(v * 2.0 + first) == 3.0


def test_runs_from_several_threads_do_not_mix(graph):
    x = rt.placeholder("float32", [])
    y = x * 2.0
    session = rt.Session()
    wrong = []

    def work(number):
        wrong.extend(i for i in range(200) if session.run(y, {x: number * 1000 + i}) != 2 * (number * 1000 + i))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


# ---------------------------------------------------------------------------------------------- options and callables


def test_a_timeout_ends_a_run(graph):
    (i,) = rt.while_loop(lambda i: i >= 0, lambda i: (rt.maximum(i, 0),), (0,))
    with pytest.raises(rt.errors.DeadlineExceededError):
        rt.Session().run(i, options=RunOptions(timeout_in_ms=50))


def test_metadata_shows_what_ran(graph):
    x = rt.placeholder("float32", [], name="x")
    metadata = RunMetadata()
    rt.Session().run(x + 1.0, {x: 1.0}, run_metadata=metadata)
    assert "def run(x):" in metadata.plan.source()
    assert metadata.seconds > 0


def test_a_callable_takes_values_in_order(graph):
    x, y = rt.placeholder("float32", []), rt.placeholder("float32", [])
    call = rt.Session().make_callable([x - y], [x, y])
    assert call(5.0, 3.0) == [2.0]
    with pytest.raises(TypeError, match="takes 2 values"):
        call(5.0)


# ---------------------------------------------------------------------------------------------- default and closed


def test_a_session_in_a_with_statement_is_the_default_one():
    with rt.Graph().as_default() as g:
        x = rt.placeholder("float32", [])
        y = x + 1.0
    with rt.Session(graph=g) as session:
        assert rt.get_default_session() is session
        assert rt.get_default_graph() is g
        assert y.eval({x: 1.0}) == 2.0
    assert rt.get_default_session() is None


def test_an_operation_runs_in_the_default_session(graph):
    v = rt.Variable(3.0)
    with rt.Session():
        v.initializer.run()
        assert v.eval() == 3.0


def test_eval_without_a_session_is_an_error(graph):
    with pytest.raises(ValueError, match="No session"):
        rt.constant(1.0).eval()


def test_default_sessions_nest(graph):
    outer, inner = rt.Session(), rt.Session()
    with outer.as_default():
        with inner.as_default():
            assert rt.get_default_session() is inner
        assert rt.get_default_session() is outer


def test_an_interactive_session_is_the_default_until_it_is_closed(graph):
    x = rt.constant(1.0)
    session = rt.InteractiveSession()
    assert x.eval() == 1.0
    session.close()
    assert rt.get_default_session() is None


def test_a_closed_session_runs_nothing(graph):
    x = rt.constant(1.0)
    with rt.Session() as session:
        session.run(x)
    with pytest.raises(RuntimeError, match="Attempted to use a closed Session"):
        session.run(x)


def test_an_empty_graph_runs_nothing():
    session = rt.Session(graph=rt.Graph())
    with pytest.raises((RuntimeError, ValueError)):
        session.run("x")


def test_a_server_is_refused():
    with pytest.raises(ValueError, match="no servers"):
        rt.Session("grpc://somewhere")


def test_the_implicit_graph_lets_eager_code_run_inside_a_session():
    x = rt.placeholder("float32", [])
    y = x + rt.Variable(1.0)
    with rt.Session() as session:
        assert float(rt.constant(1.0) + 1.0) == 2.0
        assert session.run(y, {x: 1.0}) == 2.0


def test_a_function_called_on_symbolic_tensors_is_recorded(graph):
    @rt.function
    def square(x):
        return x * x

    x = rt.placeholder("float32", [])
    y = square(x) + 1.0
    assert "PartitionedCall" in [op.type for op in graph.get_operations()]
    assert rt.Session().run(y, {x: 3.0}) == 10.0
