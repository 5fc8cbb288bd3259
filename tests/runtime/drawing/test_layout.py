"""Where nodes are placed."""

import itertools
import random

import pytest

from runtime.drawing.layout import place


def overlap(a, b):
    return a.x < b.x + b.width and b.x < a.x + a.width and a.y < b.y + b.height and b.y < a.y + a.height


@pytest.mark.parametrize("seed", range(10))
def test_nodes_do_not_overlap_and_arrows_point_down(seed):
    choose = random.Random(seed)
    count = choose.randint(1, 60)
    sizes = [(choose.randint(20, 200), choose.randint(20, 60)) for _ in range(count)]
    edges = [(choose.randrange(stop), stop) for stop in range(1, count) for _ in range(choose.randint(0, 3))]
    placed = place(sizes, edges)
    assert [(node.width, node.height) for node in placed] == sizes
    assert not any(overlap(a, b) for a, b in itertools.combinations(placed, 2))
    assert all(placed[start].y + placed[start].height < placed[stop].y for start, stop in edges)
    assert min(node.x for node in placed) == 0


def test_circles_are_drawn_too():
    placed = place([(10, 10)] * 3, [(0, 1), (1, 2), (2, 0), (1, 1)])
    assert placed[0].y < placed[1].y < placed[2].y


def test_nothing_takes_no_place():
    assert place([], []) == []


def test_a_chain_is_straight():
    placed = place([(30, 10), (90, 10), (30, 10)], [(0, 1), (1, 2)])
    assert len({node.x + node.width / 2 for node in placed}) == 1


def test_deep_chains_need_no_recursion():
    placed = place([(10, 10)] * 5000, [(n, n + 1) for n in range(4999)])
    assert placed[-1].y == 4999 * 54
