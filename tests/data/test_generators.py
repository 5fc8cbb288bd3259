"""Datasets of what Python generators yield."""

import pytest

import runtime as rt
from runtime.data import Dataset


def from_values(values, **how):
    return Dataset.from_generator(lambda: iter(values), **how)


def test_a_generator_must_be_callable():
    with pytest.raises(TypeError, match="must be a Python callable"):
        Dataset.from_generator([1, 2], output_types=rt.int32)


def test_a_generator_needs_types():
    with pytest.raises(TypeError, match="output_signature"):
        from_values([1])


def test_numbers_take_the_declared_dtype():
    assert [x.dtype for x in from_values([1, 2.5], output_types=rt.float32)] == [rt.float32] * 2


@pytest.mark.parametrize(
    ("value", "spec", "message"),
    [
        ((1, 2), rt.TensorSpec([], rt.int32), "of shape"),
        (1, (rt.TensorSpec([], rt.int32),) * 2, "did not match the expected structure"),
        ((1, 2, 3), (rt.TensorSpec([], rt.int32),) * 2, "3 parts instead of 2"),
        ({"b": 1}, {"a": rt.TensorSpec([], rt.int32)}, "keys"),
        ("text", rt.TensorSpec([], rt.int32), "could not be converted to the expected type"),
        ([1, 2], rt.TensorSpec([3], rt.int32), "of shape .2,. where an element of shape .3,."),
    ],
)
def test_an_element_that_does_not_fit_is_explained(value, spec, message):
    with pytest.raises((TypeError, rt.errors.InvalidArgumentError), match=message):
        list(from_values([value], output_signature=spec))


def test_each_run_begins_the_generator_anew():
    dataset = from_values([1, 2], output_types=rt.int32)
    assert [int(x) for x in dataset] == [int(x) for x in dataset] == [1, 2]


def test_the_generator_is_closed_when_the_run_ends_early():
    closed = []

    def rows():
        try:
            yield from range(10)
        finally:
            closed.append(True)

    list(Dataset.from_generator(rows, rt.int32).take(2))
    assert closed == [True]


def test_errors_of_the_generator_pass():
    def rows():
        yield 1
        raise KeyError("lost")

    with pytest.raises(KeyError, match="lost"):
        list(Dataset.from_generator(rows, rt.int32))


def test_shapes_may_be_given_beside_types():
    dataset = from_values([(1, [2, 3])], output_types=(rt.int32, rt.int32), output_shapes=([], [None]))
    assert [part.shape.as_list() for part in dataset.element_spec] == [[], [None]]
