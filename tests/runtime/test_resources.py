"""Resources and where sessions keep them."""

import numpy as np
import pytest

from runtime import dtypes, errors
from runtime.resources import Resource, ResourceStore
from runtime.shapes import TensorShape


def variable(value=None, shape=None):
    return Resource("v", dtypes.float32, TensorShape(shape), value)


def test_a_resource_without_value_says_what_to_run():
    resource = variable()
    assert not resource.is_initialized
    with pytest.raises(errors.FailedPreconditionError, match="uninitialized value 'v'.*global_variables_initializer"):
        resource.read()


def test_a_value_must_fit_the_shape():
    resource = variable(np.zeros(2), [2])
    with pytest.raises(errors.InvalidArgumentError, match=r"shape \(3,\) to variable 'v' of shape \(2,\)"):
        resource.assign(np.zeros(3))
    with pytest.raises(errors.InvalidArgumentError):
        resource.update(lambda value: np.zeros(3))
    assert resource.read().shape == (2,)


def test_an_update_gives_the_new_value():
    resource = variable(np.float32(1))
    assert resource.update(lambda value: value + 1) == 2
    assert resource.read() == 2


def test_a_store_makes_each_resource_once():
    store = ResourceStore()
    first = store.lookup_or_create("", "v", variable)
    assert store.lookup_or_create("", "v", variable) is first
    assert store.lookup_or_create("box", "v", variable) is not first
    assert store.lookup("", "v") is first
    assert [key for key, _ in store.items()] == [("", "v"), ("box", "v")]


def test_what_is_removed_is_not_found():
    store = ResourceStore()
    first = store.lookup_or_create("", "v", variable)
    assert store.remove(first)
    assert not store.remove(first)
    with pytest.raises(errors.NotFoundError, match="no resource 'v' in container ''"):
        store.lookup("", "v")
    store.lookup_or_create("", "v", variable)
    store.clear()
    assert store.items() == []
