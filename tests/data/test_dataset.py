"""Datasets: what their elements are, what is refused, how they are passed around."""

import numpy as np
import pytest

import runtime as rt
from runtime.data import Dataset, DatasetSpec, experimental


def numbers(dataset):
    return [element.tolist() for element in dataset]


@pytest.mark.parametrize(
    ("dataset", "spec"),
    [
        (lambda: Dataset.range(3), rt.TensorSpec([], rt.int64)),
        (lambda: Dataset.range(3, output_type=rt.int32), rt.TensorSpec([], rt.int32)),
        (lambda: Dataset.range(3).batch(2), rt.TensorSpec([None], rt.int64)),
        (lambda: Dataset.range(3).batch(2, drop_remainder=True), rt.TensorSpec([2], rt.int64)),
        (lambda: Dataset.from_tensors([1.0]), rt.TensorSpec([1], rt.float32)),
        (lambda: Dataset.from_tensor_slices([[1.0]]), rt.TensorSpec([1], rt.float32)),
        (lambda: Dataset.range(3).map(lambda n: {"n": n}), {"n": rt.TensorSpec([], rt.int64)}),
        (lambda: Dataset.range(3).window(2), DatasetSpec(rt.TensorSpec([], rt.int64))),
        (lambda: Dataset.from_tensors([1]).concatenate(Dataset.from_tensors([1, 2])), rt.TensorSpec([None], rt.int32)),
    ],
)
def test_a_dataset_knows_its_elements(dataset, spec):
    assert dataset().element_spec == spec


def test_slices_of_a_scalar_are_refused():
    with pytest.raises(ValueError, match="rank >= 1"):
        Dataset.from_tensor_slices(3)


def test_slices_need_one_length():
    with pytest.raises(rt.errors.InvalidArgumentError, match=r"Dimensions \[2, 3\]"):
        Dataset.from_tensor_slices(([1, 2], [1, 2, 3]))


def test_elements_of_different_shapes_make_no_batch():
    rows = Dataset.range(1, 3).map(lambda n: rt.fill([n], n))
    with pytest.raises(rt.errors.InvalidArgumentError, match=r"different shapes in component 0.*padded_batch"):
        numbers(rows.batch(2))


def test_padding_makes_nothing_smaller():
    rows = Dataset.from_tensor_slices([[1, 2, 3]])
    with pytest.raises(rt.errors.InvalidArgumentError, match="pad to a smaller size"):
        numbers(rows.padded_batch(1, padded_shapes=[2]))


@pytest.mark.parametrize("size", [0, -1])
def test_a_batch_has_elements(size):
    with pytest.raises(rt.errors.InvalidArgumentError, match="greater than zero"):
        Dataset.range(3).batch(size)


def test_a_predicate_gives_a_bool():
    with pytest.raises(ValueError, match="scalar boolean"):
        Dataset.range(3).filter(lambda n: n)


def test_flat_map_wants_a_dataset():
    with pytest.raises(TypeError, match="must return a Dataset"):
        Dataset.range(3).flat_map(lambda n: n)


def test_a_function_that_returns_nothing_is_refused():
    with pytest.raises(TypeError, match="returned None"):
        Dataset.range(3).map(lambda n: None)


def test_a_state_keeps_its_dtype():
    with pytest.raises(TypeError, match="The structure and dtypes of the new state"):
        Dataset.range(3).reduce(0.0, lambda state, n: n)


def test_the_shape_of_a_state_may_change():
    joined = Dataset.range(3).reduce(np.zeros(0, np.int64), lambda state, n: rt.concat([state, [n]], 0))
    assert joined.tolist() == [0, 1, 2]


def test_datasets_of_different_dtypes_are_not_joined():
    with pytest.raises(TypeError, match="different types"):
        Dataset.range(3).concatenate(Dataset.from_tensors(1.0))


def test_the_length_of_an_endless_dataset_is_an_error():
    with pytest.raises(TypeError, match="infinite"):
        len(Dataset.range(3).repeat())
    with pytest.raises(TypeError, match="unknown"):
        len(Dataset.range(3).filter(lambda n: n > 1))


def test_a_dataset_is_true_even_if_empty():
    assert Dataset.range(0)


def test_an_expected_number_of_elements_is_checked():
    assert numbers(Dataset.range(2).assert_cardinality(2)) == [0, 1]
    for wrong in (1, 3):
        with pytest.raises(rt.errors.FailedPreconditionError, match=f"expected to contain {wrong} elements"):
            numbers(Dataset.range(2).assert_cardinality(wrong))


def test_a_half_run_leaves_the_cache_empty():
    cached = Dataset.range(3).cache()
    assert numbers(cached.take(1)) == [0]
    assert numbers(cached) == [0, 1, 2]


def test_the_only_element_can_be_taken():
    assert int(Dataset.from_tensors(5).get_single_element()) == 5


def test_options_are_accepted():
    from runtime.data import Options

    options = Options()
    options.experimental_deterministic = False
    assert numbers(Dataset.range(2).with_options(options)) == [0, 1]


def test_transformations_are_applied():
    doubled = Dataset.range(3).apply(experimental.scan(np.int64(0), lambda total, n: (total + n, total)))
    assert numbers(doubled) == [0, 0, 1]
    assert numbers(Dataset.range(4).apply(experimental.take_while(lambda n: n < 2))) == [0, 1]
    assert numbers(Dataset.range(4).apply(experimental.map_and_batch(lambda n: n + 1, 2))) == [[1, 2], [3, 4]]
    with pytest.raises(TypeError, match="must return a Dataset"):
        Dataset.range(3).apply(lambda dataset: 3)


def test_sampling_takes_from_all_datasets():
    sources = [Dataset.from_tensors(i).repeat() for i in range(3)]
    drawn = numbers(experimental.sample_from_datasets(sources, [0.5, 0.5, 0.0], seed=1).take(50))
    assert set(drawn) == {0, 1}
    assert drawn == numbers(experimental.sample_from_datasets(sources, [0.5, 0.5, 0.0], seed=1).take(50))


def test_resampling_evens_classes_out():
    source = Dataset.from_tensor_slices([0] * 900 + [1] * 100)
    evened = source.apply(experimental.rejection_resample(lambda n: n, [0.5, 0.5], [0.9, 0.1], seed=3))
    kinds = [int(kind) for kind, _ in evened]
    assert 60 < kinds.count(0) < 140
    assert kinds.count(1) == 100


def test_a_dataset_is_an_argument_of_a_function():
    @rt.function
    def total(dataset):
        return dataset.reduce(np.int64(0), lambda state, n: state + n)

    assert [int(total(Dataset.range(n))) for n in (3, 4)] == [3, 6]
    assert total.experimental_get_tracing_count() == 1


def test_a_dataset_of_other_elements_is_another_trace():
    @rt.function
    def first(dataset):
        return dataset.get_single_element()

    assert int(first(Dataset.range(3))) == 0
    assert first(Dataset.from_tensors("a")).numpy() == b"a"
    assert first.experimental_get_tracing_count() == 2


def test_a_dataset_fits_an_input_signature():
    @rt.function(input_signature=[DatasetSpec(rt.TensorSpec([None], rt.int64))])
    def count(dataset):
        return dataset.cardinality()

    assert [int(count(Dataset.range(n).batch(2))) for n in (4, 6)] == [2, 3]
    with pytest.raises(TypeError, match="does not fit its input signature"):
        count(Dataset.from_tensors("a"))


def test_a_dataset_is_a_result_of_a_function():
    @rt.function
    def squares(n):
        return Dataset.range(n).map(lambda x: x * x)

    assert numbers(squares(rt.constant(3, rt.int64))) == [0, 1, 4]
    spec = squares.get_concrete_function(rt.TensorSpec([], rt.int64)).structured_outputs
    assert spec == DatasetSpec(rt.TensorSpec([], rt.int64))


def test_an_iterator_goes_on_where_a_function_left_it():
    take = rt.function(lambda iterator: next(iterator))
    iterator = iter(Dataset.range(3))
    assert [int(take(iterator)), int(take(iterator)), int(next(iterator))] == [0, 1, 2]
    with pytest.raises(rt.errors.OutOfRangeError, match="End of sequence"):
        take(iterator)


def test_an_unconverted_loop_over_a_dataset_ends_with_an_error():
    @rt.function
    def endless():
        for number in Dataset.range(3):
            pass

    with pytest.raises(RuntimeError, match="Let autograph convert"):
        endless()


def test_errors_name_the_function_that_failed():
    failing = Dataset.from_tensor_slices([1.0, 0.0]).map(lambda x: rt.debugging.check_numerics(1.0 / x, "not finite"))
    with pytest.raises(rt.errors.InvalidArgumentError, match="not finite"):
        numbers(failing)


def test_captured_tensors_are_inputs_of_the_dataset():
    @rt.function
    def shifted(by):
        return Dataset.range(3).map(lambda n: n + by)

    assert numbers(shifted(rt.constant(10, rt.int64))) == [10, 11, 12]
