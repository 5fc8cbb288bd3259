"""What the builtins are in a trace, by identity: each behaves as Python's where no tensor is involved."""

from __future__ import annotations

import builtins
import functools
from collections.abc import Callable
from typing import Any

from . import containers, iteration, numbers, printing, reductions, strings

_TABLE: dict[Any, Callable[..., Any]] = {
    abs: numbers.abs_,
    all: reductions.all_,
    any: reductions.any_,
    bool: numbers.bool_,
    builtins.format: strings.format_,
    dict: containers.dict_,
    divmod: numbers.divmod_,
    enumerate: iteration.enumerate_,
    filter: iteration.filter_,
    float: numbers.float_,
    frozenset: containers.frozenset_,
    functools.reduce: reductions.reduce_,
    int: numbers.int_,
    isinstance: containers.isinstance_,
    iter: iteration.iter_,
    len: containers.len_,
    list: containers.list_,
    map: iteration.map_,
    max: reductions.max_,
    min: reductions.min_,
    next: iteration.next_,
    print: printing.print_,
    range: iteration.range_,
    repr: strings.repr_,
    reversed: iteration.reversed_,
    round: numbers.round_,
    set: containers.set_,
    sorted: containers.sorted_,
    str: strings.str_,
    sum: reductions.sum_,
    tuple: containers.tuple_,
    zip: iteration.zip_,
}

OVERLOADS: dict[int, Callable[..., Any]] = {id(builtin): overload for builtin, overload in _TABLE.items()}
"""The overload for each builtin, by the builtin's identity (values need not be hashable)."""
