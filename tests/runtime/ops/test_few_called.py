"""Public functions that no other test calls by name."""

import numpy as np
import pytest

import runtime as rt
from runtime.indexed_slices import IndexedSlices, IndexedSlicesValue
from runtime.ops.resource_scatter import resource_gather, resource_scatter, resource_scatter_nd
from tests.runtime.helpers import new_graph


def test_sums_and_close_values():
    assert rt.add_v2([1, 2], 3).tolist() == [4, 5]
    assert rt.approximate_equal([1.0, 2.0], [1.00001, 2.1], 1e-3).tolist() == [True, False]


def test_axes_along_which_gradients_are_summed():
    first, second = rt.broadcast_gradient_args([2, 1, 3], [4, 3])
    assert (first.tolist(), second.tolist()) == ([1], [0])


def test_patches_of_pictures():
    x = np.arange(16.0, dtype=np.float32).reshape(1, 4, 4, 1)
    patches = rt.extract_patches(x, [1, 2, 2, 1], [1, 2, 2, 1], [1, 1, 1, 1], "VALID")
    assert patches.tolist() == [[[[0, 1, 4, 5], [2, 3, 6, 7]], [[8, 9, 12, 13], [10, 11, 14, 15]]]]


def test_the_nth_element():
    assert rt.nth_element([[3.0, 1.0, 2.0], [9.0, 8.0, 7.0]], 1).tolist() == [2.0, 8.0]
    assert rt.nth_element([3, 1, 2], 0, reverse=True).tolist() == 3


def test_parts_are_stitched():
    assert rt.parallel_dynamic_stitch([[2, 0], [1]], [[10, 20], [30]]).tolist() == [20, 30, 10]


def test_bits_are_counted():
    assert rt.population_count(rt.constant([7, 8, 255], rt.uint8)).tolist() == [3, 1, 8]


def test_a_gradient_is_prevented():
    x = rt.Variable(1.0)
    with rt.GradientTape() as tape:
        y = rt.prevent_gradient(x * 2.0, message="not through here")
    with pytest.raises(LookupError, match="not through here"):
        tape.gradient(y, x)


def test_variables_are_changed_through_their_handles():
    v = rt.Variable([1.0, 2.0, 3.0])
    resource_scatter(v.handle, "Add", [0], [10.0], v.dtype)
    resource_scatter_nd(v.handle, "Update", [[2]], [7.0], v.dtype)
    assert resource_gather(v.handle, [2, 0], v.dtype).tolist() == [7.0, 11.0]


def test_strings():
    assert rt.string_format("{} of {}", [rt.constant([1, 2]), 3]).numpy() == b"[1 2] of 3"
    assert rt.string_length(["a", "é"], unit="UTF8_CHAR").tolist() == [1, 1]
    assert (rt.string_lower("AB").numpy(), rt.string_upper("ab").numpy()) == (b"ab", b"AB")
    assert 0 <= int(rt.string_to_hash_bucket_fast("a", 10)) < 10
    assert rt.string_split_sparse(["a b", "c"])[1].tolist() == [b"a", b"b", b"c"]


@pytest.mark.parametrize(
    ("stateful", "stateless", "more"),
    [
        (rt.random_uniform, rt.stateless_random_uniform, {}),
        (rt.random_normal, rt.stateless_random_normal, {}),
        (rt.random_gamma, rt.stateless_random_gamma, {"alpha": 2.0}),
        (rt.random_poisson, rt.stateless_random_poisson, {"lam": 3.0}),
    ],
    ids=["uniform", "normal", "gamma", "poisson"],
)
def test_random_functions_by_their_older_names(stateful, stateless, more):
    assert stateless([4], [1, 2], **more).tolist() == stateless([4], [1, 2], **more).tolist()
    assert stateful([2], **more).shape == [2]


def test_strings_that_end_in_zeros_stay_whole_when_they_are_computed_early():
    with new_graph() as graph:
        text = rt.strings.join([rt.constant(b"a\0"), rt.constant(b"b\0")])
        assert rt.Session(graph=graph).run([text, rt.strings.length(text)]) == [b"a\0b\0", 4]


def test_a_concrete_function_is_one():
    concrete = rt.function(lambda x: x + 1).get_concrete_function(rt.TensorSpec([], rt.int32))
    assert isinstance(concrete, rt.ConcreteFunction)


def test_the_value_of_a_symbolic_tensor_is_not_there():
    with new_graph():
        x = rt.placeholder(rt.float32, [], name="x")
    assert not hasattr(x, "numpy")
    with pytest.raises(rt.errors.NoValueError, match="has no value yet, so Python cannot take a numpy array of it"):
        np.asarray(x)
    with pytest.raises(NotImplementedError):
        np.asarray(x)


def test_slices_are_fetched():
    with new_graph() as graph:
        slices = IndexedSlices(rt.constant([[1.0]]), rt.constant([2]))
        value = rt.Session(graph=graph).run(slices)
    assert isinstance(value, IndexedSlicesValue)
    assert (value.values.tolist(), value.indices.tolist(), value.dense_shape) == ([[1.0]], [2], None)
