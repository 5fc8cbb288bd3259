"""TensorLists and TensorArrays: values, persistence, loops, and the arrays and stacks of TensorFlow 1."""

import random

import numpy as np
import pytest

import runtime as rt
from runtime import errors
from runtime.dispatch import apply_op
from runtime.ops import lists
from runtime.persistent_vector import PersistentVector
from runtime.tensor_list import TensorList
from tests.runtime.helpers import new_graph


def list_of(*items, shape=None, dtype="float32"):
    handle = lists.empty_tensor_list(shape, dtype)
    for item in items:
        handle = lists.tensor_list_push_back(handle, rt.constant(item, dtype))
    return handle


def stacked(handle, dtype="float32", shape=None):
    return lists.tensor_list_stack(handle, dtype, element_shape=shape).tolist()


# ---------------------------------------------------------------------------------------------- the vector


@pytest.mark.parametrize("seed", range(3))
def test_a_vector_is_a_list_whose_old_versions_stay(seed):
    choose = random.Random(seed)
    expected, vector, old = [], PersistentVector.of(()), []
    for step in range(8000):
        what = choose.random()
        if what < (0.7 if step < 5000 else 0.1) or not expected:
            expected, vector = [*expected, step], vector.append(step)
        elif what < 0.75:
            place = choose.randrange(len(expected))
            expected = [*expected[:place], -step, *expected[place + 1 :]]
            vector = vector.replace(place, -step)
        else:
            expected, vector = expected[:-1], vector.pop()
        if step % 800 == 0:
            old.append((expected, vector))
    assert all(list(version) == items for items, version in [*old, (expected, vector)])


@pytest.mark.parametrize("size", [0, 1, 31, 32, 33, 1024, 1056, 1057, 32800, 33800])
def test_a_vector_of_any_size_is_built_at_once(size):
    vector = PersistentVector.of(range(size))
    assert list(vector) == list(range(size))
    assert list(vector.append(-1)) == [*range(size), -1]
    assert all(vector[place] == place for place in range(0, size, 97))
    if size:
        assert list(vector.pop()) == list(range(size - 1))


def test_pushes_share_what_they_have_in_common():
    vector = PersistentVector.of(range(10_000))
    assert vector.append(1)._root is vector._root
    changed = vector.replace(5, None)._root
    assert sum(a is not b for a, b in zip(changed, vector._root, strict=True)) == 1


# ---------------------------------------------------------------------------------------------- the ops


def test_pushed_items_come_back_in_reverse_order():
    handle = list_of(1.0, 2.0)
    assert int(lists.tensor_list_length(handle)) == 2
    handle, last = lists.tensor_list_pop_back(handle, "float32")
    handle, first = lists.tensor_list_pop_back(handle, "float32")
    assert (float(last), float(first), int(lists.tensor_list_length(handle))) == (2.0, 1.0, 0)
    with pytest.raises(errors.InvalidArgumentError, match="pop from an empty list"):
        lists.tensor_list_pop_back(handle, "float32")


def test_a_list_is_a_value():
    handle = list_of(1.0, 2.0)
    longer, changed = lists.tensor_list_push_back(handle, 3.0), lists.tensor_list_set_item(handle, 0, 9.0)
    assert [stacked(h) for h in (handle, longer, changed)] == [[1.0, 2.0], [1.0, 2.0, 3.0], [9.0, 2.0]]


def test_items_are_set_within_the_list_or_make_it_longer():
    handle = lists.tensor_list_reserve([], 2, "float32")
    grown = lists.tensor_list_set_item(handle, 3, 5.0, resize_if_index_out_of_bounds=True)
    assert stacked(grown) == [0.0, 0.0, 0.0, 5.0]
    with pytest.raises(errors.InvalidArgumentError, match="modify element 2 in a list with 2 elements"):
        lists.tensor_list_set_item(handle, 2, 1.0)
    with pytest.raises(errors.InvalidArgumentError, match="access element -1 in a list with 2 elements"):
        lists.tensor_list_get_item(handle, -1, "float32")


def test_items_never_set_are_zeros_of_the_known_shape():
    known = lists.tensor_list_reserve([2], 1, "float32")
    unknown = lists.tensor_list_reserve(None, 1, "float32")
    assert lists.tensor_list_get_item(known, 0, "float32").tolist() == [0.0, 0.0]
    assert lists.tensor_list_get_item(unknown, 0, "float32", [1]).tolist() == [0.0]
    with pytest.raises(errors.InvalidArgumentError, match="element_shape is not fully defined"):
        lists.tensor_list_get_item(unknown, 0, "float32")
    other = lists.tensor_list_set_item(lists.tensor_list_reserve(None, 2, "float32"), 1, [7.0])
    assert stacked(other) == [[0.0], [7.0]]


def test_items_of_another_dtype_or_shape_are_refused():
    with pytest.raises(errors.InvalidArgumentError, match="list elements float32 but the op works on int32"):
        lists.tensor_list_push_back(list_of(1.0), 1)
    with pytest.raises(errors.InvalidArgumentError, match=r"incompatible shape.*\(3,\) list shape: \(2,\)"):
        lists.tensor_list_push_back(list_of([1.0, 2.0], shape=[2]), [1.0, 2.0, 3.0])


def test_a_list_may_be_full():
    handle = lists.empty_tensor_list([], "int32", max_num_elements=1)
    full = lists.tensor_list_push_back(handle, 1)
    with pytest.raises(errors.InvalidArgumentError, match="full list. list size: 1"):
        lists.tensor_list_push_back(full, 1)


def test_stacking_needs_one_shape():
    assert lists.tensor_list_stack(list_of(), "float32", element_shape=[2]).shape == [0, 2]
    with pytest.raises(errors.InvalidArgumentError, match="empty list with non-fully-defined"):
        stacked(list_of())
    with pytest.raises(errors.InvalidArgumentError, match=r"different shapes: \[1\] and \[2\]"):
        stacked(list_of([1.0], [1.0, 2.0]))
    with pytest.raises(errors.InvalidArgumentError, match="expected a list with 3 elements but got a list with 1"):
        lists.tensor_list_stack(list_of(1.0), "float32", num_elements=3)


def test_lists_from_tensors_and_back():
    x = rt.constant([[1.0, 2.0], [3.0, 4.0]])
    handle = lists.tensor_list_from_tensor(x)
    assert stacked(handle) == x.tolist()
    assert lists.tensor_list_gather(handle, [1, 1], "float32").tolist() == [[3.0, 4.0], [3.0, 4.0]]
    assert lists.tensor_list_gather(handle, np.zeros(0, np.int32), "float32", [2]).shape == [0, 2]
    assert lists.tensor_list_element_shape(handle).tolist() == [2]
    with pytest.raises(errors.InvalidArgumentError, match="Index 2 out of range; list only has 2"):
        lists.tensor_list_gather(handle, [2], "float32")
    with pytest.raises(errors.InvalidArgumentError, match="at least a vector"):
        lists.tensor_list_from_tensor(1.0, [])


def test_pieces_are_joined_and_cut():
    handle = lists.tensor_list_split([1.0, 2.0, 3.0], [None], [1, 2])
    tensor, lengths = lists.tensor_list_concat(handle, "float32")
    assert (tensor.tolist(), lengths.tolist()) == ([1.0, 2.0, 3.0], [1, 2])
    with pytest.raises(errors.InvalidArgumentError, match="requires at least vectors"):
        lists.tensor_list_concat(list_of(1.0), "float32")
    with pytest.raises(errors.InvalidArgumentError, match="sum up to"):
        lists.tensor_list_split([1.0, 2.0], [None], [1])
    empty, lengths = lists.tensor_list_concat(list_of(), "float32", [None, 2])
    assert (empty.shape.as_list(), lengths.tolist()) == ([0, 2], [])


def test_items_are_scattered():
    assert stacked(lists.tensor_list_scatter([1.0, 2.0], [2, 0], [])) == [2.0, 0.0, 1.0]
    assert stacked(lists.tensor_list_scatter([5.0], [1], [], list_of(1.0, 2.0))) == [1.0, 5.0]
    with pytest.raises(errors.InvalidArgumentError, match="non-negative"):
        lists.tensor_list_scatter([1.0], [-1], [])
    with pytest.raises(errors.InvalidArgumentError, match=r"\[2\] vs. \[1\]"):
        lists.tensor_list_scatter([1.0], [0, 1], [])


def test_lists_are_resized_and_joined():
    assert stacked(lists.tensor_list_resize(list_of(1.0, 2.0), 1)) == [1.0]
    assert stacked(lists.tensor_list_resize(list_of(1.0, shape=[]), 3)) == [1.0, 0.0, 0.0]
    assert stacked(lists.tensor_list_concat_lists(list_of(1.0), list_of(2.0), "float32")) == [1.0, 2.0]
    with pytest.raises(errors.InvalidArgumentError, match="non-negative. Got: -1"):
        lists.tensor_list_resize(list_of(), -1)


def test_zeros_and_sums_of_lists_serve_gradients():
    zeros = rt.zeros_like(list_of(1.0, 2.0))
    assert stacked(zeros) == [0.0, 0.0]
    total = list_of(1.0, 2.0)._value + list_of(10.0, 20.0)._value
    assert [float(item) for item in total.items] == [11.0, 22.0]
    with pytest.raises(errors.InvalidArgumentError, match="One is 1 and the other is 2"):
        list_of(1.0)._value + total


def test_a_list_is_one_object_to_numpy():
    array = np.empty(1, object)
    array[0] = list_of(1.0, 2.0)._value
    assert isinstance(array[0], TensorList)
    assert np.shape(array) == (1,)
    assert list_of(1.0, 2.0).shape == []


def test_strings_and_lists_are_elements_too():
    words = lists.tensor_list_from_tensor(rt.constant(["a", "b"]))
    assert stacked(words, "string") == [b"a", b"b"]
    outer = lists.tensor_list_push_back(lists.empty_tensor_list([], "variant"), list_of(1.0))
    assert stacked(lists.tensor_list_get_item(outer, 0, "variant")) == [1.0]


def test_handles_tell_the_shape_of_elements():
    with new_graph():
        handle = lists.tensor_list_push_back(lists.empty_tensor_list([None, 3], "float32"), rt.zeros([2, 3]))
        assert handle.handle_data.shape == [None, 3]
        assert lists.tensor_list_get_item(handle, 0, "float32").shape == [None, 3]
        assert lists.tensor_list_stack(handle, "float32", element_shape=[2, None]).shape == [None, 2, 3]
        with pytest.raises(errors.InvalidArgumentError, match=r"\(2, 4\) does not fit"):
            lists.tensor_list_push_back(handle, rt.zeros([2, 4]))


def test_every_op_foresees_the_shape_of_elements():
    with new_graph() as g:
        x = rt.placeholder("float32", [4, 3])
        handle = lists.tensor_list_from_tensor(x)
        made = {
            "split": lists.tensor_list_split(x, [None, 3], [1, 3]),
            "scatter": lists.tensor_list_scatter(x, [0, 1, 2, 3], None),
            "scatter into": lists.tensor_list_scatter(x, [0, 1, 2, 3], None, handle),
            "resize": lists.tensor_list_resize(handle, 2),
            "join": lists.tensor_list_concat_lists(handle, handle, "float32"),
            "pop": lists.tensor_list_pop_back(handle, "float32")[0],
        }
        joined, lengths = lists.tensor_list_concat(made["split"], "float32")
        gathered = lists.tensor_list_gather(handle, [0, 1], "float32")
        shape = lists.tensor_list_element_shape(handle)
    assert made["split"].handle_data.shape == [None, 3]
    assert all(made[name].handle_data.shape == [3] for name in made if name != "split")
    assert (joined.shape, lengths.shape, gathered.shape, shape.shape) == ([None, 3], [None], [2, 3], [1])
    values = rt.Session(graph=g).run([joined, lengths, gathered, shape], {x: np.ones((4, 3))})
    assert [np.shape(value) for value in values] == [(4, 3), (2,), (2, 3), (1,)]


def test_an_eager_list_enters_a_graph():
    handle = lists.tensor_list_resize(list_of(1.0, 2.0, shape=[]), 3)
    with new_graph() as g:
        x = rt.placeholder("float32", [])
        result = lists.tensor_list_stack(lists.tensor_list_set_item(handle, 0, x), "float32")
    assert rt.Session(graph=g).run(result, {x: 7.0}).tolist() == [7.0, 2.0, 0.0]


# ---------------------------------------------------------------------------------------------- TensorArray


def test_an_array_is_written_and_read():
    ta = rt.TensorArray("float32", size=3)
    ta = ta.write(0, 1.0).write(2, 3)
    assert ta.stack().tolist() == [1.0, 0.0, 3.0]
    assert (float(ta.read(2)), int(ta.size()), ta.element_shape) == (3.0, 3, [])
    assert ta.gather([2, 0]).tolist() == [3.0, 1.0]


def test_an_eager_array_follows_its_own_changes():
    ta = rt.TensorArray("int32", size=0, dynamic_size=True)
    ta.write(0, 5)
    ta.write(1, 6)
    assert ta.stack().tolist() == [5, 6]


def test_every_write_gives_a_new_array():
    ta = rt.TensorArray("int32", size=1)
    with new_graph() as g:
        x = rt.placeholder("int32", [])
        first, second = ta.write(0, x), ta.write(0, x + 1)
    assert rt.Session(graph=g).run([first.read(0), second.read(0)], {x: 1}) == [1, 2]


def test_arrays_of_fixed_size_do_not_grow():
    ta = rt.TensorArray("int32", size=1)
    with pytest.raises(errors.InvalidArgumentError, match="modify element 1 in a list with 1 elements"):
        ta.write(1, 5)
    with pytest.raises(ValueError, match="unstack 2 tensors into a TensorArray of static size 1"):
        ta.unstack([1, 2])
    with pytest.raises(ValueError, match="size"):
        rt.TensorArray("int32")


def test_elements_keep_dtype_and_shape():
    ta = rt.TensorArray("int32", size=2, element_shape=[2])
    with pytest.raises(errors.DTypeError, match="cannot hold.*cast"):
        ta.write(0, rt.constant([1.0, 2.0]))
    with pytest.raises(ValueError, match=r"Incompatible shape for value \(\(3,\)\), expected \(\(2,\)\)"):
        ta.write(0, [1, 2, 3])
    free = rt.TensorArray("int32", size=2, infer_shape=False).write(0, [1]).write(1, [1, 2])
    assert free.concat().tolist() == [1, 1, 2]


def test_arrays_are_unstacked_scattered_split_and_joined():
    make = lambda: rt.TensorArray("float32", size=0, dynamic_size=True)
    assert make().unstack([1.0, 2.0]).read(1).tolist() == 2.0
    assert make().scatter([1, 0], [[5.0], [6.0]]).stack().tolist() == [[6.0], [5.0]]
    assert make().split([1.0, 2.0, 3.0], [2, 1]).read(0).tolist() == [1.0, 2.0]
    assert make().split([1.0, 2.0, 3.0], [2, 1]).concat().tolist() == [1.0, 2.0, 3.0]
    assert make().unstack([1.0]).identity().stack().tolist() == [1.0]
    assert rt.identity(make().unstack([1.0])).stack().tolist() == [1.0]


@pytest.mark.parametrize("symbolic", [False, True])
def test_an_array_is_a_loop_variable(symbolic):
    with new_graph() as g:
        n = rt.placeholder("int32", [])

    def squares(limit):
        ta = rt.TensorArray("int32", size=0, dynamic_size=True, element_shape=[])
        return rt.while_loop(lambda i, ta: i < limit, lambda i, ta: (i + 1, ta.write(i, i * i)), (0, ta))[1].stack()

    if not symbolic:
        assert squares(4).tolist() == [0, 1, 4, 9]
    else:
        with g.as_default():
            result = squares(n)
        assert result.shape == [None]
        assert rt.Session(graph=g).run(result, {n: 4}).tolist() == [0, 1, 4, 9]
        assert rt.Session(graph=g).run(result, {n: 0}).tolist() == []


def test_an_eager_array_is_a_variable_of_a_symbolic_loop():
    n = rt.placeholder("int32", [])
    ta = rt.TensorArray("int32", size=0, dynamic_size=True).write(0, 7)
    ta = rt.while_loop(lambda i, ta: i < n, lambda i, ta: (i + 1, ta.write(i, i)), (1, ta))[1]
    assert rt.Session(graph=n.graph).run(ta.stack(), {n: 3}).tolist() == [7, 1, 2]


def test_an_array_comes_out_of_a_branch():
    with new_graph() as g:
        p = rt.placeholder("bool", [])
        ta = rt.TensorArray("int32", size=1)
        ta = rt.cond(p, lambda: ta.write(0, 1), lambda: ta.write(0, 2))
        result = ta.read(0)
    assert rt.Session(graph=g).run(result, {p: False}) == 2


def test_an_array_knows_what_a_loop_or_both_branches_write():
    with new_graph():
        p, n = rt.placeholder("bool", []), rt.placeholder("int32", [])
        ta = rt.TensorArray("float32", size=3)
        two, three = (lambda: ta.write(0, rt.zeros([2, 3]))), (lambda: ta.write(0, rt.zeros([2, 4])))
        assert rt.cond(p, two, three).element_shape == [2, None]
        _, looped = rt.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a.write(i, rt.zeros([2]))), (0, ta))
        assert looped.stack().shape == [3, 2]


def test_the_static_length_follows_from_the_size():
    with new_graph():
        assert rt.TensorArray("int32", size=3, element_shape=[2]).stack().shape == [3, 2]
        assert rt.TensorArray("int32", size=3, dynamic_size=True, element_shape=[2]).stack().shape == [None, 2]


# ---------------------------------------------------------------------------------------------- TensorFlow 1


def array_v3(size, **attrs):
    return apply_op("TensorArrayV3", [rt.constant(size)], {"dtype": "float32", **attrs})


def test_arrays_of_tensorflow_1_live_in_one_run():
    with new_graph() as g:
        handle, flow = array_v3(2)
        flow = apply_op("TensorArrayScatterV3", [handle, rt.constant([1, 0]), rt.constant([5.0, 6.0]), flow])[0]
        all_of_them = apply_op("TensorArrayGatherV3", [handle, rt.constant([0, 1]), flow], {"dtype": "float32"})[0]
        size = apply_op("TensorArraySizeV3", [handle, flow])[0]
    session = rt.Session(graph=g)
    for _ in range(2):
        values, count = session.run([all_of_them, size])
        assert (values.tolist(), count) == ([6.0, 5.0], 2)


def test_arrays_of_tensorflow_1_are_written_once_but_gradients_add_up():
    handle, flow = array_v3(1)
    apply_op("TensorArrayWriteV3", [handle, rt.constant(0), rt.constant(1.0), flow])
    with pytest.raises(errors.InvalidArgumentError, match="already been written"):
        apply_op("TensorArrayWriteV3", [handle, rt.constant(0), rt.constant(1.0), flow])
    with pytest.raises(errors.InvalidArgumentError, match="index 1 but array is not resizeable and size is: 1"):
        apply_op("TensorArrayWriteV3", [handle, rt.constant(1), rt.constant(1.0), flow])
    gradient, flow = apply_op("TensorArrayGradV3", [handle, flow], {"source": "gradients"})
    for _ in range(2):
        apply_op("TensorArrayWriteV3", [gradient, rt.constant(0), rt.constant(2.0), flow])
    again, _ = apply_op("TensorArrayGradV3", [handle, flow], {"source": "gradients"})
    assert float(apply_op("TensorArrayReadV3", [again, rt.constant(0), flow], {"dtype": "float32"})[0]) == 4.0


def test_arrays_of_tensorflow_1_are_split_and_joined():
    handle, flow = array_v3(2, element_shape=[None])
    apply_op("TensorArraySplitV3", [handle, rt.constant([1.0, 2.0, 3.0]), rt.constant([1, 2], "int64"), flow])
    value, lengths = apply_op("TensorArrayConcatV3", [handle, flow], {"dtype": "float32"})
    assert (value.tolist(), lengths.tolist()) == ([1.0, 2.0, 3.0], [1, 2])


def test_handles_of_tensorflow_1_know_what_they_hold():
    with new_graph():
        handle, flow = array_v3(2, element_shape=[3])
        assert apply_op("TensorArrayReadV3", [handle, rt.constant(0), flow], {"dtype": "float32"})[0].shape == [3]
        gradient, flow = apply_op("TensorArrayGradV3", [handle, flow], {"source": "g"})
        assert apply_op("TensorArrayReadV3", [gradient, rt.constant(0), flow], {"dtype": "float32"})[0].shape == [3]
        stack = apply_op("StackV2", [rt.constant(1)], {"elem_type": "float32"})[0]
        assert apply_op("StackPushV2", [stack, rt.zeros([2])])[0].shape == [2]
        assert apply_op("StackPopV2", [stack], {"elem_type": "float32"})[0].shape.rank is None


def test_elements_of_tensorflow_1_never_written_are_zeros_of_the_known_shape():
    known, unknown = array_v3(1, element_shape=[2]), array_v3(1)
    index, kind = rt.constant(0), {"dtype": "float32"}
    assert apply_op("TensorArrayReadV3", [known[0], index, known[1]], kind)[0].tolist() == [0.0, 0.0]
    with pytest.raises(errors.InvalidArgumentError, match="before it was written"):
        apply_op("TensorArrayReadV3", [unknown[0], index, unknown[1]], kind)
    with pytest.raises(errors.InvalidArgumentError, match="read from index 1 but array size is: 1"):
        apply_op("TensorArrayReadV3", [known[0], rt.constant(1), known[1]], kind)


def test_stacks_of_tensorflow_1():
    handle = apply_op("StackV2", [rt.constant(1)], {"elem_type": "float32"})[0]
    assert float(apply_op("StackPushV2", [handle, rt.constant(5.0)])[0]) == 5.0
    with pytest.raises(errors.InvalidArgumentError, match="overflowed its max_size"):
        apply_op("StackPushV2", [handle, rt.constant(5.0)])
    assert float(apply_op("StackPopV2", [handle], {"elem_type": "float32"})[0]) == 5.0
    with pytest.raises(errors.OutOfRangeError, match="empty"):
        apply_op("StackPopV2", [handle], {"elem_type": "float32"})
