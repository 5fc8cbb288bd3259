"""Switches that this project does not need are taken, and say in the log that they are without effect."""

import logging

import pytest

from autograph.compat import tensorflow as tf
from autograph.compat.tensorflow import configuration, distribution
from autograph.compat.tensorflow.waiting import checkpoints_iterator


@pytest.mark.parametrize("path", sorted(configuration._SWITCHES))
def test_a_switch_is_taken(path, caplog):
    switch = tf
    for part in path.split("."):
        switch = getattr(switch, part)
    with caplog.at_level(logging.INFO, "autograph"):
        assert switch("anything", option=True) == configuration._SWITCHES[path]
    assert caplog.messages == [f"tf.{path} is accepted and without effect."]


def test_devices():
    config, experimental = tf.config, tf.config.experimental
    assert [d.name for d in config.list_logical_devices()] == ["/device:CPU:0"]
    assert config.get_visible_devices() == config.list_physical_devices("CPU") == experimental.get_visible_devices()
    assert experimental.list_logical_devices("GPU") == []
    assert isinstance(config.list_physical_devices()[0], config.PhysicalDevice)
    assert isinstance(config.list_logical_devices()[0], config.LogicalDevice)
    assert experimental.VirtualDeviceConfiguration(memory_limit=1024).memory_limit == 1024
    assert config.LogicalDeviceConfiguration is experimental.VirtualDeviceConfiguration


def test_levels_of_the_conversion():
    logger = logging.getLogger("autograph")
    before = logger.level
    tf.autograph.set_verbosity(1)
    assert logger.level == logging.INFO
    logger.setLevel(before)


def test_what_needs_other_hardware_says_so():
    with pytest.raises(tf.errors.NotFoundError, match="TPUs not found"):
        tf.distribute.TPUStrategy()
    with pytest.raises(tf.errors.NotFoundError, match="TPUs not found"):
        tf.tpu.experimental.initialize_tpu_system()
    with pytest.raises(tf.errors.NotFoundError, match="TPUs not found"):
        tf.distribute.cluster_resolver.TPUClusterResolver("name")
    with pytest.raises(tf.errors.UnimplementedError, match="There is one device here"):
        tf.distribute.MirroredStrategy(["gpu:0", "gpu:1"])


def test_strategies_of_several_processes(monkeypatch):
    assert tf.distribute.MultiWorkerMirroredStrategy().num_replicas_in_sync == 1
    monkeypatch.setenv("TF_CONFIG", '{"cluster": {"worker": ["a:1", "b:2"]}}')
    with pytest.raises(tf.errors.UnimplementedError, match="TF_CONFIG names 2"):
        tf.distribute.experimental.MultiWorkerMirroredStrategy()


def test_what_libraries_use_of_strategies():
    strategy = tf.distribute.Strategy()
    v = tf.Variable(1.0)
    assert float(strategy.extended.update(v, lambda var, x: var.assign(x), (3.0,))) == 3.0
    assert strategy.extended.batch_reduce_to("SUM", [(1, None), (2, None)]) == [1, 2]
    assert strategy.extended.reduce_to("MEAN", 5, None) == strategy.gather(5, 0) == 5
    assert strategy.cluster_resolver is None
    made = strategy.experimental_distribute_values_from_function(lambda context: context.replica_id_in_sync_group)
    assert made == 0
    context = tf.distribute.ReplicaContext(strategy)
    assert context.merge_call(lambda s, x: (s is strategy, tf.distribute.get_replica_context(), x), (1,)) == (
        True,
        None,
        1,
    )
    assert float(context.all_gather([1.0], 0)[0]) == 1.0
    assert context.devices == ["/device:CPU:0"]
    with pytest.raises(ValueError, match="4 cannot be divided by 3"):
        tf.distribute.InputContext(num_replicas_in_sync=3).get_per_replica_batch_size(4)
    with pytest.raises(ValueError, match="reduce_op is ReduceOp.SUM"):
        strategy.reduce("MAX", 1)
    assert tf.distribute.RunOptions(a=1).a == tf.distribute.InputOptions(a=1).a == 1
    assert distribution.get_strategy() is not strategy


def test_a_context_is_profiled(tmp_path):
    with tf.profiler.experimental.Profile(str(tmp_path)), tf.profiler.experimental.Trace("step", step_num=1) as trace:
        trace.set_metadata(more=2)
        tf.function(lambda x: x + 1)(tf.constant(1))
    assert [path.name for path in tmp_path.rglob("*.gz")] == ["host.trace.json.gz"]


def test_checkpoints_are_waited_for(tmp_path):
    checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
    seen = []
    for path in checkpoints_iterator(str(tmp_path), timeout=0, timeout_fn=lambda: True):
        seen.append(path)
    assert seen == []
    paths = [checkpoint.save(str(tmp_path / "c"))]
    for path in checkpoints_iterator(str(tmp_path), timeout=0):
        seen.append(path)
        if len(paths) < 2:
            paths.append(checkpoint.save(str(tmp_path / "c")))
    assert seen == paths


def test_settings_of_saving():
    assert (
        tf.saved_model.LoadOptions(a=1).a == tf.saved_model.SaveOptions(a=1).a == tf.train.CheckpointOptions(a=1).a == 1
    )
