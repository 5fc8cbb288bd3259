"""What users call, on every kind of callable."""

import functools
import inspect
import traceback

import pytest

import autograph as ag
import runtime as rt


def positive(x, /, scale=2, *, shift=0):
    """Doubles what is positive."""
    if x > 0:
        x = x * scale
    return x + shift


class Model:
    bias = 10

    def __init__(self, weight):
        self.weight = weight
        self.__hidden = 3

    def __call__(self, x):
        if x > 0:
            return x * self.weight
        return x

    @ag.function
    def compiled(self, x):
        while x < self.weight:
            x = x + 1
        return x

    def method(self, x):
        if x > self.__hidden:
            return x - self.__hidden
        return x

    @classmethod
    def of_class(cls, x):
        if x > 0:
            return x + cls.bias
        return x

    @staticmethod
    def static(x):
        return x if x > 0 else -x


class Derived(Model):
    def method(self, x):
        if x > 100:
            return 100
        return super().method(x) * 2


def staged(function, *values):
    """The result of the function as a graph in a session, on placeholders for the values."""
    with rt.Graph().as_default():
        placeholders = [rt.placeholder(rt.constant(value).dtype, []) for value in values]
        result = ag.to_graph(function)(*placeholders)
        return rt.Session().run(result, dict(zip(placeholders, values, strict=True)))


MODEL, DERIVED = Model(4), Derived(4)
first, second = lambda x: x + 1 if x > 0 else x - 1, lambda x: x * 2 if x > 0 else x * 3

KINDS = {
    "function": positive,
    "bound method": MODEL.method,
    "inherited method with super": DERIVED.method,
    "class method": Model.of_class,
    "static method": Model.static,
    "callable object": MODEL,
    "partial": functools.partial(positive, scale=5, shift=1),
    "partial of a method": functools.partial(MODEL.method),
    "first of two lambdas on a line": first,
    "second of two lambdas on a line": second,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("value", [5, -5, 200])
def test_every_kind_of_callable_is_staged(kind, value):
    assert staged(KINDS[kind], value) == KINDS[kind](value)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_callable_is_compiled(kind):
    compiled = ag.function(KINDS[kind])
    assert [int(compiled(rt.constant(value))) for value in (5, -5)] == [KINDS[kind](value) for value in (5, -5)]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_callable_has_converted_code(kind):
    assert "ag." in ag.to_code(KINDS[kind])


def test_a_compiled_method_belongs_to_its_instance():
    assert int(Model(7).compiled(rt.constant(1))) == 7
    assert int(Model(9).compiled(rt.constant(1))) == 9


def test_a_converted_function_keeps_what_it_is():
    converted = ag.to_graph(positive)
    assert converted.__name__ == "positive"
    assert converted.__doc__ == positive.__doc__
    assert inspect.signature(converted) == inspect.signature(positive)
    assert inspect.getsource(converted) == inspect.getsource(positive)
    assert inspect.unwrap(converted) is positive


def test_a_traceback_shows_the_users_line():
    def divide(x):
        if x > 0:
            y = x / 0
        return y

    with pytest.raises(ZeroDivisionError) as caught:
        ag.to_graph(divide)(3)
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (last.filename, last.line) == (__file__, "y = x / 0")


def test_do_not_convert_leaves_a_callee_alone():
    @ag.do_not_convert
    def native(x):
        return bool(x > 0)

    def caller(x):
        return native(x)

    with pytest.raises(TypeError, match="has no value yet"):
        staged(caller, 3)
    assert ag.to_graph(caller)(3) is True


def test_convert_works_at_the_first_call():
    @ag.convert
    def clip(x):
        if x < 0:
            x = 0
        return x

    with rt.Graph().as_default():
        x = rt.placeholder(rt.int32, [])
        y = clip(x)
        assert rt.Session().run([y], {x: -3}) == [0]
    assert clip(-3) == 0


def test_without_autograph_a_tensor_condition_is_an_error():
    @ag.function(autograph=False)
    def sign(x):
        if x > 0:
            return 1
        return -1

    with pytest.raises(TypeError, match="has no value yet"):
        sign(rt.constant(3))


def test_loop_options_bound_the_turns():
    @ag.function
    def count(n):
        i = 0
        while i < n:
            ag.set_loop_options(maximum_iterations=3)
            i += 1
        return i

    assert int(count(rt.constant(10))) == 3


def test_an_input_signature_makes_one_trace():
    @ag.function(input_signature=[rt.TensorSpec([None], rt.float32)])
    def total(xs):
        s = 0.0
        for x in xs:
            s += x
        return s

    assert float(total(rt.constant([1.0, 2.0]))) == 3.0
    assert float(total(rt.constant([1.0, 2.0, 4.0]))) == 7.0
    assert total.experimental_get_tracing_count() == 1


def test_a_name_names_the_graph():
    @ag.function(name="chosen")
    def f(x):
        return x + 1

    assert "chosen" in f.get_concrete_function(rt.TensorSpec([], rt.float32)).name


def test_closures_see_later_values():
    level = 1

    def above(x):
        return x if x > level else level

    converted = ag.to_graph(above)
    level = 5
    assert converted(3) == 5


@pytest.mark.parametrize(
    ("target", "reason"), [(len, "source of `len`"), (Model, "is a class"), (3, "cannot be called")]
)
@pytest.mark.parametrize("entrance", [ag.to_code, ag.to_graph])
def test_what_is_no_function_is_refused_clearly(entrance, target, reason):
    with pytest.raises(ag.ConversionError, match=reason):
        entrance(target)
