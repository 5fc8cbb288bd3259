"""What the code of a function reads from outside of itself: globals, closure variables, and attributes of those."""

from __future__ import annotations

import dis
import types
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

_GLOBALS = frozenset({"LOAD_GLOBAL", "LOAD_NAME"})
_CELLS = frozenset({"LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_FROM_DICT_OR_DEREF"})
_ATTRIBUTES = frozenset({"LOAD_ATTR", "LOAD_METHOD"})
_WRITES = {"STORE_GLOBAL": "global", "STORE_DEREF": "cell", "STORE_ATTR": "attribute", "STORE_NAME": "global"}
_BETWEEN = frozenset({"PUSH_NULL", "CACHE", "EXTENDED_ARG", "NOP", "RESUME"})


class Chain(NamedTuple):
    """A name and the attributes that are read from it: `config.model.rate`.

    Attributes:
        kind: "global", "cell" or "argument".
        name: of the variable.
        path: of the attributes.
    """

    kind: str
    name: str
    path: tuple[str, ...] = ()


@dataclass
class Reads:
    """What a code object, and those inside of it, read from outside and write.

    Attributes:
        chains: what is read, each once.
        writes: ("global", "cell" or "attribute", name) of what is assigned.
    """

    chains: dict[Chain, None] = field(default_factory=dict)
    writes: set[tuple[str, str]] = field(default_factory=set)


def reads_of(code: types.CodeType) -> Reads:
    """What a function reads from outside of itself.

    >>> rate = 2
    >>> def f(x, obj):
    ...     return x * len(obj.items)
    >>> sorted(reads_of(f.__code__).chains)
    [Chain(kind='argument', name='obj', path=('items',)), Chain(kind='global', name='len', path=())]
    """
    found = Reads()
    _collect(code, found, is_outermost=True)
    return found


def _collect(code: types.CodeType, found: Reads, is_outermost: bool) -> None:
    count = code.co_argcount + code.co_kwonlyargcount
    arguments = set(code.co_varnames[:count]) if is_outermost else set()
    instructions = [each for each in dis.get_instructions(code) if each.opname not in _BETWEEN]
    stored = {each.argval for each in instructions if each.opname == "STORE_FAST"}
    for each in instructions:
        if each.opname in _WRITES:
            found.writes.add((_WRITES[each.opname], each.argval))
    for chain in _chains(instructions, arguments - stored, frozenset(code.co_freevars)):
        found.chains[chain] = None
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            _collect(constant, found, is_outermost=False)


def _chains(instructions: list[dis.Instruction], arguments: set[str], free: frozenset[str]) -> Iterator[Chain]:
    current: Chain | None = None
    for each in instructions:
        if current is not None and each.opname in _ATTRIBUTES:
            current = current._replace(path=(*current.path, each.argval))
            continue
        if current is not None and (current.kind != "argument" or current.path):
            yield current
        current = _root(each, arguments, free)
    if current is not None and (current.kind != "argument" or current.path):
        yield current


def _root(instruction: dis.Instruction, arguments: set[str], free: frozenset[str]) -> Chain | None:
    name = instruction.argval
    if instruction.opname in _GLOBALS:
        return Chain("global", name)
    if instruction.opname in _CELLS:
        return Chain("cell", name) if name in free else None
    if instruction.opname.startswith("LOAD_FAST"):
        name = name[-1] if isinstance(name, tuple) else name
        return Chain("argument", name) if name in arguments else None
    return None
