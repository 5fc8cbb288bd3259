"""Operators that run both arms of every `if` and keep one: wrong unless the names that the passes give are complete.

Jumps are flags: no loop is left before its turns are over, as in a trace.
"""

import sys

from autograph.operators import frame as frames
from tests.passes import python_mode
from tests.passes.python_mode import *  # noqa: F403

truth, text, field = python_mode.truth, python_mode.text, python_mode.field


class _If:
    """An `if` both of whose arms run; true until the first has."""

    def __init__(self, test, frame, turned=False):
        self.test, self.frame, self.turned = bool(test), frame, turned
        self.before = dict(frame.f_locals)
        self.states = []

    def __bool__(self):
        return not self.states

    def otherwise(self, names):
        self.states.append(frames.read(self.frame, names))
        frames.assign(self.frame, self.was(names))

    def end(self, names):
        self.states.append(frames.read(self.frame, names))
        frames.assign(self.frame, [*self.states, self.was(names)][self.test is self.turned])

    def was(self, names):
        return {name: self.before.get(name, frames.UNBOUND) for name in names}


def if_(test, names):
    python_mode.check_names(names)
    return _turns(_If(test, sys._getframe(1)), names)


def _turns(opened, names):
    yield True
    opened.otherwise(names)
    yield False
    opened.end(names)


def when(test):
    return _If(test, sys._getframe(1))


def unless(test):
    return _If(test, sys._getframe(1), turned=True)


def otherwise(then, names):
    python_mode.check_names(names)
    then.otherwise(names)
    return then


def end_if(then, names):
    python_mode.check_names(names)
    then.end(names)


def arms(names):
    python_mode.check_names(names)
    frame, opened = sys._getframe(1), []

    def test(value):
        opened.append(_If(value, frame))
        return True

    yield 1, test
    while opened and opened[-1]:
        opened[-1].otherwise(names)
        yield len(opened) + 1, test
    for one in reversed(opened):
        one.end(names)


class _Loop:
    def __init__(self, until, frame):
        self.until, self.frame = until, frame

    def over(self, items):
        self.items = iter(items)
        return self

    def stopped(self):
        return any(frames.read(self.frame, self.until).values())

    def turn(self, test):
        return bool(test) and not self.stopped()

    def __iter__(self):
        return self

    def __next__(self):
        if self.stopped():
            raise StopIteration
        return next(self.items)

    def leaves(self, flag):
        return False


def while_(names=(), until=()):
    return _Loop(until, sys._getframe(1))


loop = while_
