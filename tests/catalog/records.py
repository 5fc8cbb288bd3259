"""Dataclass and attrs objects as state of loops and branches."""

import dataclasses
from dataclasses import dataclass

import attr

from tests.catalog import case


@dataclass
class Pair:
    x: object
    y: object = 0

    def moved(self, by):
        if by > 0:
            return Pair(self.x + by, self.y)
        return self


@dataclass
class Signed:
    value: object
    sign: object = None

    def __post_init__(self):
        if self.value > 2:
            self.sign = 1
        else:
            self.sign = -1


@dataclass(frozen=True)
class State:
    step: object
    parts: tuple = ()


@attr.s(auto_attribs=True)
class Box:
    width: object
    height: object = 0


@attr.s(auto_attribs=True, frozen=True, slots=True)
class Cell:
    content: object


@case((3,), (0,))
def rebound_in_a_loop(n):
    p = Pair(0, 1.0)
    for i in range(n):
        p = Pair(p.x + i, p.y * 2)
        p.y += 1
    return p.x, p.y


@case((3,), (0,))
def frozen_and_replaced(n):
    state = State(0, (1.0, 2))
    for i in range(n):
        state = dataclasses.replace(state, step=state.step + i, parts=(state.parts[0] + 1, state.parts[1]))
    return state.step, state.parts


@case((3,), (0,))
def attrs_objects(n):
    box, cell = Box(0, 1.0), Cell(1)
    while n > 0:
        box = Box(box.width + n, box.height * 2)
        cell = attr.evolve(cell, content=cell.content * 2)
        n -= 1
    return box.width, box.height, cell.content


@case((3,), (0,))
def rebound_on_one_path(n):
    p = Pair(1, 2)
    if n > 2:
        p = Pair(n, 1)
    return p.x, p.y


@case((3,), (0,))
def made_on_both_paths(n):
    if n > 2:
        p = Pair(n, 1)
    else:
        p = Pair(2, 2)
    return p.x if n > 1 else p.y


@case((3,), (0,))
def returned_from_branches(n):
    moved = Pair(n, 4).moved(n - 1)
    return moved.x, moved.y


@case((3,), (0,))
def initialised_under_a_condition(n):
    signed = Signed(n)
    return signed.value, signed.sign


@case((3,), (0,))
def changed_in_place(n):
    p = Pair(0, 1.0)
    for i in range(n):
        p.x += i
    p.y = 5
    return p.x, p.y


@case((3,), (0,))
def nested(n):
    p = Pair(Pair(0, 1), (2, 3))
    for i in range(n):
        p = Pair(Pair(p.x.x + i, p.x.y), (p.y[0], p.y[1] + i))
    return p.x.x, p.x.y, p.y


@case((3,), (0,))
def one_object_on_both_paths(n):
    q, p = Pair(n, 4), Pair(0, 0)
    if n > 2:
        p = q
    else:
        p = q
    q.x = 11
    return p.x, p.y


@case((3,), (0,))
def in_a_list(n):
    pairs = [Pair(1, 2), Pair(3, 4)]
    if n > 2:
        pairs[0] = Pair(n, n)
    return pairs[0].x, pairs[1].y


@case((3,), (7,))
def matched(n):
    match Pair(n, 1):
        case Pair(3, y):
            return y
        case Pair(x):
            return x + 10


@case((3,), error="Pair.x' is assigned after a staged block that merged this Pair")
def changed_after_a_merge(n):
    p = Pair(0, 1.0)
    if n > 2:
        p = Pair(1, 2.0)
    p.x = 7
    return p.x, p.y


@case((3,), error="changes 'Pair.x' of an object and assigns the object to another variable")
def changed_and_given_a_second_name(n):
    p, q = Pair(0, 1.0), Pair(5, 5.0)
    if n > 2:
        q.x = 9
        p = q
    return p.x, p.y


@case((3,), (0,))
def equal_field_by_field(x):
    same = 1 if Pair(x, (x, 2)) == Pair(3, (3, 2)) else 0
    other = 1 if Pair(x, 2) != Pair(3, 2) else 0
    return same, other, 1 if State(x) == State(0) else 0, 1 if Pair(x) == State(x) else 0


@case((3,), (0,))
def equal_attrs_objects(x):
    return 1 if Box(x, 1) == Box(3, 1) else 0, 1 if Cell(x) != Cell(3) else 0
