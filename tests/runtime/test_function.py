"""Compiled functions: traces and their cache, arguments, results, variables, methods, nesting."""

import collections
import dataclasses
import gc
import threading
import warnings
import weakref

import numpy as np
import pytest

import runtime as rt
from tests.runtime.helpers import new_graph


def traces(function):
    return function.experimental_get_tracing_count()


@rt.function
def twice(x):
    return x * 2


# ---------------------------------------------------------------------------------------------- the cache


def test_calls_with_equal_dtypes_and_shapes_share_a_trace():
    f = rt.function(lambda x: x + 1)
    assert [int(f(rt.constant(i))) for i in range(4)] == [1, 2, 3, 4]
    assert traces(f) == 1


def test_another_dtype_makes_another_trace():
    f = rt.function(lambda x: x + 1)
    f(rt.constant(1))
    assert f(rt.constant(1.5)).dtype is rt.float32
    assert traces(f) == 2


def test_another_rank_makes_another_trace():
    f = rt.function(lambda x: x + 1)
    f(rt.constant([1]))
    f(rt.constant([[1]]))
    assert traces(f) == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, True), (1, 1.0), (0, False), (0.0, -0.0), ("1", b"1"), (1, None), ((1, 2), [1, 2]), ([1], [1, 1])],
)
def test_python_values_of_other_types_make_other_traces(one, other):
    f = rt.function(lambda x, value: x)
    for value in (one, other, one, other):
        f(rt.constant(1), value)
    assert traces(f) == 2


@pytest.mark.parametrize(
    "make",
    [
        lambda: 3,
        lambda: float("nan"),
        lambda: "text",
        lambda: [1, {"a": (2, None)}],
        lambda: range(3),
        lambda: slice(1, 2),
        lambda: rt.float32,
        lambda: rt.TensorShape([1, None]),
        lambda: np.dtype("f4"),
        lambda: int,
        lambda: len,
        lambda: ...,
    ],
)
def test_equal_python_values_share_a_trace(make):
    f = rt.function(lambda x, value: x)
    for _ in range(2):
        f(rt.constant(1), make())
    assert traces(f) == 1


def test_numpy_arrays_and_scalars_are_tensors():
    f = rt.function(lambda x: x + 1)
    for value in (np.float32(1), np.float32(2), rt.constant(3.0)):
        f(value)
    assert traces(f) == 1
    assert f(np.array([1, 2], "i8")).numpy().tolist() == [2, 3]


def test_a_changed_array_changes_nothing_of_the_past():
    f = rt.function(lambda x: x)
    array = np.array([1.0, 2.0])
    result = f(array)
    array[:] = 0
    assert result.numpy().tolist() == [1, 2]


def test_objects_count_by_identity_and_are_not_kept_alive():
    class Thing:
        factor = 2

    f = rt.function(lambda x, thing: x * thing.factor)
    one, two = Thing(), Thing()
    assert [int(f(rt.constant(3), thing)) for thing in (one, two, one)] == [6, 6, 6]
    assert traces(f) == 2
    reference = weakref.ref(one)
    del one
    gc.collect()
    assert reference() is None
    assert int(f(rt.constant(3), Thing())) == 6


def test_dataclasses_count_by_their_fields():
    @dataclasses.dataclass
    class Config:
        scale: int
        shift: object

    f = rt.function(lambda x, config: x * config.scale + config.shift)
    assert int(f(rt.constant(3), Config(2, rt.constant(1)))) == 7
    assert int(f(rt.constant(3), Config(2, rt.constant(5)))) == 11
    assert traces(f) == 1
    assert int(f(rt.constant(3), Config(3, rt.constant(5)))) == 14


def test_weak_and_strong_tensors_do_not_share_a_trace():
    f = rt.function(lambda x: x + rt.constant(1.5))
    with pytest.raises(TypeError):
        f(rt.constant(1))
    weak = rt.constant(1)
    weak.weak = True
    assert float(f(weak)) == 2.5


def test_the_fourth_shape_is_taken_as_unknown():
    seen = []

    @rt.function
    def f(x):
        seen.append(x.shape.as_list())
        return rt.reduce_sum(x)

    for size in range(1, 20):
        assert float(f(rt.ones([size, 2]))) == 2 * size
    assert seen == [[1, 2], [2, 2], [3, 2], [None, 2]]


def test_reduce_retracing_takes_the_second_shape_as_unknown():
    f = rt.function(lambda x: rt.reduce_sum(x), reduce_retracing=True)
    for size in range(1, 6):
        f(rt.ones([size]))
    assert traces(f) == 2


def test_a_function_that_needs_sizes_is_traced_for_each():
    @rt.function
    def f(x):
        return rt.add_n([x[i] for i in range(x.shape[0])])

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert [float(f(rt.ones([size]))) for size in range(1, 7)] == [1, 2, 3, 4, 5, 6]


def test_traces_that_fail_give_no_warning_of_retracing():
    def refuse(x):
        raise ValueError("no")

    f = rt.function(refuse)
    for _ in range(6):
        with pytest.raises(ValueError, match="no"):
            f(rt.constant(1))


def test_many_traces_in_a_row_give_a_warning_that_names_the_argument():
    f = rt.function(lambda x, mode: x, name="train")
    for mode in "abcd":
        f(rt.constant(1), mode)
    with pytest.warns(RuntimeWarning, match=r"'train' was traced 5 times in a row.*argument 'mode': 'd', then 'e'"):
        f(rt.constant(1), "e")


def test_calls_between_traces_keep_the_warning_away():
    f = rt.function(lambda x, mode: x)
    for mode in "abcdefg":
        for _ in range(2):
            f(rt.constant(1), mode)
    assert traces(f) == 7


def test_signatures_are_shown():
    @rt.function
    def f(x, n=2, *, flag=True):
        return {"y": x * n, "n": n}

    f(rt.constant([1.0, 2.0]))
    assert f.pretty_printed_concrete_signatures() == "f(x: float32[2], n=2, flag=True) -> {'y': float32[2], 'n': 2}"


# ---------------------------------------------------------------------------------------------- arguments


def test_arguments_by_position_name_and_default_are_one_call():
    f = rt.function(lambda x, y=2, *, z=3: x + y * z)
    x = rt.constant(1)
    assert [int(y) for y in (f(x), f(x=x), f(x, 2, z=3), f(x, y=2))] == [7, 7, 7, 7]
    assert traces(f) == 1


def test_variadic_arguments():
    f = rt.function(lambda *xs, **named: rt.add_n(list(xs)) * named["scale"])
    assert int(f(rt.constant(1), rt.constant(2), scale=rt.constant(3))) == 9
    assert int(f(rt.constant(1), rt.constant(2), rt.constant(3), scale=rt.constant(3))) == 18


def test_a_call_that_python_refuses_is_refused_with_the_signature():
    with pytest.raises(TypeError, match=r"twice\(x\) cannot be called so: missing a required argument: 'x'"):
        twice()


def test_nested_arguments():
    f = rt.function(lambda data: data["a"][0] + data["b"])
    assert int(f({"a": [rt.constant(1), 5], "b": rt.constant(2)})) == 3


def test_an_input_signature_gives_one_trace_for_all_sizes():
    f = rt.function(lambda x, n=1: rt.reduce_sum(x) * n, input_signature=[rt.TensorSpec([None], rt.float32)])
    assert [float(f(rt.ones([size]))) for size in range(1, 9)] == list(range(1, 9))
    assert float(f([1, 2])) == 3.0
    assert traces(f) == 1


@pytest.mark.parametrize(
    ("value", "message"),
    [(np.ones((2, 2), "f4"), "does not fit"), (rt.constant([1, 2]), "int32"), ("a", "Cannot convert 'a'")],
)
def test_what_does_not_fit_the_input_signature_is_refused(value, message):
    f = rt.function(lambda x: x, input_signature=[rt.TensorSpec([None], rt.float32)])
    with pytest.raises(TypeError, match=f"Argument 'x'.*{message}"):
        f(value)


def test_an_input_signature_may_be_nested():
    spec = rt.TensorSpec([None], rt.float32)
    signature = [{"a": spec, "b": (rt.TensorSpec([]),)}]
    f = rt.function(lambda d: rt.reduce_sum(d["a"]) + d["b"][0], input_signature=signature)
    assert float(f({"a": [1, 2, 3], "b": [4]})) == 10.0
    with pytest.raises(TypeError, match="another structure"):
        f({"a": [1.0]})


def test_an_input_signature_must_go_with_the_parameters():
    f = rt.function(lambda x: x, input_signature=[rt.TensorSpec([])] * 2)
    with pytest.raises(TypeError, match="2 specs, but .* takes 1 arguments"):
        f(1.0)


# ---------------------------------------------------------------------------------------------- results


Pair = collections.namedtuple("Pair", "left right")


def test_results_keep_their_structure():
    @rt.function
    def f(x):
        return {"b": [x, (x + 1, None)], "a": Pair(3, "text")}

    result = f(rt.constant(1))
    assert result["a"] == Pair(3, "text")
    assert int(result["b"][1][0]) == 2
    assert result["b"][1][1] is None
    assert list(result) == ["b", "a"]


def test_no_result_is_none():
    assert rt.function(lambda x: None)(rt.constant(1)) is None


def test_arrays_variables_and_eager_tensors_become_tensors():
    v, e = rt.Variable(1.0), rt.constant(2.0)
    results = rt.function(lambda: (v, e, np.float64(3)))()
    assert [float(r) for r in results] == [1, 2, 3]
    v.assign(5.0)
    assert float(rt.function(lambda: v)()) == 5.0


def test_a_tensor_array_may_be_returned():
    @rt.function
    def f(x):
        return rt.TensorArray(rt.float32, 2).write(0, x).write(1, x + 1.0)

    assert f(rt.constant(1.0)).stack().numpy().tolist() == [1, 2]


# ---------------------------------------------------------------------------------------------- variables


def test_captured_variables_are_read_when_the_function_runs():
    v = rt.Variable(1.0)
    f = rt.function(lambda x: x * v)
    assert float(f(rt.constant(2.0))) == 2.0
    v.assign(10.0)
    assert float(f(rt.constant(2.0))) == 20.0


def test_assignments_run_in_program_order():
    v = rt.Variable(1.0)

    @rt.function
    def f():
        before = v.read_value()
        v.assign(before * 2.0)
        v.assign_add(1.0)
        return before, v.read_value()

    assert [float(x) for x in f()] == [1, 3]
    assert [float(x) for x in f()] == [3, 7]


def test_a_variable_is_made_on_the_first_call_once():
    class Layer:
        v = None

        @rt.function
        def __call__(self, x):
            if self.v is None:
                self.v = rt.Variable(3.0)
            return x * self.v.assign_add(1.0)

    layer = Layer()
    assert [float(layer(rt.constant(1.0))) for _ in range(3)] == [4, 5, 6]
    assert float(layer.v) == 6.0


def test_a_variable_on_each_call_is_an_error_that_names_the_line():
    @rt.function
    def f():
        return rt.Variable(1.0) + 1.0

    for _ in range(2):
        with pytest.raises(ValueError, match=r"'f' tried to create variables on non-first call, at .*_function.py:\d+"):
            f()


def test_a_variable_on_a_later_call_is_an_error():
    made = []

    @rt.function
    def f(x, flag):
        if flag and not made:
            made.append(rt.Variable(1.0))
        return x

    f(rt.constant(1), False)
    with pytest.raises(ValueError, match="non-first call"):
        f(rt.constant(1), True)


def test_a_concrete_function_knows_its_variables():
    v, w = rt.Variable(1.0), rt.Variable(1.0, trainable=False)
    concrete = rt.function(lambda x: x * v + w).get_concrete_function(rt.TensorSpec([]))
    assert concrete.variables == (v, w)
    assert concrete.trainable_variables == (v,)


# ---------------------------------------------------------------------------------------------- concrete functions


def test_a_concrete_function_takes_tensors_by_position_or_name():
    f = rt.function(lambda x, n, y: x * n - y)
    concrete = f.get_concrete_function(rt.TensorSpec([], rt.int32), 2, rt.TensorSpec([], rt.int32))
    assert int(concrete(5, 3)) == int(concrete(y=3, x=5)) == int(concrete(5, y=3)) == 7
    assert len(concrete.inputs) == 2


@pytest.mark.parametrize(
    ("args", "kwargs", "message"),
    [
        ((1,), {}, "needs tensors for y"),
        ((1, 2, 3), {}, "takes 2 tensors"),
        ((1, 2), {"y": 1}, "twice"),
        ((1,), {"z": 1}, r"takes \(x, y\)"),
        ((1, 2.5), {}, "int32 tensor of shape"),
        ((1, [2]), {}, "int32 tensor of shape"),
    ],
)
def test_a_concrete_function_refuses_what_does_not_fit(args, kwargs, message):
    concrete = rt.function(lambda x, y: x - y).get_concrete_function(*[rt.TensorSpec([], rt.int32)] * 2)
    with pytest.raises(TypeError, match=message):
        concrete(*args, **kwargs)


def test_specs_and_calls_share_traces():
    f = rt.function(lambda x: x + 1)
    concrete = f.get_concrete_function(rt.TensorSpec([2], rt.int32))
    f(rt.constant([1, 2]))
    assert traces(f) == 1
    assert concrete is f.get_concrete_function(rt.constant([1, 2]))


def test_a_spec_with_unknown_sizes_serves_calls_of_all_sizes():
    f = rt.function(lambda x: rt.reduce_sum(x))
    f.get_concrete_function(rt.TensorSpec([None], rt.float32))
    f(rt.ones([3]))
    f(rt.ones([4]))
    assert traces(f) == 1


def test_structured_outputs_tell_dtypes_and_shapes():
    concrete = rt.function(lambda x: {"y": x, "n": 1}).get_concrete_function(rt.TensorSpec([2]))
    assert concrete.structured_outputs == {"y": rt.TensorSpec([2]), "n": 1}
    assert concrete.structured_input_signature == ((rt.TensorSpec([2]),), {})


# ---------------------------------------------------------------------------------------------- methods


class Scaler:
    def __init__(self, factor):
        self.factor = factor

    @rt.function
    def scale(self, x, more=1):
        return x * self.factor * more

    @staticmethod
    @rt.function
    def plain(x):
        return x + 1

    @rt.function
    @staticmethod
    def plain_too(x):
        return x + 2

    @classmethod
    @rt.function
    def of_class(cls, x):
        return x + len(cls.__name__)

    @rt.function
    @classmethod
    def of_class_too(cls, x):
        return x - len(cls.__name__)


def test_methods_are_traced_for_each_object():
    one, two = Scaler(2), Scaler(3)
    assert [int(s.scale(rt.constant(5))) for s in (one, two, one, two)] == [10, 15, 10, 15]
    assert traces(one.scale) == traces(two.scale) == 1
    assert int(one.scale(rt.constant(5), more=2)) == 20


def test_methods_do_not_keep_their_object_alive():
    scaler = Scaler(2)
    scaler.scale(rt.constant(1))
    reference = weakref.ref(scaler)
    del scaler
    gc.collect()
    assert reference() is None


def test_a_method_of_a_temporary_object_runs():
    assert int(Scaler(4).scale(rt.constant(5))) == 20


def test_a_method_may_be_called_through_its_class():
    assert int(Scaler.scale(Scaler(2), rt.constant(5))) == 10


def test_static_and_class_methods():
    x = rt.constant(1)
    for owner in (Scaler, Scaler(2)):
        assert int(owner.plain(x)) == 2
        assert int(owner.plain_too(x)) == 3
        assert int(owner.of_class(x)) == 7
        assert int(owner.of_class_too(x)) == -5


def test_objects_with_slots_may_have_methods():
    class Slim:
        __slots__ = ("n",)

        @rt.function
        def add(self, x):
            return x + self.n

    slim = Slim()
    slim.n = 3
    assert int(slim.add(rt.constant(1))) == 4
    assert int(slim.add(rt.constant(2))) == 5
    assert traces(slim.add) == 1


def test_the_function_looks_like_the_original():
    def original(x):
        """Its text."""
        return x

    f = rt.function(original)
    assert (f.__name__, f.__doc__, f.python_function, f.__wrapped__) == ("original", "Its text.", original, original)
    assert f.name == "original"


# ---------------------------------------------------------------------------------------------- nesting and graphs


def test_a_function_in_a_function_is_a_call():
    f = rt.function(lambda x: twice(x) + twice(x + 1))
    assert int(f(rt.constant(3))) == 14
    types = [op.type for op in f.get_concrete_function(rt.constant(3)).graph.get_operations()]
    assert types.count("PartitionedCall") == 2


def test_inner_functions_reach_variables_through_outer_ones():
    v = rt.Variable(1.0)
    inner = rt.function(lambda x: v.assign_add(x))
    outer = rt.function(lambda x: inner(x) + inner(x))
    assert float(outer(rt.constant(1.0))) == 5.0
    assert float(inner(rt.constant(1.0))) == 4.0
    assert traces(inner) == 1


def test_a_function_may_capture_a_tensor_of_the_function_around():
    @rt.function
    def outer(x):
        @rt.function
        def inner(y):
            return x * y

        return inner(x + 1.0) + inner(x + 2.0)

    assert float(outer(rt.constant(3.0))) == 27.0
    assert float(outer(rt.constant(1.0))) == 5.0


def test_a_function_that_outlives_the_trace_it_captured_is_traced_anew():
    kept = []

    @rt.function
    def outer(x, n):
        if not kept:
            kept.append(rt.function(lambda y: y * captured[0]))
        captured[0] = x
        return kept[0](x)

    captured = [None]
    assert float(outer(rt.constant(3.0), 1)) == 9.0
    assert float(outer(rt.constant(4.0), 2)) == 16.0


def test_functions_may_stand_in_branches_and_loops():
    @rt.function
    def f(x):
        y = rt.cond(x > 2, lambda: twice(x), lambda: x)
        return rt.while_loop(lambda z: z < 100, lambda z: (twice(z),), (y,))[0]

    assert int(f(rt.constant(3))) == 192


def test_a_captured_tensor_of_a_plain_graph_makes_the_call_join_that_graph():
    with new_graph() as g:
        x = rt.placeholder("float32", [])
    f = rt.function(lambda y: x * y)
    z = f(rt.constant(3.0))
    assert z.graph is g
    assert rt.Session(graph=g).run(z, {x: 2.0}) == 6.0


def test_graph_variables_may_be_used_in_functions():
    with new_graph() as g:
        v = rt.Variable(2.0)
        y = rt.function(lambda x: v.assign_add(x))(rt.constant(3.0))
    session = rt.Session(graph=g)
    session.run(v.initializer)
    assert session.run(y) == 5.0
    assert session.run(v) == 5.0


def test_eager_variables_in_a_function_in_a_session():
    v = rt.Variable(2.0)
    f = rt.function(lambda x: x * v)
    x = rt.placeholder("float32", [])
    y = f(x)
    session = rt.Session()
    assert session.run(y, {x: 3.0}) == 6.0
    v.assign(5.0)
    assert session.run(y, {x: 3.0}) == 15.0


def test_recursion_on_the_same_arguments_is_an_error():
    @rt.function
    def f(x):
        return f(x - 1)

    with pytest.raises(RecursionError, match="'f' calls itself at .*test_function.py"):
        f(rt.constant(1))
    assert int(twice(rt.constant(1))) == 2


def test_recursion_on_python_values_ends():
    @rt.function
    def power(x, n):
        return x * power(x, n - 1) if n else rt.ones_like(x)

    assert int(power(rt.constant(2), 3)) == 8


def test_a_symbolic_tensor_that_left_its_function_cannot_be_used():
    kept = []
    rt.function(lambda x: kept.append(x))(rt.constant(1))
    with pytest.raises((RuntimeError, ValueError)):
        kept[0] + 1


# ---------------------------------------------------------------------------------------------- failures and threads


def test_an_exception_while_tracing_leaves_nothing_behind():
    fail = [True]

    @rt.function
    def f(x):
        if fail:
            raise KeyError("first")
        return x + 1

    with pytest.raises(KeyError, match="first"):
        f(rt.constant(1))
    assert rt.function(lambda x: x)(rt.constant(1)) is not None
    fail.clear()
    assert int(f(rt.constant(1))) == 2
    assert int(rt.constant(1) + 1) == 2


def test_a_failure_when_running_names_the_line():
    f = rt.function(lambda x, y: x // y)
    with pytest.raises(rt.errors.InvalidArgumentError, match=r"made at .*test_function.py:\d+"):
        f(rt.constant(1), rt.constant(0))


def test_threads_share_the_first_trace():
    f = rt.function(lambda x: x * 2 + 1)
    barrier = threading.Barrier(4)
    results = []

    def work(number):
        barrier.wait()
        results.extend(int(f(rt.constant(number))) == 2 * number + 1 for _ in range(50))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 200
    assert traces(f) == 1


def test_a_converter_is_called_once_with_the_plain_function():
    seen = []

    def convert(function):
        seen.append(function)
        return lambda x: function(x) * 100

    def plain(x):
        return x + 1

    f = rt.function(plain, convert=convert)
    assert int(f(rt.constant(1))) == 200
    assert float(f(rt.constant(1.0))) == 200.0
    assert seen == [plain]
