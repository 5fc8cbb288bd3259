"""A changed closure variable, global or attribute means a new trace, never a stale result."""

import gc
import weakref

import pytest

import runtime as rt
from runtime.guards import Guards
from runtime.outer_reads import Chain, reads_of

RATE = 2.0
CALLS = 0


def scaled(x):
    return x * RATE


@pytest.fixture
def rate(monkeypatch):
    def change(value):
        monkeypatch.setitem(globals(), "RATE", value)

    return change


def traces(f):
    return f.experimental_get_tracing_count()


def test_a_global_number_is_guarded(rate):
    f = rt.function(lambda x: x * RATE)
    x = rt.constant(1.0)
    assert float(f(x)) == 2.0
    rate(5.0)
    assert float(f(x)) == 5.0
    rate(2.0)
    assert float(f(x)) == 2.0
    assert traces(f) == 2


def test_what_a_helper_reads_is_guarded(rate):
    f = rt.function(lambda x: scaled(x) + 1.0)
    assert float(f(rt.constant(1.0))) == 3.0
    rate(10.0)
    assert float(f(rt.constant(1.0))) == 11.0


def test_what_a_compiled_helper_reads_is_guarded(rate):
    inner = rt.function(scaled)
    outer = rt.function(lambda x: inner(x) + 1.0)
    assert float(outer(rt.constant(1.0))) == 3.0
    rate(10.0)
    assert float(outer(rt.constant(1.0))) == 11.0


def test_a_closure_variable_is_guarded():
    offset = 1

    def change(value):
        nonlocal offset
        offset = value

    f = rt.function(lambda x: x + offset)
    assert int(f(rt.constant(1))) == 2
    change(10)
    assert int(f(rt.constant(1))) == 11
    change("text")
    with pytest.raises((TypeError, ValueError)):
        f(rt.constant(1))


class Net:
    slope = 3

    def __init__(self):
        self.weight = rt.constant(2)
        self.config = type("Config", (), {})()
        self.config.shift = 1
        self.steps = 0

    @property
    def double(self):
        return self.config.shift * 2

    def helper(self, x):
        return x * self.slope

    @rt.function
    def call(self, x):
        return x * self.weight + self.config.shift

    @rt.function
    def indirect(self, x):
        return self.helper(x) + self.double

    @rt.function
    def counting(self, x):
        self.steps += 1
        return x


def test_attributes_are_guarded():
    net = Net()
    assert int(net.call(rt.constant(4))) == 9
    net.weight = rt.constant(10)
    assert int(net.call(rt.constant(4))) == 41
    net.config.shift = 2
    assert int(net.call(rt.constant(4))) == 42
    net.config = type("Other", (), {"shift": 5})()
    assert int(net.call(rt.constant(4))) == 45


def test_methods_and_properties_are_followed(monkeypatch):
    net = Net()
    assert int(net.indirect(rt.constant(1))) == 5
    net.config.shift = 4
    assert int(net.indirect(rt.constant(1))) == 11
    net.slope = 30
    assert int(net.indirect(rt.constant(1))) == 38
    monkeypatch.setattr(Net, "helper", lambda self, x: x)
    assert int(net.indirect(rt.constant(1))) == 9


def test_what_a_function_writes_itself_is_not_guarded():
    net = Net()
    for _ in range(3):
        net.counting(rt.constant(1))
    assert traces(net.counting) == net.steps == 1


def test_a_variable_in_its_place_is_another_one():
    net = Net()
    net.weight = rt.Variable(2)
    assert int(net.call(rt.constant(4))) == 9
    net.weight.assign(3)
    assert int(net.call(rt.constant(4))) == 13
    assert traces(net.call) == 1
    net.weight = rt.Variable(5)
    assert int(net.call(rt.constant(4))) == 21


def test_a_helper_in_its_place_is_another_one(monkeypatch):
    f = rt.function(lambda x: scaled(x))
    assert float(f(rt.constant(1.0))) == 2.0
    monkeypatch.setitem(globals(), "scaled", lambda x: x * 100.0)
    assert float(f(rt.constant(1.0))) == 100.0


def test_tuples_count_by_value():
    shape = (2, 3)
    guards = Guards(lambda: shape)
    shape = (2, 3)
    assert guards.holds()
    shape = (2, 4)
    assert not guards.holds()
    assert guards.changed() == ["shape"]


@pytest.mark.parametrize(("before", "after"), [(1, 1.0), (1, True), (0.0, -1.0), (None, 0), ("a", b"a")])
def test_types_count_too(before, after):
    value = before
    guards = Guards(lambda: value)
    value = after
    assert not guards.holds()


def test_nan_is_itself():
    value = float("nan")
    guards = Guards(lambda: value)
    value = float("nan")
    assert guards.holds()


def test_containers_count_by_what_is_in_them():
    settings, items, tags = {"rate": 2, "deep": {"n": [1]}}, [1, 2], {"a"}
    f = rt.function(lambda x: x * settings["rate"] * settings["deep"]["n"][0] + len(items) + len(tags))
    x = rt.constant(10)
    assert int(f(x)) == 23
    assert int(f(x)) == 23
    settings["rate"] = 3
    assert int(f(x)) == 33
    settings["deep"]["n"][0] = 2
    assert int(f(x)) == 63
    items.append(None)
    tags.add("b")
    assert int(f(x)) == 65
    items[0] = True
    assert int(f(x)) == 65
    assert traces(f) == 5
    items[0] = 1
    assert int(f(x)) == 65
    assert traces(f) == 5


def test_objects_in_containers_count_by_identity():
    layers = [rt.constant(2), rt.constant(3)]
    f = rt.function(lambda x: x * layers[0] + layers[1])
    assert int(f(rt.constant(10))) == 23
    layers[1] = rt.constant(5)
    assert int(f(rt.constant(10))) == 25


def test_an_object_in_the_place_of_one_that_is_gone_is_another_one():
    layers = [rt.constant(3)]
    f = rt.function(lambda x: x * layers[0])
    for factor in range(3, 6):  # each new tensor may be where the last one was in memory
        layers.clear()
        layers.append(rt.constant(factor))
        assert int(f(rt.constant(10))) == 10 * factor


def test_large_containers_are_not_compared_at_each_call():
    numbers = list(range(1000))
    f = rt.function(lambda x: x + len(numbers))
    assert int(f(rt.constant(1))) == 1001
    numbers.append(0)
    assert traces(f) == 1


def test_guards_keep_no_object_alive():
    net = Net()
    net.self_reference = net
    net.call(rt.constant(4))
    gone = weakref.ref(net)
    del net
    gc.collect()
    assert gone() is None


def test_old_surroundings_are_forgotten(rate):
    f = rt.function(lambda x: x * RATE)

    def change(count):
        for i in range(count):
            rate(float(i))
            f(rt.constant(1.0))

    with pytest.warns(RuntimeWarning, match="what the function reads from outside: 'RATE'"):
        change(40)
    assert len(list(f._surroundings)) == 16


def test_a_guarded_function_works_from_a_graph(rate):
    inner = rt.function(lambda x: x * RATE)
    with rt.Graph().as_default(), rt.Session() as session:
        first = inner(rt.constant(1.0))
        rate(7.0)
        second = inner(rt.constant(1.0))
        assert session.run([first, second]) == [2.0, 7.0]


def test_reads_are_found_in_nested_functions():
    limit = 3

    def outer(x, obj):
        def inner(y):
            return y + limit + RATE

        obj.value = inner(x)
        return obj.items.count

    reads = reads_of(outer.__code__)
    assert set(reads.chains) == {
        Chain("cell", "limit"), Chain("global", "RATE"), Chain("argument", "obj", ("items", "count")),
    }  # fmt: skip
    assert reads.writes == {("attribute", "value")}


def test_a_variable_that_is_not_bound_yet_may_be_bound_later():
    def read():
        return late

    guards = Guards(read)
    late = 1
    assert not guards.holds()
