"""What lists of run-time length can do beyond `append`."""

from collections import namedtuple
from dataclasses import dataclass

from tests.catalog import case

Span = namedtuple("Span", "low high")


@dataclass
class Item:
    weight: object
    worth: object


@case((4,), (0,))
def insert_in_front(n):
    out = []
    for i in range(n):
        out.insert(0, i)
    return sum(out), len(out)


@case((4,), (2,))
def insert_anywhere(n):
    out = [i for i in range(n)]
    out.insert(1, 100)
    out.insert(-1, 200)
    out.insert(99, 300)
    return [out[k] for k in range(5)], len(out)


@case((4,), (1,))
def slices(n):
    out = [i for i in range(n + 2)]
    return sum(out[1:]), len(out[:-1]), sum(out[::2]), out[::-1][0], sum(out[1:n]), len(out[-2:])


@case((3,), (1,))
def removal(n):
    out = [i for i in range(n + 4)]
    first, middle = out.pop(0), out.pop(n)
    del out[1]
    out.remove(n + 3)
    return first, middle, len(out), out[0], out[-1]


@case((3,), (1,))
def search(n):
    out = [i * 2 for i in range(n + 2)]
    return out.index(n * 2), out.count(4), 1 if 2 in out else 0, 1 if 99 not in out else 0


@case((4,), (1,))
def clear_in_a_loop(n):
    out = []
    for i in range(n):
        if i == 2:
            out.clear()
        out.append(i)
    return len(out), out[0]


@case((4,), (1,))
def reversed_in_place(n):
    out = [i for i in range(n)]
    out.reverse()
    return out[0], out[-1]


@case((3,), (1,))
def repeated(n):
    out = [i for i in range(n)] * 2
    return len(out), sum(out)


@case((4,), (1,))
def parts_and_joins_can_be_changed(n):
    xs = [1, 2]
    xs.append(3)
    head, joined, twice = xs[:2], [0] + xs, xs * 2
    for i in range(n):
        head.append(i)
        joined.append(i)
        twice.append(i)
    return len(head), sum(joined), sum(twice)


@case((2,), (0,))
def slice_of_a_python_list(n):
    xs = [1, 2, 3, 4]
    xs.append(5)
    return sum(xs[n:]), sum(xs[:n])


@case((2,), (0,))
def python_list_changed_at_a_tensor(n):
    xs = [1, 2, 3, 4]
    taken = xs.pop(n)
    del xs[n]
    return taken, len(xs), xs[0]


@case((3,), (5,))
def python_list_searched_for_a_tensor(x):
    xs = [1, 3, x, 5]
    return xs.index(x), xs.count(x)


@case((2,), (0,), (9,))
def slices_of_lists_that_python_knows(n):
    numbers = [1, 2, 3, 4]
    return sum(numbers[:n]), len(numbers[n:]), sum(numbers[-2:n]), sum([5, 6, 7][:n])


@case((3,), (0,))
def repeated_as_often_as_the_run_says(n):
    ones, out = [1], []
    for i in range(n):
        out += [i] * i
    return len(out), sum(out), len(ones * n), sum([2, 3] * n)


@case((4,), (0,), (1,))
def pairs(n):
    found = []
    for i in range(n):
        found.append((i, i * 0.5))
    if n > 1:
        found.pop()
    if n > 2:
        found[0] = (9, 9.0)
    total = 0.0
    for position, (number, half) in enumerate(found):
        total += position * number + half
    return total, len(found)


@case((4,), (0,))
def named_tuples_and_records(n):
    spans, items = [Span(7, 1)], []
    for i in range(n):
        spans.insert(0, Span(i, spans[-1].low))
        items.append(Item(i, i + 1))
    return spans[0].low, spans[-1].high, len(spans), sum(item.weight * item.worth for item in items)


@case((4,), (3,))
def groups_in_groups(n):
    rows = []
    for i in range(n):
        rows.append((i, (i * 2, {"z": i * 3})))
    del rows[1]
    return rows[1:][0][1][1]["z"], rows[::-1][0][1][0], len(rows * 2)


@case((5,), (9,))
def a_queue_of_intervals(n):
    queue, seen = [(0, n)], 0
    while len(queue) > 0:
        low, high = queue.pop(0)
        seen += 1
        if high - low > 1:
            middle = (low + high) // 2
            queue.append((low, middle))
            queue.append((middle, high))
    return seen


@case(([3, 1, 2],))
def pairs_in_order(xs):
    ranked = sorted([(x, i) for i, x in enumerate(xs)], key=lambda pair: -pair[0])
    return ranked[0][1], ranked[2][0], sum(i for x, i in ranked if x > 1)


@case((3,), (0,), (9,))
def slices_deleted_and_replaced(n):
    numbers = [1, 2, 3, 4, 5]
    del numbers[1:n]
    others = [i for i in range(n + 2)]
    others[1:2] = [7, 8]
    del others[-1:]
    others[n:] = numbers
    return sum(numbers), len(numbers), others[1], sum(others), len(others)
