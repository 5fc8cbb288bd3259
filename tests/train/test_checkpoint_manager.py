"""CheckpointManager: what it keeps, and where it goes on."""

import os

import numpy as np
import pytest

import runtime as rt
from runtime import errors
from runtime.train import Checkpoint, CheckpointManager, checkpoint_manager


def manager(directory, value=1.0, keep=2, **options):
    return CheckpointManager(Checkpoint(v=rt.Variable(value)), str(directory), keep, **options)


def numbers(directory):
    return sorted(int(name[5:-6]) for name in os.listdir(directory) if name.endswith(".index"))


def test_the_last_ones_are_kept(tmp_path):
    made = manager(tmp_path / "run")
    assert [made.save() for _ in range(4)] == [str(tmp_path / "run" / f"ckpt-{i}") for i in (1, 2, 3, 4)]
    assert sorted(os.listdir(tmp_path / "run")) == [
        "checkpoint", *[f"ckpt-{i}.{end}" for i in (3, 4) for end in ("data-00000-of-00001", "index")],
    ]  # fmt: skip
    assert made.checkpoints == [str(tmp_path / "run" / f"ckpt-{i}") for i in (3, 4)]
    assert made.latest_checkpoint == rt.train.latest_checkpoint(str(tmp_path / "run")) == made.checkpoints[-1]
    assert (made.directory, made.checkpoint_interval) == (str(tmp_path / "run"), None)


def test_all_may_be_kept(tmp_path):
    made = manager(tmp_path, keep=None)
    for _ in range(4):
        made.save()
    assert numbers(tmp_path) == [1, 2, 3, 4]
    assert len(made.checkpoints) == 4


def test_the_state_is_tensorflows(tmp_path):
    made = manager(tmp_path)
    for _ in range(3):
        made.save()
    lines = [line.partition(":")[::2] for line in (tmp_path / "checkpoint").read_text().splitlines()]
    assert lines[:3] == [
        ("model_checkpoint_path", ' "ckpt-3"'),
        ("all_model_checkpoint_paths", ' "ckpt-2"'),
        ("all_model_checkpoint_paths", ' "ckpt-3"'),
    ]
    assert [key for key, _ in lines[3:]] == ["all_model_checkpoint_timestamps"] * 2 + ["last_preserved_timestamp"]


def test_another_process_goes_on(tmp_path):
    first = manager(tmp_path, 5.0)
    for _ in range(3):
        first.save()
    second = manager(tmp_path, 0.0)
    assert second.checkpoints == first.checkpoints
    assert second.restore_or_initialize() == first.latest_checkpoint
    assert second.checkpoint.v.numpy() == 5.0
    assert second.save() == str(tmp_path / "ckpt-4")
    assert numbers(tmp_path) == [3, 4]


def test_where_nothing_is_there_the_initialization_is_called(tmp_path):
    called = []
    assert manager(tmp_path, init_fn=lambda: called.append(1)).restore_or_initialize() is None
    assert called == [1]
    assert manager(tmp_path).restore_or_initialize() is None


def test_numbers_and_names_may_be_given(tmp_path):
    made = manager(tmp_path, checkpoint_name="model")
    assert made.save(checkpoint_number=100) == str(tmp_path / "model-100")
    assert made.save(rt.Variable(200)) == str(tmp_path / "model-200")
    assert made.save(200) == str(tmp_path / "model-200")
    assert made.checkpoints == [str(tmp_path / f"model-{i}") for i in (100, 200)]


def test_checkpoints_that_are_too_near_are_left_out(tmp_path):
    step = rt.Variable(0)
    made = manager(tmp_path, step_counter=step, checkpoint_interval=10)
    saved = []
    for value in (0, 5, 10, 19, 20):
        step.assign(value)
        saved.append(made.save() is not None)
    assert saved == [True, False, True, False, True]
    assert made.save(check_interval=False) is not None


def test_the_interval_counts_from_the_checkpoint_that_was_restored(tmp_path):
    for wanted in (True, False):
        step = rt.Variable(7)
        made = CheckpointManager(Checkpoint(step=step), str(tmp_path), 3, step_counter=step, checkpoint_interval=5)
        made.restore_or_initialize()
        assert (made.save() is not None) is wanted


def test_one_in_so_many_hours_is_kept(tmp_path, monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(checkpoint_manager.time, "time", lambda: now[0])
    made = manager(tmp_path, keep=1, keep_checkpoint_every_n_hours=1.0)
    for _ in range(6):
        now[0] += 1800.0
        made.save()
    assert numbers(tmp_path) == [2, 4, 6]
    assert rt.train.get_checkpoint_state(str(tmp_path)).last_preserved_timestamp == 8200.0


def test_it_works_in_sessions(tmp_path):
    with rt.Graph().as_default(), rt.Session() as session:
        v, step = rt.Variable(3.0, name="v"), rt.Variable(1, name="step")
        session.run([v.initializer, step.initializer])
        made = CheckpointManager(Checkpoint(v=v), str(tmp_path), 2, step_counter=step, checkpoint_interval=1)
        assert made.save() == str(tmp_path / "ckpt-1")
        session.run(v.assign(0.0))
        made.restore_or_initialize()
        assert session.run(v) == 3.0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"keep": 0}, "positive integer or `None` for `max_to_keep`, got 0"),
        ({"checkpoint_interval": 3}, "step_counter"),
    ],
)
def test_options_that_make_no_sense_are_refused(options, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        manager(tmp_path, **options)


def test_a_damaged_state_is_none(tmp_path):
    (tmp_path / "checkpoint").write_bytes(b"\xff{")
    assert manager(tmp_path).latest_checkpoint is None


@pytest.mark.parametrize("obstacle", ["checkpoint", "ckpt-2.index"])
def test_a_save_that_fails_does_not_spoil_the_next(obstacle, tmp_path):
    step = rt.Variable(np.int64(0))
    made = rt.train.CheckpointManager(
        rt.train.Checkpoint(step=step), str(tmp_path), 2, step_counter=step, checkpoint_interval=5
    )
    first = made.save()
    step.assign(5)
    kept = (tmp_path / obstacle).read_bytes() if obstacle == "checkpoint" else None
    (tmp_path / obstacle).unlink(missing_ok=True)
    (tmp_path / obstacle).mkdir()
    with pytest.raises(errors.OpError, match=obstacle):
        made.save()
    assert (made.latest_checkpoint, made.checkpoints) == (first, [first])
    (tmp_path / obstacle).rmdir()
    if kept is not None:
        (tmp_path / obstacle).write_bytes(kept)
    third = made.save()  # The interval counts from the last that was written.
    assert made.checkpoints == [first, third]
