"""Conversions pause the garbage collector, and leave it as it was."""

import gc
import threading

import pytest

from autograph.errors import ConversionError
from autograph.syntax.collecting import collection_paused
from autograph.syntax.pipeline import convert
from autograph.syntax.source import Source
from autograph.syntax.unit import Unit


@pytest.fixture
def enabled():
    gc.enable()
    yield
    gc.enable()


def test_the_collector_works_again_after_the_outermost_pause(enabled):
    with collection_paused():
        with collection_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off(enabled):
    gc.disable()
    with collection_paused():
        assert not gc.isenabled()
    assert not gc.isenabled()


def test_the_collector_works_again_after_an_error(enabled):
    with pytest.raises(ConversionError), collection_paused():
        Source.parse("def f(:", "<text>")
    assert gc.isenabled()


def test_pauses_of_threads_end_with_the_last(enabled):
    inside, leave = threading.Event(), threading.Event()

    def pause():
        with collection_paused():
            inside.set()
            leave.wait(10)

    thread = threading.Thread(target=pause)
    thread.start()
    inside.wait(10)
    with collection_paused():
        pass
    assert not gc.isenabled()
    leave.set()
    thread.join()
    assert gc.isenabled()


def test_nothing_is_collected_while_a_function_is_converted(enabled, monkeypatch):
    seen = []
    of = Unit.of
    monkeypatch.setattr(Unit, "of", lambda *args: (seen.append(gc.isenabled()), of(*args))[1])
    convert(Source.parse("def f(x):\n    return x\n", "<text>").part(_only_definition()))
    assert seen == [False]
    assert gc.isenabled()


def _only_definition():
    return Source.parse("def f(x):\n    return x\n", "<text>").document.functions[0]
