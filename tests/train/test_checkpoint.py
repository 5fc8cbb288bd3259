"""Checkpoint: what it saves of objects, and what it restores."""

import collections
import copy
import gc
import os
import pickle
import weakref

import numpy as np
import pytest

import runtime as rt
from runtime import errors
from runtime.formats import messages
from runtime.train import AdamOptimizer, Checkpoint
from tests.train.modules import FIRST, INNER, KERNEL, NEXT_FIRST, NEXT_KERNEL, OBJECTS, Lazy, Named, step, trained

ENDING = "/.ATTRIBUTES/VARIABLE_VALUE"


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "ckpt")


def keys(path):
    return [name.removesuffix(ENDING) for name, _ in rt.train.list_variables(path) if name.endswith(ENDING)]


def graph_of(path):
    data = rt.train.load_variable(path, "_CHECKPOINTABLE_OBJECT_GRAPH")
    return messages.parse("TrackableObjectGraph", data, path)


# ---------------------------------------------------------------------------------------------- saving


def test_values_are_named_by_the_way_to_them(path):
    _, _, checkpoint = trained()
    assert checkpoint.save(path) == f"{path}-1"
    assert keys(f"{path}-1") == keys(OBJECTS)


def test_the_object_graph_is_tensorflows(path):
    _, _, checkpoint = trained()
    theirs, ours = graph_of(OBJECTS), graph_of(checkpoint.save(path))

    def walk(graph, number=0, way=(), seen=None):
        seen = {} if seen is None else seen
        if number in seen:
            return seen
        node = graph.nodes[number]
        seen[number] = (way, [(a.name, a.checkpoint_key) for a in node.attributes], node.has_checkpoint_values.value)
        for child in sorted(node.children, key=lambda child: child.local_name):
            walk(graph, child.node_id, (*way, child.local_name), seen)
        return seen

    def slots(graph):
        ways = {number: found[0] for number, found in walk(graph).items()}
        return sorted(
            (ways[slot.original_variable_node_id], slot.slot_name, key_of(graph.nodes[slot.slot_variable_node_id]))
            for node in graph.nodes
            for slot in node.slot_variables
        )

    def key_of(node):
        return node.attributes[0].checkpoint_key

    assert sorted(walk(ours).values()) == sorted(walk(theirs).values())
    assert slots(ours) == slots(theirs)


def test_a_save_has_a_number_and_is_noted(path, tmp_path):
    checkpoint = Checkpoint(v=rt.Variable(1.0))
    assert [checkpoint.save(path) for _ in range(2)] == [f"{path}-1", f"{path}-2"]
    assert rt.train.latest_checkpoint(str(tmp_path)) == f"{path}-2"
    assert (tmp_path / "checkpoint").read_text().startswith('model_checkpoint_path: "ckpt-2"\n')
    assert int(checkpoint.save_counter) == 2


def test_options_of_tensorflow_are_taken(path):
    checkpoint = Checkpoint(v=rt.Variable(1.0))
    checkpoint.restore(checkpoint.save(path, options=object()), options=object()).assert_consumed()
    checkpoint.read(checkpoint.write(path, options=object()), options=object())


def test_a_write_has_no_number_and_is_not_noted(path, tmp_path):
    assert Checkpoint(v=rt.Variable(1.0)).write(path) == path
    assert sorted(os.listdir(tmp_path)) == ["ckpt.data-00000-of-00001", "ckpt.index"]
    assert keys(path) == ["v"]


def test_a_root_is_saved_under_its_own_names(path):
    Checkpoint(Named(), extra=rt.Variable(1.0)).write(path)
    assert keys(path) == ["extra", "kernel", "layers/0", "layers/1/a.Sb"]


def test_an_object_with_two_names_is_saved_once_and_restored(path):
    shared = rt.Variable(1.0)
    Checkpoint(a=shared, b=[shared]).write(path)
    assert keys(path) == ["a"]
    shared.assign(0.0)
    Checkpoint(b=[shared]).read(path)
    assert shared.numpy() == 1.0


def test_containers_have_tensorflows_names(path):
    Pair = collections.namedtuple("Pair", "first second")
    a, b, c, d = (rt.Variable(float(i)) for i in range(4))
    Checkpoint(t=(a, [b]), p=Pair(c, {"x.y": d}), plain=[1, 2], empty={}).write(path)
    assert keys(path) == ["p/first", "p/second/x..y", "t/0", "t/1/0"]


def test_objects_that_refer_to_each_other_are_saved(path):
    one, other = rt.Module(), rt.Module()
    one.other, other.one, other.v = other, one, rt.Variable(1.0)
    Checkpoint(one=one).write(path)
    assert keys(path) == ["one/other/v"]
    other.v.assign(0.0)
    Checkpoint(one=one).read(path).assert_consumed()
    assert other.v.numpy() == 1.0


def test_keys_of_dictionaries_must_be_strings(path):
    checkpoint = Checkpoint(table={"ok": {1: rt.Variable(1.0)}})
    with pytest.raises(ValueError, match="dictionary at table/ok: its key 1 is no string"):
        checkpoint.write(path)
    Checkpoint(table={1: "one", "v": rt.Variable(1.0)}).write(path)


@pytest.mark.parametrize("item", [3, "text", object(), np.ones(2)])
def test_what_cannot_be_saved_is_refused(item):
    with pytest.raises(ValueError, match="was expecting x to be a trackable object"):
        Checkpoint(x=item)


def test_a_name_of_a_part_of_the_root_is_refused():
    with pytest.raises(ValueError, match=r"\['kernel'\]"):
        Checkpoint(Named(), kernel=rt.Variable(1.0))


# ---------------------------------------------------------------------------------------------- restoring


def test_what_is_saved_comes_back(path):
    net, optimizer, checkpoint = trained()
    saved = checkpoint.save(path)
    step(net, optimizer)
    expected = net.kernel.numpy()
    for _ in range(3):
        step(net, optimizer)
    checkpoint.restore(saved).assert_consumed()
    step(net, optimizer)
    np.testing.assert_array_equal(net.kernel.numpy(), expected)


def test_what_tensorflow_saved_is_restored_and_trained_on():
    net, optimizer = Named(), AdamOptimizer(0.1)
    checkpoint = Checkpoint(net=net, optimizer=optimizer, step=rt.Variable(np.int64(0)))
    status = checkpoint.restore(OBJECTS)
    np.testing.assert_allclose(net.kernel.numpy(), KERNEL, 1e-6)
    np.testing.assert_allclose(net.layers[0].numpy(), FIRST, 1e-6)
    assert (net.layers[1]["a/b"].numpy(), checkpoint.step.numpy(), checkpoint.save_counter.numpy()) == (INNER, 3, 1)
    with pytest.raises(AssertionError, match="Unresolved object in checkpoint: net/kernel/.OPTIMIZER_SLOT/optimizer/m"):
        status.assert_consumed()
    step(net, optimizer)
    status.assert_consumed()
    np.testing.assert_allclose(net.kernel.numpy(), NEXT_KERNEL, 1e-4)
    np.testing.assert_allclose(net.layers[0].numpy(), NEXT_FIRST, 1e-4)


def test_every_mismatch_is_told_at_once_and_nothing_changes(path):
    Checkpoint(a=rt.Variable([1.0, 2.0]), b=rt.Variable(1), c=rt.Variable(5.0)).write(path)
    a, b, c = rt.Variable([7.0]), rt.Variable(7.0), rt.Variable(7.0)
    with pytest.raises(ValueError, match="2 mismatches; nothing was restored") as caught:
        Checkpoint(a=a, b=b, c=c).read(path)
    assert "shape is [2] in the checkpoint, expected (1,)" in str(caught.value)
    assert "dtype is int32 in the checkpoint, expected float32" in str(caught.value)
    assert [variable.numpy().item() for variable in (a, b, c)] == [7.0, 7.0, 7.0]


@pytest.mark.parametrize(("asked", "hint"), [("ckpt", "Did you mean 'ckpt-1'"), ("x/y", "no directory")])
def test_a_path_that_is_none_names_those_that_are(asked, hint, path, tmp_path):
    checkpoint = Checkpoint(v=rt.Variable(1.0))
    checkpoint.save(path)
    with pytest.raises(errors.NotFoundError, match=f"no checkpoint at .*{asked}.*{hint}"):
        checkpoint.restore(str(tmp_path / asked))


def test_nothing_is_restored_from_none():
    v = rt.Variable(1.0)
    status = Checkpoint(v=v).restore(None).expect_partial()
    for check in (status.assert_consumed, status.assert_existing_objects_matched, status.assert_nontrivial_match):
        with pytest.raises(AssertionError, match="No checkpoint specified"):
            check()
    status.initialize_or_restore()
    assert v.numpy() == 1.0


def test_the_checks_say_what_is_left(path):
    Checkpoint(a=rt.Variable(1.0), b=rt.Variable(2.0)).write(path)
    status = Checkpoint(a=rt.Variable(0.0), c=rt.Variable(0.0)).read(path).expect_partial()
    status.assert_nontrivial_match()
    with pytest.raises(AssertionError, match="not assigned a value from checkpoint: c"):
        status.assert_existing_objects_matched()
    status = Checkpoint(a=rt.Variable(0.0)).read(path).assert_existing_objects_matched()
    with pytest.raises(AssertionError, match="Unresolved object in checkpoint: b/.ATTRIBUTES"):
        status.assert_consumed()
    with pytest.raises(AssertionError, match="Nothing except the root"):
        Checkpoint(other=rt.Variable(0.0)).read(path).assert_nontrivial_match()


def test_a_save_is_read_but_for_its_number(path):
    v = rt.Variable(1.0)
    saved = Checkpoint(v=v).save(path)
    v.assign(0.0)
    status = Checkpoint(v=v).read(saved)
    assert v.numpy() == 1.0
    with pytest.raises(AssertionError, match="save_counter"):
        status.assert_consumed()


def test_variables_are_found_by_name_in_the_checkpoint_of_a_saver(path):
    with rt.Graph().as_default(), rt.Session() as session:
        variables = [rt.Variable([1.0, 2.0], name="dense/w"), rt.Variable(3, name="count")]
        session.run([variable.initializer for variable in variables])
        rt.train.Saver().save(session, path)
    w, count, other = rt.Variable([0.0, 0.0], name="dense/w"), rt.Variable(0, name="count"), rt.Variable(9.0, name="x")
    Checkpoint(model=[w, count]).read(path).assert_consumed()
    assert (w.numpy().tolist(), count.numpy()) == ([1.0, 2.0], 3)
    with pytest.raises(AssertionError, match="not assigned a value from checkpoint: model/1"):
        Checkpoint(model=[w, other]).read(path).assert_existing_objects_matched()
    assert other.numpy() == 9.0


def test_a_saver_reads_the_values_by_their_keys(path):
    Checkpoint(v=rt.Variable(5.0)).write(path)
    with rt.Graph().as_default(), rt.Session() as session:
        v = rt.Variable(0.0, name="other")
        rt.train.Saver({f"v{ENDING}": v}).restore(session, path)
        assert session.run(v) == 5.0


# ---------------------------------------------------------------------------------------------- when they are made


def test_variables_get_their_values_when_they_are_made(path):
    first = Lazy()
    first(rt.ones([1, 3]))
    first.w.assign(rt.fill([3, 2], 2.0))
    Checkpoint(net=first).write(path)
    net = Lazy()
    status = Checkpoint(net=net).read(path)
    assert net(rt.ones([1, 3])).numpy().tolist() == [[6.0, 6.0]]
    status.assert_consumed()


def test_whole_subtrees_may_come_later(path):
    first = rt.Module()
    first.block = rt.Module()
    first.block.dense = Lazy()
    first.block.dense(rt.ones([1, 1]))
    first.block.dense.b.assign([5.0, 6.0])
    Checkpoint(net=first).write(path)
    net = rt.Module()
    status = Checkpoint(net=net).read(path)
    block = rt.Module()
    block.dense = Lazy()
    net.block = block
    assert net.block.dense(rt.zeros([1, 1])).numpy().tolist() == [[5.0, 6.0]]
    status.assert_consumed()


def test_attributes_of_the_checkpoint_may_come_later(path):
    Checkpoint(v=rt.Variable(5.0)).write(path)
    checkpoint = Checkpoint()
    checkpoint.read(path)
    checkpoint.v = rt.Variable(0.0)
    assert checkpoint.v.numpy() == 5.0


def grown(make):
    """A module that has got three parts in a list, one by one, made by `make(i)`."""
    net = rt.Module()
    net.layers = []
    for i in range(3):
        net.layers.append(make(i))
    return net


@pytest.mark.parametrize("use", [lambda v: v.numpy(), lambda v: (v + 0.0).numpy(), lambda v: v.assign_add(0.0).numpy()])
def test_variables_in_growing_lists_get_their_values_at_the_first_use(use, path):
    Checkpoint(net=grown(lambda i: rt.Variable(float(i + 1)))).write(path)
    net = rt.Module()
    net.layers = []
    status = Checkpoint(net=net).read(path)
    for _ in range(3):
        net.layers.append(rt.Variable(0.0))
    assert [float(use(variable)) for variable in net.layers] == [1.0, 2.0, 3.0]
    status.assert_consumed()


def test_what_is_assigned_before_it_is_in_the_list_stays_as_the_checkpoint_has_it(path):
    Checkpoint(net=grown(lambda i: rt.Variable(float(i + 1)))).write(path)
    net = rt.Module()
    net.layers = []
    Checkpoint(net=net).read(path)
    net.layers.append(rt.Variable(0.0))
    net.layers[0].assign(9.0)
    assert net.layers[0].numpy() == 9.0


def test_modules_in_growing_lists_of_lists_get_their_values(path):
    def layer(i):
        made = Lazy()
        made(rt.ones([1, 1]))
        made.b.assign([i, i + 0.5])
        return [made]

    Checkpoint(net=grown(layer)).write(path)
    net = rt.Module()
    net.layers = []
    status = Checkpoint(net=net).read(path)
    for _ in range(3):
        net.layers.append([])
        net.layers[-1].append(Lazy())
    results = [inner[0](rt.zeros([1, 1])).numpy().tolist() for inner in net.layers]
    assert results == [[[i, i + 0.5]] for i in range(3)]
    status.assert_consumed()


def test_a_compiled_function_takes_the_value_of_a_variable_it_has_made(path):
    class Counter(rt.Module):
        count = None

        @rt.function
        def __call__(self):
            if self.count is None:
                self.count = rt.Variable(1)
            return self.count.assign_add(1)

    first = Counter()
    for _ in range(3):
        first()
    Checkpoint(counter=first).write(path)
    counter = Counter()
    Checkpoint(counter=counter).read(path)
    assert int(counter()) == 5


def test_a_mismatch_that_comes_later_is_told_where_it_comes(path):
    Checkpoint(v=rt.Variable([1.0, 2.0])).write(path)
    checkpoint = Checkpoint()
    checkpoint.read(path)
    with pytest.raises(ValueError, match=r"shape is \[2\] in the checkpoint, expected \(\)"):
        checkpoint.v = rt.Variable(1.0)


def test_objects_are_not_kept_alive_by_what_they_wait_for(path):
    Checkpoint(net=grown(lambda i: rt.Variable(float(i)))).write(path)
    net = rt.Module()
    net.layers = []
    known = weakref.ref(net)
    Checkpoint(net=net).read(path)
    del net
    gc.collect()
    assert known() is None


def test_copies_wait_for_nothing(path):
    Checkpoint(net=trained()[0]).write(path)
    net = rt.Module()
    Checkpoint(net=net).read(path)
    for made in (copy.deepcopy(net), pickle.loads(pickle.dumps(net))):
        made.kernel = rt.Variable(rt.zeros([2, 2]))
        assert made.kernel.numpy().tolist() == [[0.0, 0.0], [0.0, 0.0]]


# ---------------------------------------------------------------------------------------------- sessions


def in_graph(path, value):
    with rt.Graph().as_default() as graph:
        v = rt.Variable(value, name="v")
        return graph, v, Checkpoint(v=v)


def test_variables_of_graphs_are_saved_and_restored_in_the_session(path):
    graph, v, checkpoint = in_graph(path, 5.0)
    with graph.as_default(), rt.Session() as session:
        session.run(v.initializer)
        saved = checkpoint.save(path)
        assert checkpoint.save(path, session) == f"{path}-2"
        session.run(v.assign(0.0))
        checkpoint.restore(saved).assert_consumed()
        assert session.run(v) == 5.0


def test_variables_of_graphs_wait_for_a_session(path):
    Checkpoint(v=rt.Variable(5.0)).write(path)
    graph, v, checkpoint = in_graph(path, 0.0)
    with graph.as_default():
        checkpoint.w = rt.Variable(3.0, name="w")
        status = checkpoint.read(path)
        with rt.Session() as session:
            status.initialize_or_restore(session)
            assert session.run([v, checkpoint.w]) == [5.0, 3.0]
        with pytest.raises(ValueError, match="has values in sessions only"):
            in_graph(path, 0.0)[2].write(path)


def test_a_mismatch_is_told_before_there_is_a_session(path):
    Checkpoint(v=rt.Variable([5.0])).write(path)
    with pytest.raises(ValueError, match="1 mismatches"):
        in_graph(path, 0.0)[2].read(path)


def test_variables_of_graphs_are_initialized_where_nothing_is_restored(path):
    graph, v, checkpoint = in_graph(path, 3.0)
    with graph.as_default(), rt.Session() as session:
        checkpoint.restore(None).initialize_or_restore()
        assert session.run(v) == 3.0


# ---------------------------------------------------------------------------------------------- damage


def damaged(path, change):
    """A checkpoint whose object graph has been changed."""
    from runtime.formats.arrays import string_array
    from runtime.formats.bundle_writer import BundleWriter

    Checkpoint(v=rt.Variable(5.0)).write(path)
    graph = graph_of(path)
    data = change(graph)
    with BundleWriter(path) as writer:
        writer.add("_CHECKPOINTABLE_OBJECT_GRAPH", data if isinstance(data, np.ndarray) else string_array([data], ()))
        writer.finish()
    return path


def pointing(graph):
    graph.nodes[0].children[0].node_id = 7
    return messages.serialize(graph)


def without_nodes(graph):
    graph.ClearField("nodes")
    return messages.serialize(graph)


@pytest.mark.parametrize(
    ("change", "kind", "message"),
    [
        (lambda graph: b"\xff", errors.DataLossError, "are no TrackableObjectGraph"),
        (lambda graph: np.ones(3, np.float32), errors.DataLossError, "it is no string"),
        (pointing, errors.DataLossError, "names an object that is not there"),
        (without_nodes, errors.DataLossError, "has no objects"),
        (messages.serialize, errors.NotFoundError, "Key v/.ATTRIBUTES/VARIABLE_VALUE not found"),
    ],
    ids=["bytes", "numbers", "pointing", "empty", "without_values"],
)
def test_object_graphs_that_make_no_sense_are_errors(change, kind, message, path):
    v = rt.Variable(1.0)
    with pytest.raises(kind, match=message):
        Checkpoint(v=v).read(damaged(path, change))
    assert v.numpy() == 1.0


def test_large_values_are_restored_all_or_none(path, monkeypatch):
    from runtime.formats import checkpoints

    monkeypatch.setattr(checkpoints, "_SMALL", 0)
    a, b = rt.Variable([1.0]), rt.Variable([2.0])
    Checkpoint(a=a, b=b).write(path)
    a.assign([0.0])
    Checkpoint(a=a, b=b).read(path).assert_consumed()
    assert a.numpy() == 1.0
    a.assign([0.0])
    data = f"{path}.data-00000-of-00001"
    with open(data, "rb+") as file:
        file.seek(os.path.getsize(data) - 1)
        file.write(b"x")
    with pytest.raises(errors.DataLossError, match="tensor 'b/.ATTRIBUTES/VARIABLE_VALUE'"):
        Checkpoint(a=a, b=b).read(path)
    assert a.numpy() == 0.0


@pytest.mark.parametrize("path", ["", "run/"])
def test_a_path_without_a_name_is_refused_before_anything_is_written(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(errors.InvalidArgumentError, match="it ends without a name"):
        rt.train.Checkpoint(v=rt.Variable(1.0)).write(path)
    assert list(tmp_path.iterdir()) == []
