"""Operators that run both arms of every `if` and keep one: wrong unless the names that the passes give are complete.

Jumps are flags: no loop is left before its turns are over, as in a trace.
"""

import sys

from autograph.operators import frame as frames
from tests.passes import python_mode
from tests.passes.python_mode import *  # noqa: F403

truth, text, field = python_mode.truth, python_mode.text, python_mode.field


def if_(test, names):
    python_mode.check_names(names)
    return _Arms(bool(test), names, sys._getframe(1))


class _Arms:
    def __init__(self, test, names, frame):
        self.test, self.names, self.frame = test, names, frame
        self.states = [frames.read(frame, names)]

    def __iter__(self):
        return self

    def __next__(self):
        before = self.states[0]
        if len(self.states) < 3:
            if len(self.states) == 2:
                self.keep()
                frames.assign(self.frame, before)
            self.states.append(None)
            return len(self.states) == 2
        self.keep()
        frames.assign(self.frame, self.states[1 if self.test else 2])
        raise StopIteration

    def keep(self):
        self.states[-1] = frames.read(self.frame, self.names)


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
