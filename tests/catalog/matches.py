"""`match` on values that may be tensors, and on structure, which stays Python's."""

from collections import namedtuple

from tests.catalog import case

Point = namedtuple("Point", "x y")


@case((0,), (1,), (2,), (-7,), (8,))
def literals_alternatives_and_guards(x):
    match x:
        case 0:
            y = 10
        case 1 | 2:
            y = 20
        case _ if x < 0:
            y = -1
        case _:
            y = 99
    return y


@case((3, 0), (0, 0), (7, 1))
def guards_that_are_numbers(x, y):
    match (x, y):
        case (k, 0) if x:
            return k
        case (k, l) if l and k > 2 or y:
            return k + l
    return -1


@case((3,), (-3,), (7,))
def captures(x):
    match x + 1:
        case 4 as four:
            return four * 10
        case negative if negative < 0:
            return negative
        case other:
            return other + 100


@case((3,), (0,))
def returns_from_cases(x):
    match x:
        case 0:
            return -1
    return x


@case((3,), (-3,))
def python_subject_with_a_function_in_a_case(x):
    kind = "shift"
    match kind:
        case "shift":

            def act(v):
                return v + 1

        case _:

            def act(v):
                return v * 2

    if x > 0:
        x = act(x)
    return x


@case((3,), (-3,))
def structure_stays_with_python(x):
    match Point(x, 2):
        case Point(x=px, y=2):
            r = px
        case (a, b):
            r = a + b
        case _:
            r = 0
    if r > 0:
        r += 1
    return r


@case((0,), (5,))
def structure_after_a_value(x):
    pair = (x, 1)
    match x:
        case 0:
            r = 1
        case [a, b]:
            r = a + b
        case _:
            r = pair[0] + pair[1]
    return r


@case((4,), (9,))
def match_in_a_loop_with_jumps(n):
    total = 0
    for i in range(n):
        match i:
            case 2:
                continue
            case 6:
                break
            case _:
                total += i
    return total


@case((3,), (-3,))
def singletons(x):
    for flag in (None, True, "on", 5):
        match flag:
            case None:
                x += 1
            case True:
                x *= 2
            case "on":
                x -= 3
            case _:
                x *= x
    return x


@case((1, 5), (2, 7), (3, 1))
def structure_behind_values(x, y):
    match (x, [y, x]):
        case (1, [*_] as rest):
            return rest[0]
        case (2, [7, last]):
            return last * 10
        case (a, [b, c]):
            return a + b + c


@case((1,), (2,), (3,))
def alternatives_of_structures(x):
    match [x, 2]:
        case [1, y] | [y, 2] if y != 3:
            return y + 10
        case [1 | 3, *rest]:
            return rest[0]
    return 0


@case((1,), (2,), (3,))
def alternatives_inside_a_structure(x):
    match Point(x, Point(2, x)):
        case Point(1, Point(q, 1)):
            return q
        case Point(x=3, y=Point(x=z) | Point(y=z)) | Point(y=Point(2, z)):
            return z * 10
    return 0


@case((1,), (2,))
def mappings_behind_values(x):
    match {"a": x, "b": {"c": (x, 2)}}:
        case {"a": 1, "b": {"c": (u, v)}, **rest}:
            return u + v + len(rest)
        case {"a": a, "b": {"c": [_, w]}}:
            return a * w
    return 0
