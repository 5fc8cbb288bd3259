"""Random numbers: TensorFlow's values for equal seeds, the rules of seeds, streams that go on, generators."""

import numpy as np
import pytest

import runtime as rt
from runtime import random_seed
from runtime.errors import InvalidArgumentError
from runtime.random_seed import DEFAULT_GRAPH_SEED, get_seed
from tests.runtime.helpers import new_graph
from tests.runtime.ops.samples import HALVES, compare


@pytest.fixture(autouse=True)
def _no_global_seed(monkeypatch):
    """Seeds that a test sets end with it."""
    monkeypatch.setattr(random_seed, "_global", random_seed._GlobalSeed())


def draws(tensor_function, count=3):
    return [tensor_function().tolist() for _ in range(count)]


# --- Values (from TensorFlow 2.21) ---------------------------------------------------------------------------------


def test_eager_numbers_after_a_global_seed_are_tensorflows():
    rt.random.set_seed(5)
    compare(rt.random.normal([2, 2], seed=1), [[-1.37689, -0.01258316], [-0.169515, 1.082406]])
    compare(rt.random.uniform([3]), [0.6263931, 0.5298432, 0.7584572])
    assert rt.random.uniform([4], maxval=100, dtype="int32").tolist() == [97, 64, 60, 58]
    assert rt.random.shuffle([1, 2, 3, 4, 5, 6]).tolist() == [4, 3, 1, 5, 6, 2]


def test_session_numbers_with_a_graph_seed_are_tensorflows():
    with new_graph() as g:
        rt.random.set_random_seed(11)
        a, b = rt.random.uniform([2]), rt.random.uniform([2])
    session = rt.Session(graph=g)
    expected = [0.7765625, 0.8987956, 0.622838, 0.2214379, 0.02355754, 0.07170987]
    compare(np.concatenate([session.run(a), session.run(b), session.run(a)]), expected)


def test_numbers_of_a_generator_are_tensorflows():
    generator = rt.random.Generator.from_seed(1234)
    compare(generator.normal([2, 3]), [[0.9356609, 1.085431, -0.9378837], [-0.5061547, 1.31697, 0.7137579]])
    assert generator.state.numpy().tolist() == [2770, 0, 0]


# --- Rules of seeds ------------------------------------------------------------------------------------------------


def test_without_any_seed_the_system_chooses():
    assert get_seed() == (0, 0)
    assert rt.random.uniform([4]).tolist() != rt.random.uniform([4]).tolist()


def test_with_the_seed_of_the_op_alone_the_global_one_has_a_default():
    assert get_seed(7) == (DEFAULT_GRAPH_SEED, 7)


def test_with_the_global_seed_alone_ops_of_a_graph_are_numbered():
    with new_graph():
        rt.random.set_random_seed(3)
        assert [get_seed(), get_seed(), get_seed(9)] == [(3, 0), (3, 1), (3, 9)]


def test_a_pair_of_zeros_is_avoided():
    with new_graph():
        rt.random.set_random_seed(0)
        assert get_seed(0) == (0, 2**31 - 1)


def test_a_function_takes_the_global_seed():
    rt.random.set_seed(3)
    seeds = []

    @rt.function
    def draw():
        seeds.append(get_seed())
        return rt.constant(0)

    draw()
    assert seeds == [(3, 0)]


def test_the_same_global_seed_starts_everything_again():
    rt.random.set_seed(3)
    first = draws(lambda: rt.random.uniform([2])) + draws(lambda: rt.random.normal([2], seed=1))
    rt.random.set_seed(3)
    assert draws(lambda: rt.random.uniform([2])) + draws(lambda: rt.random.normal([2], seed=1)) == first
    assert len({tuple(values) for values in first}) == len(first)


# --- Streams -------------------------------------------------------------------------------------------------------


def test_ops_of_a_graph_have_streams_of_their_own_in_each_session():
    with new_graph() as g:
        a, b = rt.random.uniform([2], seed=5), rt.random.uniform([2], seed=5)
    session = rt.Session(graph=g)
    first_a, first_b = session.run([a, b])
    assert first_a.tolist() == first_b.tolist() != session.run(a).tolist()
    assert rt.Session(graph=g).run(a).tolist() == first_a.tolist()


def test_a_stream_goes_on_whatever_else_is_fetched():
    with new_graph() as g:
        a = rt.random.uniform([2], seed=5)
        b = a + 1.0
    one, other = rt.Session(graph=g), rt.Session(graph=g)
    assert [one.run(a).tolist(), one.run([a, b])[0].tolist()] == [other.run(a).tolist(), other.run(a).tolist()]


def test_a_function_goes_on_from_call_to_call():
    function = rt.function(lambda: rt.random.uniform([2], seed=5))
    assert function().numpy().tolist() != function().numpy().tolist()


def test_each_turn_of_a_loop_draws_anew():
    with new_graph() as g:
        start = (rt.constant(0), rt.zeros([0]))
        body = lambda i, xs: (i + 1, rt.concat([xs, rt.random.uniform([1])], 0))
        _, xs = rt.while_loop(lambda i, xs: i < 5, body, start, shape_invariants=([], [None]))
    assert len(set(rt.Session(graph=g).run(xs).tolist())) == 5


def test_stateless_numbers_depend_on_the_seed_alone():
    one = rt.random.stateless_uniform([3], [1, 2]).tolist()
    assert one == rt.random.stateless_uniform([3], [1, 2]).tolist()
    assert one != rt.random.stateless_uniform([3], [2, 1]).tolist()


# --- Distributions -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", [*HALVES, "float32", "float64"])
def test_distributions_have_their_moments(dtype):
    rt.random.set_seed(1)
    uniform = rt.random.uniform([20000], -1, 3, dtype=dtype).numpy().astype(float)
    normal = rt.random.normal([20000], 2.0, 0.5, dtype=dtype).numpy().astype(float)
    truncated = rt.random.truncated_normal([20000], dtype=dtype).numpy().astype(float)
    assert abs(uniform.mean() - 1) < 0.05
    assert uniform.min() >= -1
    assert (abs(normal.mean() - 2), abs(normal.std() - 0.5)) < (0.02, 0.02)
    assert np.abs(truncated).max() <= 2
    assert abs(truncated.std() - 0.88) < 0.02


def test_integers_lie_in_their_range():
    values = rt.random.uniform([1000], -3, 4, dtype="int64").numpy()
    assert sorted(set(values.tolist())) == [-3, -2, -1, 0, 1, 2, 3]


def test_integers_need_an_upper_bound():
    with pytest.raises(ValueError, match="maxval"):
        rt.random.uniform([2], dtype="int32")
    with pytest.raises(InvalidArgumentError, match="minval < maxval, got 5 >= 5"):
        rt.random.uniform([2], 5, 5, dtype="int32")


def test_classes_come_with_their_probabilities():
    rt.random.set_seed(1)
    probabilities = [[0.1, 0.2, 0.7], [0.5, 0.5, 0.0]]
    classes = rt.random.categorical(rt.math.log(probabilities), 10000).numpy()
    shares = np.stack([(classes == c).mean(axis=1) for c in range(3)], -1)
    np.testing.assert_allclose(shares, probabilities, atol=0.02)


def test_a_shuffle_keeps_rows_whole():
    rows = np.arange(20).reshape(10, 2)
    shuffled = rt.random.shuffle(rows, seed=1).numpy()
    assert sorted(shuffled.tolist()) == rows.tolist() != shuffled.tolist()
    assert rt.random.shuffle(7).numpy() == 7


def test_shapes_may_be_tensors_or_nothing():
    assert rt.random.uniform(rt.constant([2, 3])).shape == [2, 3]
    assert rt.random.normal([]).shape == []
    assert rt.random.uniform([0, 3]).shape == [0, 3]
    with new_graph():
        assert rt.random.uniform([rt.placeholder("int32", []), 3]).shape == [None, 3]


# --- Generators ----------------------------------------------------------------------------------------------------


def test_a_generator_goes_on_where_its_state_says():
    one = rt.random.Generator.from_seed(7)
    one.normal([3])
    other = rt.random.Generator.from_state(one.state)
    assert one.uniform([2]).tolist() == other.uniform([2]).tolist()


def test_a_generator_draws_in_functions():
    generator = rt.random.Generator.from_seed(7)
    draw = rt.function(lambda: generator.uniform([2]))
    traced = [draw().numpy().tolist() for _ in range(2)]
    again = rt.random.Generator.from_seed(7)
    assert traced == [again.uniform([2]).tolist() for _ in range(2)]


def test_a_generator_splits_into_different_ones():
    parts = rt.random.Generator.from_seed(7).split(3)
    assert len({tuple(part.uniform([2]).tolist()) for part in parts}) == 3


def test_skipping_is_like_drawing():
    one, other = rt.random.Generator.from_seed(7), rt.random.Generator.from_seed(7)
    one.normal([5])
    other.skip(5)
    assert one.state.numpy().tolist() == other.state.numpy().tolist()


def test_only_philox_is_there():
    with pytest.raises(ValueError, match="philox"):
        rt.random.Generator.from_seed(1, alg="threefry")


def test_the_classes_that_a_session_draws_run_after_run_are_tensorflows():
    with new_graph() as graph:
        rt.set_random_seed(42)
        drawn = rt.random.categorical([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0]], 6, seed=2)
        session = rt.Session(graph=graph)
    assert [session.run(drawn).tolist() for _ in range(3)] == [
        [[2, 2, 2, 2, 2, 2], [0, 1, 0, 0, 0, 0]],
        [[2, 2, 1, 2, 1, 2], [1, 0, 0, 0, 0, 1]],
        [[2, 1, 1, 2, 1, 2], [0, 2, 1, 0, 2, 2]],
    ]
