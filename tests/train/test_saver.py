"""Saver: what it saves, restores, keeps and removes."""

import os

import numpy as np
import pytest

import runtime as rt
from runtime import errors
from runtime.formats import messages
from runtime.formats.slices import Slice


@pytest.fixture(autouse=True)
def graph():
    with rt.Graph().as_default() as graph:
        yield graph


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "model")


def variables(**values):
    return {name: rt.Variable(value, name=name) for name, value in values.items()}


def session():
    made = rt.Session()
    made.run(rt.global_variables_initializer())
    return made


def restored(path, var_list=None, **values):
    """The values of variables of a new graph after a restore."""
    with rt.Graph().as_default():
        made = variables(**values)
        found = {name: made[item] for name, item in var_list.items()} if var_list else None
        with session() as sess:
            rt.train.Saver(found).restore(sess, path)
            return sess.run(made)


def names(tmp_path):
    return sorted(os.listdir(tmp_path))


# ---------------------------------------------------------------------------------------------- what is saved


def test_the_files_are_those_of_tensorflow(path, tmp_path):
    variables(w=[1.0, 2.0])
    assert rt.train.Saver().save(session(), path) == path
    assert names(tmp_path) == ["checkpoint", "model.data-00000-of-00001", "model.index", "model.meta"]


def test_values_come_back(path):
    values = {"w": [1.0, 2.0], "n": np.int64(7), "flag": True, "text": "hello"}
    variables(**values)
    rt.train.Saver().save(session(), path)
    found = restored(path, w=[0.0, 0.0], n=np.int64(0), flag=False, text="")
    assert found["w"].tolist() == [1.0, 2.0]
    assert (found["n"], found["flag"], found["text"]) == (7, True, b"hello")


def test_a_list_saves_some_variables_only(path):
    made = variables(a=1.0, b=2.0)
    rt.train.Saver([made["b"]]).save(session(), path)
    assert rt.train.list_variables(path) == [("b", [])]


def test_a_dictionary_gives_names_in_the_file(path):
    made = variables(w=[4.0, 5.0])
    rt.train.Saver({"fresh/w": made["w"]}).save(session(), path)
    assert rt.train.list_variables(path) == [("fresh/w", [2])]
    assert restored(path, {"fresh/w": "mine"}, mine=[0.0, 0.0])["mine"].tolist() == [4.0, 5.0]


def test_a_saver_without_variables_says_so_at_once():
    with pytest.raises(ValueError, match="No variables to save: <Graph.* has none. Make the Saver after the variables"):
        rt.train.Saver()


def test_an_empty_saver_may_be_allowed(path, tmp_path):
    saver = rt.train.Saver(allow_empty=True)
    with rt.Session() as sess:
        assert saver.save(sess, path) is None
        saver.restore(sess, path)
    assert names(tmp_path) == ["model.meta"]


@pytest.mark.parametrize("var_list", [["w"], [1.0], 3, {"w": "w"}, [np.zeros(3)]])
def test_what_is_no_variable_is_an_error(var_list):
    with pytest.raises(TypeError, match="variable"):
        rt.train.Saver(var_list)


def test_two_variables_of_one_name_are_an_error():
    a, b = rt.Variable(1.0), rt.Variable(2.0)
    b.save_slice = ("Variable", Slice((4,), ((0, 4),)))
    with pytest.raises(ValueError, match="two variables have the same name: Variable"):
        rt.train.Saver([a, b])


def test_a_saver_can_be_built_later(path):
    saver = rt.train.Saver(defer_build=True)
    variables(w=1.0)
    saver.build()
    saver.save(session(), path)
    assert rt.train.list_variables(path) == [("w", [])]


def test_a_variable_without_a_value_is_an_error_and_leaves_no_checkpoint(path, tmp_path):
    variables(w=1.0)
    saver = rt.train.Saver()
    with rt.Session() as sess, pytest.raises(errors.FailedPreconditionError, match="'w' is not initialized"):
        saver.save(sess, path)
    assert names(tmp_path) == []


# ---------------------------------------------------------------------------------------------- names of files


def test_a_step_is_appended(path):
    variables(w=1.0)
    step = rt.Variable(np.int64(12), name="step", trainable=False)
    saver = rt.train.Saver()
    with session() as sess:
        assert saver.save(sess, path, global_step=3) == f"{path}-3"
        assert saver.save(sess, path, global_step=step) == f"{path}-12"


def test_steps_may_be_padded(path):
    variables(w=1.0)
    assert rt.train.Saver(pad_step_number=True).save(session(), path, global_step=3) == f"{path}-00000003"


def test_the_state_file_may_have_another_name(path, tmp_path):
    variables(w=1.0)
    rt.train.Saver().save(session(), path, latest_filename="state")
    assert rt.train.latest_checkpoint(str(tmp_path)) is None
    assert rt.train.latest_checkpoint(str(tmp_path), "state") == path


@pytest.mark.parametrize(
    ("save_path", "state", "message"), [("checkpoint", None, "collides"), ("model", "a/b", "path components")]
)
def test_names_that_would_meet_are_errors(save_path, state, message, tmp_path):
    variables(w=1.0)
    with session() as sess, pytest.raises(ValueError, match=message):
        rt.train.Saver().save(sess, str(tmp_path / save_path), latest_filename=state)


def test_the_graph_and_the_state_may_be_left_out(path, tmp_path):
    variables(w=1.0)
    rt.train.Saver().save(session(), path, write_meta_graph=False, write_state=False)
    assert names(tmp_path) == ["model.data-00000-of-00001", "model.index"]


def test_the_graph_may_have_another_ending(path, tmp_path):
    variables(w=1.0)
    rt.train.Saver().save(session(), path, meta_graph_suffix="graph")
    assert "model.graph" in names(tmp_path)


def test_relative_paths_stay_relative(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    variables(w=1.0)
    assert rt.train.Saver().save(session(), "run/model") == "run/model"
    assert (tmp_path / "run" / "checkpoint").read_text().startswith('model_checkpoint_path: "model"\n')
    assert rt.train.latest_checkpoint("run") == "run/model"


def test_absolute_paths_may_be_made_relative(path, tmp_path):
    variables(w=1.0)
    rt.train.Saver(save_relative_paths=True).save(session(), path)
    moved = tmp_path.rename(tmp_path.with_name("moved"))
    assert rt.train.latest_checkpoint(str(moved)) == str(moved / "model")


# ---------------------------------------------------------------------------------------------- keeping and removing


def save_steps(saver, sess, path, steps):
    for step in steps:
        saver.save(sess, path, global_step=step, write_meta_graph=False)


def indexes(tmp_path):
    return sorted(int(name[6:-6]) for name in os.listdir(tmp_path) if name.endswith(".index"))


def test_old_checkpoints_are_removed(path, tmp_path):
    variables(w=1.0)
    saver = rt.train.Saver(max_to_keep=2)
    with session() as sess:
        for step in range(4):
            saver.save(sess, path, global_step=step)
    expected = [f"model-{step}.{end}" for step in (2, 3) for end in ("data-00000-of-00001", "index", "meta")]
    assert names(tmp_path) == ["checkpoint", *expected]
    assert saver.last_checkpoints == [f"{path}-2", f"{path}-3"]


@pytest.mark.parametrize("keep", [0, None])
def test_all_may_be_kept_and_are_listed(keep, path, tmp_path):
    variables(w=1.0)
    with session() as sess:
        save_steps(rt.train.Saver(max_to_keep=keep), sess, path, range(7))
    assert indexes(tmp_path) == list(range(7))
    assert len(rt.train.get_checkpoint_state(str(tmp_path)).all_model_checkpoint_paths) == 7


def test_a_restarted_run_goes_on_counting(path, tmp_path):
    for start in (0, 3):
        with rt.Graph().as_default():
            variables(w=1.0)
            saver = rt.train.Saver(max_to_keep=2)
            with session() as sess:
                if start:
                    saver.restore(sess, rt.train.latest_checkpoint(str(tmp_path)))
                save_steps(saver, sess, path, range(start, start + 3))
    assert indexes(tmp_path) == [4, 5]


def test_one_in_so_many_hours_is_kept(path, tmp_path, monkeypatch):
    from runtime.train import rotation

    now = [1000.0]
    monkeypatch.setattr(rotation.time, "time", lambda: now[0])
    variables(w=1.0)
    saver = rt.train.Saver(max_to_keep=1, keep_checkpoint_every_n_hours=1.0)
    with session() as sess:
        for step in range(6):
            now[0] += 1800.0
            save_steps(saver, sess, path, [step])
    assert indexes(tmp_path) == [2, 4, 5]
    assert rt.train.get_checkpoint_state(str(tmp_path)).last_preserved_timestamp == 10000.0


def test_saving_to_the_same_path_replaces_and_keeps(path, tmp_path):
    made = variables(w=1.0)
    saver = rt.train.Saver(max_to_keep=1)
    with session() as sess:
        for value in (2.0, 3.0):
            sess.run(made["w"].assign(value))
            saver.save(sess, path)
    assert restored(path, w=0.0)["w"] == 3.0
    assert saver.last_checkpoints == [path]


def test_checkpoints_of_an_earlier_process_can_be_counted(path, tmp_path):
    variables(w=1.0)
    with session() as sess:
        save_steps(rt.train.Saver(), sess, path, range(3))
        saver = rt.train.Saver(max_to_keep=2)
        saver.recover_last_checkpoints([f"{path}-{step}" for step in (0, 1, 9)])
        save_steps(saver, sess, path, [5])
    assert saver.last_checkpoints == [f"{path}-1", f"{path}-5"]
    assert indexes(tmp_path) == [1, 2, 5]


# ---------------------------------------------------------------------------------------------- restoring


def test_every_mismatch_is_told_at_once_and_nothing_changes(path):
    variables(kernel=[1.0, 2.0], bias=[1, 2], step=np.int64(0))
    rt.train.Saver().save(session(), path)
    with rt.Graph().as_default():
        made = variables(kernal=[7.0, 7.0], bias=[7, 7, 7], step=7.0, other=7.0)
        with session() as sess:
            with pytest.raises(errors.NotFoundError) as caught:
                rt.train.Saver().restore(sess, path)
            assert sess.run(list(made.values()))[0].tolist() == [7.0, 7.0]
            assert sess.run(made["bias"]).tolist() == [7, 7, 7]
    text = str(caught.value)
    assert f"The checkpoint {path} does not fit (4 mismatches; nothing was restored)" in text
    assert "Key kernal not found in checkpoint. Did you mean 'kernel'?" in text
    assert "Key other not found in checkpoint." in text
    assert "bias: shape is [2] in the checkpoint, expected (3,)" in text
    assert "step: dtype is int64 in the checkpoint, expected float32" in text


def test_a_wrong_shape_alone_is_an_invalid_argument(path):
    variables(w=[1.0, 2.0])
    rt.train.Saver().save(session(), path)
    with pytest.raises(errors.InvalidArgumentError, match=r"w: shape is \[2\] in the checkpoint, expected \(3,\)"):
        restored(path, w=[0.0, 0.0, 0.0])


def test_a_renamed_variable_is_named_by_both_names(path):
    variables(w=1.0)
    rt.train.Saver().save(session(), path)
    with pytest.raises(errors.NotFoundError, match="Key v not found in checkpoint, for variable 'mine'"):
        restored(path, {"v": "mine"}, mine=0.0)


def test_what_the_checkpoint_has_more_is_left_alone(path):
    variables(a=1.0, b=2.0)
    rt.train.Saver().save(session(), path)
    assert restored(path, a=0.0)["a"] == 1.0


def test_a_variable_of_any_shape_takes_what_comes(path):
    variables(w=[1.0, 2.0])
    rt.train.Saver().save(session(), path)
    with rt.Graph().as_default():
        w = rt.Variable([0.0], name="w", validate_shape=False)
        with session() as sess:
            rt.train.Saver().restore(sess, path)
            assert sess.run(w).tolist() == [1.0, 2.0]


@pytest.mark.parametrize(
    ("asked", "hint"), [("modell", "Did you mean 'model'"), ("x/y", "no directory"), ("zzz", "there are model")]
)
def test_a_path_that_is_none_names_those_that_are(asked, hint, path, tmp_path):
    variables(w=1.0)
    saver = rt.train.Saver()
    with session() as sess:
        saver.save(sess, path)
        with pytest.raises(ValueError, match=f"not a valid checkpoint: .*{asked}.*{hint}"):
            saver.restore(sess, str(tmp_path / asked))


def test_nothing_to_restore_is_an_error():
    variables(w=1.0)
    with session() as sess, pytest.raises(ValueError, match="save_path when it is None"):
        rt.train.Saver().restore(sess, None)


def test_a_session_has_values_of_its_own(path):
    made = variables(w=1.0)
    saver = rt.train.Saver()
    with session() as one, session() as other:
        one.run(made["w"].assign(5.0))
        saver.save(one, path)
        saver.restore(other, path)
        one.run(made["w"].assign(6.0))
        assert (one.run(made["w"]), other.run(made["w"])) == (6.0, 5.0)


# ---------------------------------------------------------------------------------------------- operations


def test_the_operations_have_tensorflows_names(graph):
    variables(w=1.0)
    saver = rt.train.Saver()
    assert saver.as_saver_def() == messages.new(
        "SaverDef", filename_tensor_name="save/Const:0", save_tensor_name="save/control_dependency:0",
        restore_op_name="save/restore_all", max_to_keep=5, keep_checkpoint_every_n_hours=10000.0, version=2,
    )  # fmt: skip
    assert [op.name for op in graph.get_operations() if op.name.startswith("save/")] == [
        "save/filename/input", "save/filename", "save/Const", "save/SaveV2/tensor_names",
        "save/SaveV2/shape_and_slices", "save/SaveV2", "save/control_dependency", "save/RestoreV2/tensor_names",
        "save/RestoreV2/shape_and_slices", "save/RestoreV2", "save/Identity", "save/AssignVariableOp",
        "save/restore_all",
    ]  # fmt: skip


def test_another_saver_has_another_scope():
    variables(w=1.0)
    rt.train.Saver()
    assert rt.train.Saver().as_saver_def().restore_op_name == "save_1/restore_all"
    assert rt.train.Saver(name="mine").as_saver_def().restore_op_name == "mine/restore_all"


def test_a_saver_takes_operations_that_are_there(path):
    variables(w=3.0)
    saver_def = rt.train.Saver().as_saver_def()
    rt.train.Saver(saver_def=saver_def).save(session(), path)
    assert restored(path, w=0.0)["w"] == 3.0


@pytest.mark.parametrize("field", ["restore_op_name", "filename_tensor_name"])
def test_a_saver_whose_operations_are_not_there_says_so(field, path):
    variables(w=3.0)
    saver_def = rt.train.Saver().as_saver_def()
    rt.train.Saver().save(session(), path)
    setattr(saver_def, field, "nowhere:0")
    with pytest.raises(errors.InvalidArgumentError, match="has not the operations of this saver: .*nowhere"):
        rt.train.Saver(saver_def=saver_def).restore(session(), path)


def test_a_saver_def_needs_all_names():
    with pytest.raises(ValueError, match="must specify the save_tensor_name"):
        rt.train.Saver(saver_def=messages.new("SaverDef", filename_tensor_name="x:0"))


@pytest.mark.parametrize("options", [{"sharded": True}, {"restore_sequentially": True}])
def test_other_ways_to_save_and_restore_give_the_same(options, path, tmp_path):
    with rt.device("/cpu:0"):
        a = rt.Variable([1.0, 2.0], name="a")
    with rt.device("/cpu:1"):
        b = rt.Variable([3], name="b")
    saver = rt.train.Saver(**options)
    with session() as sess:
        saver.save(sess, path)
        sess.run([a.assign([0.0, 0.0]), b.assign([0])])
        saver.restore(sess, path)
        assert [value.tolist() for value in sess.run([a, b])] == [[1.0, 2.0], [3]]
    shards = [name for name in names(tmp_path) if ".data-" in name]
    assert len(shards) == (2 if "sharded" in options else 1)
    assert not any(name.endswith("_temp") for name in names(tmp_path))


def test_options_that_are_not_supported_say_so():
    variables(w=1.0)
    with pytest.raises(errors.InvalidArgumentError, match="reshape"):
        rt.train.Saver(reshape=True)
    with pytest.raises(errors.InvalidArgumentError, match="version 2"):
        rt.train.Saver(write_version=1)


def test_a_finalized_graph_saves_with_a_saver_made_before(path, graph):
    variables(w=1.0)
    saver = rt.train.Saver()
    with session() as sess:
        graph.finalize()
        saver.save(sess, path)
        saver.restore(sess, path)


# ---------------------------------------------------------------------------------------------- saves that fail


@pytest.mark.parametrize("path", ["", "run/", "/", b"", b"run/"])
def test_a_path_without_a_name_is_refused_before_anything_is_written(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    variables(w=1.0)
    saver = rt.train.Saver()
    with session() as sess:
        with pytest.raises(errors.InvalidArgumentError, match="no path for a checkpoint: it ends without a name"):
            saver.save(sess, path)
        assert names(tmp_path) == []
        assert saver.last_checkpoints == []
        saver.save(sess, "model")
        assert saver.save(sess, b"other") == "other"
    assert rt.train.latest_checkpoint(str(tmp_path)) == str(tmp_path / "other")


def test_a_path_without_a_name_gets_one_of_the_step(tmp_path):
    variables(w=1.0)
    path = rt.train.Saver().save(session(), f"{tmp_path}/", global_step=3)
    assert path == f"{tmp_path}/-3"
    assert restored(path, w=0.0)["w"] == 1.0


def test_a_state_that_cannot_be_written_does_not_spoil_the_next_save(tmp_path):
    variables(w=1.0)
    saver = rt.train.Saver(max_to_keep=1)
    (tmp_path / "state").mkdir()
    with session() as sess:
        first = saver.save(sess, str(tmp_path / "a"))
        with pytest.raises(errors.OpError, match="state"):
            saver.save(sess, str(tmp_path / "b"), latest_filename="state")
        assert saver.last_checkpoints == [first]
        third = saver.save(sess, str(tmp_path / "c"))
    assert saver.last_checkpoints == [third]
    assert not rt.train.checkpoint_exists(first)


def test_what_is_no_checkpoint_is_refused_beside_a_file_that_is_only_an_ending(tmp_path):
    variables(w=1.0)
    (tmp_path / ".index").write_bytes(b"")
    (tmp_path / "model.py").write_bytes(b"x")
    with (
        session() as sess,
        pytest.raises(errors.InvalidArgumentError, match=r"model.py \(there are no checkpoints"),
    ):
        rt.train.Saver().restore(sess, str(tmp_path / "model.py"))


@pytest.mark.parametrize("place", ["file/model", "file/inner/model"])
def test_errors_of_the_system_name_no_temporary_file(place, tmp_path):
    variables(w=1.0)
    (tmp_path / "file").write_bytes(b"")
    with session() as sess, pytest.raises(errors.OpError, match="file") as caught:
        rt.train.Saver().save(sess, str(tmp_path / place))
    assert "tempstate" not in str(caught.value)
