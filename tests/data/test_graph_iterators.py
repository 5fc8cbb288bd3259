"""Iterators that are operations of a graph."""

import pytest

import runtime as rt
from runtime.data import Dataset
from runtime.data.graph_iterators import GraphIterator, make_initializable_iterator, make_one_shot_iterator


def test_an_iterator_must_be_initialized():
    with rt.Graph().as_default(), rt.Session() as session:
        element = make_initializable_iterator(Dataset.range(3)).get_next()
        with pytest.raises(rt.errors.FailedPreconditionError, match="has not been initialized"):
            session.run(element)


def test_each_session_has_its_own_run():
    with rt.Graph().as_default():
        element = make_one_shot_iterator(Dataset.range(3)).get_next()
        first, second = rt.Session(), rt.Session()
        assert [int(s.run(element)) for s in (first, first, second)] == [0, 1, 0]


def test_a_one_shot_iterator_takes_no_placeholder():
    with rt.Graph().as_default():
        limit = rt.placeholder(rt.int64, [])
        with pytest.raises(ValueError, match="Cannot capture a placeholder"):
            make_one_shot_iterator(Dataset.range(limit))


def test_shared_names_share_a_run():
    with rt.Graph().as_default(), rt.Session() as session:
        iterators = [make_initializable_iterator(Dataset.range(3), shared_name="same") for _ in range(2)]
        elements = [iterator.get_next() for iterator in iterators]
        session.run(iterators[0].initializer)
        assert [int(session.run(element)) for element in elements] == [0, 1]


def test_an_initializer_wants_the_same_elements():
    with rt.Graph().as_default():
        iterator = GraphIterator.from_structure(rt.int64, [])
        with pytest.raises(TypeError, match="Expected elements"):
            iterator.make_initializer(Dataset.from_tensors(1.0))


def test_types_and_shapes_can_be_asked_for():
    with rt.Graph().as_default():
        iterator = make_one_shot_iterator(Dataset.range(4).batch(2))
        assert iterator.output_types is rt.int64
        assert iterator.output_shapes.as_list() == [None]


def test_eagerly_a_one_shot_iterator_is_a_plain_one():
    assert [int(x) for x in Dataset.range(2).make_one_shot_iterator()] == [0, 1]
