"""Names of operations: which are valid, which are free, and which one was meant."""

import difflib
import re
from collections.abc import Iterable

_OP_NAME = re.compile(r"[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*")
_SCOPE_NAME = re.compile(r"[A-Za-z0-9_.\\/>-]*")


def check_text(name: str) -> None:
    """Raises TypeError unless what was given as the argument `name` of an operation, variable or scope is a str."""
    if not isinstance(name, str):
        raise TypeError(f"The argument `name` is a str, such as 'x', not {name!r} of type {type(name).__name__}.")


def check_op_name(name: str) -> None:
    """Raises ValueError unless TensorFlow would take `name` as the name of an operation, TypeError if it is no text."""
    check_text(name)
    if not _OP_NAME.fullmatch(name):
        raise ValueError(
            f"'{name}' is not a valid operation name: it starts with a letter, a digit or '.', "
            f"and goes on with letters, digits and any of '_.\\/>-'."
        )


def check_scope_name(name: str, root: bool) -> None:
    """Raises ValueError unless `name` can be a name scope; in the root scope it must start like an operation's name."""
    check_text(name)
    if not (_OP_NAME if root else _SCOPE_NAME).fullmatch(name):
        raise ValueError(f"'{name}' is not a valid scope name: use letters, digits and any of '_.\\/>-'.")


def valid_op_name(text: str) -> str:
    """`text` with every character that no operation name may hold replaced, such as 'f_lambda' for '<lambda>'.

    >>> valid_op_name("<lambda>"), valid_op_name("_x")
    ('lambda_', 'x')
    """
    return re.sub(r"[^A-Za-z0-9_.\\/>-]", "_", text.replace("<", "").replace(">", "_")).lstrip("_\\/>-") or "op"


def as_op_name(name: str, root: bool = True) -> str:
    """The name itself where an operation (or a scope, which may be inside others) can have it, else a similar one.

    Eager variables, layers and modules have any names; what stands for them in graphs cannot.

    >>> as_op_name("a>b"), as_op_name("size in €"), as_op_name("_x"), as_op_name("_x", root=False)
    ('a>b', 'size_in__', 'x', '_x')
    """
    return name if (_OP_NAME if root else _SCOPE_NAME).fullmatch(name) else valid_op_name(name)


def nearest(name: str, known: Iterable[str]) -> str:
    """A sentence " Did you mean ...?" with names similar to `name`, or that have it among their scopes, or nothing."""
    names = list(dict.fromkeys(known))
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.6)
    close += [other for other in names if other not in close and f"/{name}/" in f"/{other}/"][: 3 - len(close)]
    return f" Did you mean {' or '.join(map(repr, close))}?" if close else ""


class UniqueNames:
    """Gives out names, each once: `x`, `x_1`, `x_2`; names that differ only in case count as the same."""

    def __init__(self) -> None:
        self._used: dict[str, int] = {}

    def reserve(self, name: str) -> None:
        """Makes sure that `name` is not given out any more."""
        self._used.setdefault(name.lower(), 1)

    def take(self, name: str, mark: bool = True) -> str:
        """`name` if it is free, else the first free `name_<number>`; taken from now on if `mark`."""
        key = name.lower()
        count = self._used.get(key)
        if count is None:
            if mark:
                self._used[key] = 1
            return name
        while f"{key}_{count}" in self._used:
            count += 1
        if mark:
            self._used[key] = count + 1
            self._used[f"{key}_{count}"] = 1
        return f"{name}_{count}"
