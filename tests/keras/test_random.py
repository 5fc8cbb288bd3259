"""Random numbers of seeds and generators."""

import numpy as np
import pytest

import autograph as ag
import runtime as rt
from autograph.keras import random


def test_the_numbers_of_a_seed_are_keras_s():
    assert np.allclose(random.uniform([3], seed=7), [0.7470788, 0.6721802, 0.05777955], atol=1e-6)


def test_a_generator_counts_its_draws():
    generator = random.SeedGenerator(5)
    assert [generator.next().tolist() for _ in range(2)] == [[5, 0], [5, 1]]


def test_a_generator_goes_on_inside_of_compiled_functions():
    generator = random.SeedGenerator(5)
    draw = ag.function(lambda: random.uniform([2], seed=generator))
    assert draw().tolist() != draw().tolist()


def test_dropout_scales_what_it_keeps():
    kept = random.dropout(np.ones(1000, np.float32), 0.25, seed=1).numpy()
    assert set(np.unique(kept.round(4))) == {np.float32(0), np.float32(1.3333)}
    assert kept.mean() == pytest.approx(1.0, abs=0.1)


def test_dropout_may_share_choices_along_an_axis():
    kept = random.dropout(np.ones((3, 50), np.float32), 0.5, noise_shape=(1, None), seed=1).numpy()
    assert (kept == kept[0]).all()


def test_shuffle_keeps_the_rows():
    assert sorted(random.shuffle(np.arange(9), seed=2).tolist()) == list(range(9))


def test_draws_without_seed_differ_and_follow_the_global_seed():
    random.set_random_seed(1)
    first = [random.normal([2]).tolist(), random.normal([2]).tolist()]
    random.set_random_seed(1)
    assert [random.normal([2]).tolist(), random.normal([2]).tolist()] == first
    assert first[0] != first[1]


def test_integers_are_in_range():
    drawn = random.randint([100], 3, 6, seed=1).numpy()
    assert set(drawn) == {3, 4, 5}


def test_classes_follow_their_logits():
    assert random.categorical(rt.constant([[0.0, 50.0]]), 5, seed=1).tolist() == [[1] * 5]


def test_a_seed_of_another_kind_is_refused():
    with pytest.raises(ValueError, match="must be an integer or a SeedGenerator, not 'x'"):
        random.uniform([1], seed="x")
