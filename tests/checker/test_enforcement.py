"""The rules at decoration: what `autograph.function` raises, warns of and lets pass at the first call."""

import collections
import copy
import functools
import math
import operator
import random
import time

import numpy as np
import pytest

import autograph as ag
import runtime as rt
from autograph import keras
from autograph.checker.check import check_text
from autograph.checker.enforcement import enforce
from autograph.checker.flow.analysis import Options
from autograph.checker.settings import Settings
from autograph.compat import tensorflow as tf

LOG, TABLE, SEEN, QUEUE, ARRAY = [], {}, set(), collections.deque(), np.zeros(3)
LAST, COUNT, TRACES, NESTED = None, 0, [], {"a": []}
DEBUG = False


@pytest.fixture(autouse=True)
def start_anew():
    enforce._warned.clear()
    COUNTER.__init__()


class Store:
    """Looks like a list and is none."""

    def append(self, value):
        self.value = value


STORE = Store()


class Counter:
    def __init__(self):
        self.total = 0.0
        self.items = []
        self.calls = 0
        self.v = None


COUNTER = Counter()
LAYER = keras.layers.Layer()


# what is wrong for certain


def appends(x):
    LOG.append(x * 2)
    return x


def appends_a_number(x):
    LOG.append(1)
    return x


def appends_in_a_branch(x):
    if x > 0:
        LOG.append(1)
    return x


def appends_in_a_loop(x):
    for i in range(3):
        LOG.append(i)
    return x


def appends_to_an_alias(x):
    log = LOG
    log.append(x)
    return x


def appends_to_an_attribute(x):
    COUNTER.items.append(x)
    return x


def appends_in_a_callee(x):
    return appends(x) + 1


def adds_to(values, x):
    values.append(x)
    return x


def sets_an_item(x):
    TABLE["x"] = x
    return x


def deletes_an_item(x):
    del TABLE["x"]
    return x


def adds_to_a_set(x):
    SEEN.add(1)
    return x


def grows_a_queue(x):
    QUEUE.append(x)
    return x


def adds_up_in_an_attribute(x):
    COUNTER.total = COUNTER.total + x
    return COUNTER.total


def augments_an_attribute(x):
    COUNTER.total += x
    return x


def rebinds_a_global(x):
    global LAST
    LAST = x * 2
    return x


def makes_a_variable(x):
    v = rt.Variable(1.0)
    return v * x


def makes_a_variable_in_a_callee(x):
    return makes_a_variable(x) + 1


def numpy_of_a_tensor(x):
    return np.sqrt(x)


def numpy_of_a_result(x):
    y = x * 2
    return np.maximum(y, 1.0)


def math_of_a_tensor(x):
    return math.exp(x)


def asks_for_a_value(x):
    return (x + 1).numpy()


def asks_for_an_item(x):
    return x.item()


def draws(x):
    return x + random.random()


def draws_by_numpy(x):
    return x + np.random.normal()


@pytest.mark.parametrize("function", [draws, draws_by_numpy], ids=lambda function: function.__name__)
def test_numbers_that_would_be_the_same_on_each_call_are_refused(function):
    with pytest.raises(ag.UsageError, match="AG302 .*drawn once while tracing"):
        ag.function(function)(rt.constant(1.0))
    with pytest.raises(ag.UsageError, match="AG302 "):
        ag.function(rules="frozen")(function)(rt.constant(1.0))
    with pytest.raises(ag.UsageError, match="AG302 "):
        tf.function(function)(tf.constant(1.0))
    with pytest.warns(ag.UsageWarning, match="AG302"):
        ag.function(rules="warn")(function)(rt.constant(1.0))
    frozen = ag.function(rules="off")(function)
    assert float(frozen(rt.constant(1.0))) == float(frozen(rt.constant(1.0)))


CERTAIN = {
    appends: "AG103",
    appends_a_number: "AG103",
    appends_in_a_branch: "AG103",
    appends_in_a_loop: "AG103",
    appends_to_an_alias: "AG103",
    appends_to_an_attribute: "AG103",
    appends_in_a_callee: "AG103",
    sets_an_item: "AG104",
    deletes_an_item: "AG104",
    adds_to_a_set: "AG103",
    grows_a_queue: "AG103",
    adds_up_in_an_attribute: "AG105",
    augments_an_attribute: "AG105",
    rebinds_a_global: "AG106",
    makes_a_variable: "AG201",
    makes_a_variable_in_a_callee: "AG201",
    numpy_of_a_tensor: "AG301",
    numpy_of_a_result: "AG301",
    math_of_a_tensor: "AG305",
    asks_for_a_value: "AG304",
    asks_for_an_item: "AG304",
}


@pytest.mark.parametrize("function", CERTAIN, ids=lambda function: function.__name__)
def test_what_is_certain_raises(function):
    with pytest.raises(ag.UsageError, match=f"^{CERTAIN[function]} ") as caught:
        ag.function(function)(rt.constant(1.0))
    assert caught.value.diagnostic.is_certain
    assert LOG == []
    assert LAST is None


@pytest.mark.parametrize("function", CERTAIN, ids=lambda function: function.__name__)
def test_what_is_certain_is_wrong_without_the_rules_too(function):
    """Nothing that works may raise: each of these fails while tracing, or leaves its value stale."""
    compiled = ag.function(rules="off")(function)
    if CERTAIN[function] == "AG105":
        assert [float(compiled(rt.constant(2.0))) for _ in range(2)] == [2.0, 2.0]
    else:
        with pytest.raises((ag.StagingError, TypeError, ValueError, AttributeError)):
            compiled(rt.constant(1.0))


@pytest.mark.parametrize(
    ("change", "argument"),
    [
        (lambda d: d.update(z=1), {"a": 1.0}),
        (lambda xs: xs.append(1), [1.0]),
        (lambda xs: xs.sort(), [2.0, 1.0]),
        (lambda d: d["inner"].append(1), {"inner": [1.0]}),
    ],
    ids=["update", "append", "sort", "inner"],
)
def test_changed_arguments_raise(change, argument):
    with pytest.raises(ag.UsageError, match=r"^AG107 |^AG103 "):
        ag.function(change)(argument)


def test_the_text_is_that_of_the_command():
    text = "import autograph as ag\nLOG = []\n@ag.function\ndef f(x):\n    LOG.append(x)\n    return x\n"
    (found,) = check_text(text, "f.py", Settings(options=Options(target="autograph")))
    with pytest.raises(ag.UsageError) as caught:
        ag.function(appends)(rt.constant(1.0))
    assert found.message.startswith("`LOG.append` changes `LOG` while tracing")
    lines = str(caught.value).split("\n")
    assert lines[0].startswith("AG103 outer-container-mutation: `LOG.append` changes `LOG` while tracing")
    assert lines[1] == f" --> {appends.__code__.co_filename}:{appends.__code__.co_firstlineno + 1}:5"
    assert lines[2].endswith("|     LOG.append(x * 2)")
    assert lines[3].endswith("|     ^^^^^^^^^^^^^^^^^")
    assert any(line.startswith("  help: ") for line in lines)


def test_errors_also_are_what_a_trace_would_raise():
    x = rt.constant(1.0)
    for function, kind in ((appends, ag.StagingError), (makes_a_variable, ValueError), (numpy_of_a_tensor, TypeError)):
        with pytest.raises(kind) as caught:
            ag.function(function)(x)
        assert isinstance(caught.value, ag.UsageError)


def test_each_call_raises_until_the_function_is_mended():
    compiled = ag.function(appends)
    for _ in range(2):
        with pytest.raises(ag.UsageError):
            compiled(rt.constant(1.0))


def test_methods_are_checked_with_their_object():
    class Net(Counter):
        @ag.function
        def step(self, x):
            self.items.append(x)
            return x

    with pytest.raises(ag.UsageError, match=r"`self\.items\.append`"):
        Net().step(rt.constant(1.0))


def test_closures_are_looked_at():
    def made(log):
        @ag.function
        def step(x):
            log.append(x)
            return x

        return step

    with pytest.raises(ag.UsageError, match="AG103"):
        made([])(rt.constant(1.0))
    assert float(made(Store())(rt.constant(1.0))) == 1.0


@pytest.mark.parametrize(
    "target",
    [lambda x: LOG.append(x), functools.partial(appends), functools.partial(adds_to, LOG), Store().append],
    ids=["lambda", "partial", "partial with an argument", "method"],
)
def test_all_callables_are_looked_at(target):
    compiled = ag.function(target)
    if isinstance(getattr(target, "__self__", None), Store):
        compiled(rt.constant(1.0))
    else:
        with pytest.raises(ag.UsageError, match="AG103|AG107"):
            compiled(rt.constant(1.0))


# what is probable


def makes_a_layer(x):
    return keras.layers.Dense(2)(x + rt.zeros([1, 2]))


def draws_perhaps(x):
    if DEBUG:
        return x + random.random()
    return x


def draws_from_a_source_of_its_own(x):
    return x + np.random.RandomState(3).normal()


def takes_the_time(x):
    return x + time.time()


def makes_a_variable_perhaps(x):
    if DEBUG:
        return rt.Variable(1.0) * x
    return x


def appends_perhaps(x):
    if DEBUG:
        LOG.append(x)
    return x


def appends_unless_it_returns(x):
    if not DEBUG:
        return x
    LOG.append(x)
    return x


def sets_an_item_of_an_array(x):
    ARRAY[0] = 1.0
    return x


def makes_a_weight(x):
    return LAYER.add_weight(shape=(), name="w", initializer="ones") * x


def puts_a_global_back(x):
    global LAST
    LAST = x * 2
    y = LAST + 1
    LAST = None
    return y


PROBABLE = {
    makes_a_weight: "AG201",
    puts_a_global_back: "AG106",
    makes_a_layer: "AG202",
    draws_perhaps: "AG302",
    draws_from_a_source_of_its_own: "AG302",
    takes_the_time: "AG303",
    makes_a_variable_perhaps: "AG201",
    appends_perhaps: "AG103",
    appends_unless_it_returns: "AG103",
    sets_an_item_of_an_array: "AG104",
}


@pytest.mark.parametrize("function", PROBABLE, ids=lambda function: function.__name__)
def test_what_is_probable_warns_once(function):
    compiled = ag.function(function)
    with pytest.warns(ag.UsageWarning, match=f"^{PROBABLE[function]} ") as caught:
        compiled(rt.constant(1.0))
    ag.function(function)(rt.constant(1.0))
    (one,) = caught
    assert one.filename == function.__code__.co_filename
    assert one.lineno == one.message.diagnostic.span.line


def test_warnings_are_wanted_for_what_is_certain():
    with pytest.warns(ag.UsageWarning, match="AG105"):
        ag.function(rules="warn")(augments_an_attribute)(rt.constant(1.0))


@pytest.mark.parametrize("compile", [ag.function(rules="frozen"), tf.function], ids=["frozen", "compat"])
def test_only_frozen_numbers_may_raise(compile):
    with pytest.warns(ag.UsageWarning, match="AG105"):
        compile(augments_an_attribute)(rt.constant(1.0))


def test_rules_may_be_off():
    assert float(ag.function(rules="off")(takes_the_time)(rt.constant(1.0))) > 1.0


def test_without_conversion_there_are_no_rules():
    log = []

    @ag.function(autograph=False)
    def f(x):
        log.append(1)
        return x

    f(rt.constant(1.0))
    assert log == [1]


def test_other_words_are_refused():
    with pytest.raises(ag.UsageError, match="`rules` is 'warning'"):
        ag.function(rules="warning")


# comments


def silenced_on_the_line(x):
    return x + random.random()  # noqa: AG302


def silenced_with_a_reason(x):
    return x + random.random()  # autograph: ignore[AG302] one draw is enough


def silenced_by_name(x):  # autograph: ignore[host-random]
    return x + random.random()


def silenced_for_another_rule(x):
    return x + random.random()  # noqa: AG103


@pytest.mark.parametrize("function", [silenced_on_the_line, silenced_with_a_reason, silenced_by_name])
def test_comments_silence(function):
    ag.function(function)(rt.constant(1.0))


def test_comments_for_other_rules_do_not():
    with pytest.raises(ag.UsageError, match="AG302"):
        ag.function(silenced_for_another_rule)(rt.constant(1.0))


# what is fine


def local_list(x):
    parts = [x]
    parts.append(x)
    return parts[0] + parts[1]


def append_of_another_object(x):
    STORE.append(1)
    return x


def shape_by_numpy(x):
    return x * float(np.prod(x.shape)) * np.float32(2.0) + np.ndim(x)


def counts_traces(x):
    global COUNT
    COUNT += 1
    COUNTER.calls += 1
    return x


def keeps_the_last(x):
    COUNTER.last = x * 2
    return x


def uses_what_it_keeps(x):
    COUNTER.last = x * 2
    return COUNTER.last + 1


def makes_an_object(x):
    counter = Counter()
    counter.total = counter.total + x
    return counter.total


def makes_a_variable_once(x):
    if COUNTER.v is None:
        COUNTER.v = rt.Variable(1.0)
    return COUNTER.v * x


def changes_a_copy(x):
    table = dict(TABLE)
    table["x"] = x
    return table["x"]


def sets_an_item_of_a_tensor(x):
    y = x + rt.zeros([2])
    y[0] = 3.0
    return y


def tries_numpy(x):
    try:
        return np.sqrt(x)
    except TypeError:
        return rt.sqrt(x)


def defines_what_is_never_called(x):
    def later():
        LOG.append(x)

    return x if later is not None else x + 1


@ag.do_not_convert
def note_the_trace():
    TRACES.append(1)


def notes_traces(x):
    note_the_trace()
    return x


@functools.cache
def shared_variable():
    return rt.Variable(2.0)


def uses_a_cached_variable(x):
    return shared_variable() * x


def changes_a_deep_copy(x):
    table = copy.deepcopy(NESTED)
    table["a"].append(x)
    return table["a"][-1]


model = operator.itemgetter("weights")


def calls_what_only_is_called_a_model(x):
    return x * np.mean(model({"weights": [1.0, 3.0]}))


FINE = [
    defines_what_is_never_called,
    calls_what_only_is_called_a_model,
    notes_traces,
    uses_a_cached_variable,
    changes_a_deep_copy,
    local_list,
    append_of_another_object,
    shape_by_numpy,
    counts_traces,
    keeps_the_last,
    uses_what_it_keeps,
    makes_an_object,
    makes_a_variable_once,
    changes_a_copy,
    sets_an_item_of_a_tensor,
]


class Other:
    """Stands for a class of another file: what its methods do is not followed."""

    def __getattr__(self, name):
        if name == "clear_all":
            return lambda: setattr(self, "items", [])
        raise AttributeError(name)


class Collector(Other):
    def __init__(self):
        self.items, self.groups = [], {"a": []}

    def renew(self):
        self.items = []

    def after_its_own_method(self, x):
        self.renew()
        self.items.append(x)
        return self.items[0]

    def after_an_unknown_method(self, x):
        self.clear_all()
        self.items.append(x)
        return self.items[0]

    def after_an_assignment(self, x):
        self.groups = {"a": []}
        self.groups["a"].append(x)
        return self.groups["a"][0]


@pytest.mark.parametrize("name", ["after_its_own_method", "after_an_unknown_method", "after_an_assignment"])
def test_attributes_that_the_trace_renews_may_be_changed(name):
    assert float(ag.function(getattr(Collector(), name))(rt.constant(4.0))) == 4.0


@pytest.mark.parametrize("function", FINE, ids=lambda function: function.__name__)
def test_what_works_is_let_alone(function):
    ag.function(function)(rt.constant(4.0))


def test_what_an_exception_handler_expects_never_raises():
    with pytest.warns(ag.UsageWarning, match="AG301"):
        assert float(ag.function(tries_numpy)(rt.constant(4.0))) == 2.0


def test_numbers_are_no_tensors():
    assert float(ag.function(math_of_a_tensor)(0.0)) == 1.0


def test_a_tensor_argument_may_get_items():
    @ag.function
    def first_to_zero(xs):
        xs[0] = 0.0
        return xs

    assert first_to_zero(rt.constant([1.0, 2.0])).numpy().tolist() == [0.0, 2.0]


def test_a_fault_of_the_checker_keeps_nobody_from_running(monkeypatch, caplog):
    def broken(call):
        raise RuntimeError("a fault")

    monkeypatch.setattr(enforce, "check_call", broken)
    with caplog.at_level("DEBUG", logger="autograph"):
        assert float(ag.function(keeps_the_last)(rt.constant(1.0))) == 1.0
    assert "could not be checked" in caplog.text
