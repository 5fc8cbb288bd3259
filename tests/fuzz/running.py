"""Running random programs in every way, and comparing."""

import re

from tests.fuzz.helper import Helper, TooLongError
from tests.passes.running import PREFIXES, converted, native
from tests.passes.running import outcome as plain_outcome

INPUTS = ((0, 1), (1, -2), (3, 2), (5, 0))


def outcome(function, arguments):
    """What a run gives or raises, what it noted, in a form that compares."""
    helper = Helper()

    def run():
        made = function(*arguments, helper)
        return repr(list(made)) if hasattr(made, "send") else repr(made)

    try:
        found = plain_outcome(run)
    except TooLongError:
        found = ("too long",)
    return found, helper.log


def difference(text, prefixes=PREFIXES):
    """How converted code differs from the native; None if it does not."""
    function = native(text)["f"]
    expected = [outcome(function, arguments) for arguments in INPUTS]
    for prefix in prefixes:
        try:
            made = converted(function, prefix)
        except Exception as error:
            return f"converting up to {prefix} raises {type(error).__name__}: {error}"
        for arguments, before in zip(INPUTS, expected):
            after = outcome(made, arguments)
            if after != before:
                return f"after {prefix}, f{arguments}: {_told(before, after)}"
    return None


def _told(before, after):
    if before[0] != after[0]:
        return f"Python {before[0]}, converted {after[0]}"
    index = next((i for i, (a, b) in enumerate(zip(before[1], after[1])) if a != b), min(len(before[1]), len(after[1])))
    return f"Python notes {before[1][index : index + 3]}, converted {after[1][index : index + 3]}"


def kind_of(text, prefixes=PREFIXES):
    """A short name for the difference, so that shrinking does not slide to another one."""
    try:
        found = difference(text, prefixes)
    except Exception:
        return None
    return found and re.sub(r"[^a-z ]", "", found)[:25]
