"""Modules saved and loaded again."""

import tempfile


def a_module_there_and_back(tf):
    class Scale(tf.Module):
        def __init__(self):
            super().__init__()
            self.factor = tf.Variable(3.0)

        @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
        def __call__(self, x):
            return x * self.factor

    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(Scale(), folder, options=tf.saved_model.SaveOptions(save_debug_info=False))
        loaded = tf.saved_model.load(folder)
        before = loaded(tf.constant([1.0, 2.0]))
        loaded.factor.assign(10.0)
        return [before, loaded(tf.constant([1.0])), tf.saved_model.contains_saved_model(folder), loaded.factor]


def a_checkpoint_there_and_back(tf):
    v = tf.Variable([1.0, 2.0])
    with tempfile.TemporaryDirectory() as folder:
        manager = tf.train.CheckpointManager(tf.train.Checkpoint(v=v), folder, max_to_keep=2)
        paths = [manager.save() for _ in range(3)]
        v.assign([7.0, 8.0])
        status = tf.train.Checkpoint(v=v).restore(manager.latest_checkpoint)
        status.expect_partial()
        found = tf.train.latest_checkpoint(folder)
        return [
            v,
            len(manager.checkpoints),
            found == paths[-1],
            [name for name, _ in tf.train.list_variables(found)][-1],
        ]
