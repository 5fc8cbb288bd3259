"""What random programs run with: bounds for their loops, objects to change, and a log of what happened."""

import sys

HUGE = 10**60  # A number that is squared at each turn fills the memory long before the turns are many.


class TooLongError(BaseException):
    """The program was not going to end soon."""


def _is_huge(value):
    return type(value) is int and not -HUGE < value < HUGE


class Thing:
    """An object with places that programs change."""

    def __init__(self):
        self.n = 1
        self.items = [1, 2, 3]
        self.table = {"k": 1}

    def get(self, value):
        return value

    def __repr__(self):
        return f"Thing({self.n}, {self.items}, {self.table})"


class Truth:
    """An object whose truth is noted when it is asked for."""

    def __init__(self, helper, number, value):
        self.helper, self.number, self.value = helper, number, value

    def __repr__(self):
        return f"Truth({self.number})"

    def __bool__(self):
        self.helper.log.append(("truth", self.number))
        return bool(self.value)


class Manager:
    """A context that may raise when it is left, and may swallow exceptions."""

    def __init__(self, helper, number, raises, swallows):
        self.helper, self.number, self.raises, self.swallows = helper, number, raises, swallows

    def __enter__(self):
        self.helper.log.append(("enter", self.number))
        return self.number

    def __exit__(self, kind, error, traceback):
        self.helper.log.append(("exit", self.number, kind and kind.__name__))
        if self.raises:
            raise KeyError(f"exit {self.number}")
        return bool(self.swallows)


class Helper:
    """The third argument of every program."""

    def __init__(self, limit=200):
        self.log = []
        self.ticks = 0
        self.limit = limit

    def tick(self):
        """Counts a turn."""
        self.ticks += 1
        if self.ticks > self.limit or any(map(_is_huge, sys._getframe(1).f_locals.values())):
            raise TooLongError

    def e(self, number, value):
        """Notes an expression."""
        self.tick()
        plain = isinstance(value, (int, str, list, type(None)))
        self.log.append((number, repr(value) if plain else type(value).__name__))
        return value

    def v(self, value):
        """A value."""
        return value

    def n(self, value):
        """A small number of turns."""
        return value % 4 if isinstance(value, int) else 2

    def number(self, value):
        """A number that does not grow."""
        return value % 1000 if isinstance(value, int) else 7

    def truth(self, number, value):
        """An object with a truth."""
        return Truth(self, number, value)

    def object(self):
        """An object to change."""
        return Thing()

    def error(self):
        """An exception to raise."""
        return KeyError("made")

    def manager(self, number, raises, swallows):
        """A context."""
        return Manager(self, number, raises, swallows)
