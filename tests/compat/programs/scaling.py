"""What belongs to large models: strategies, feature columns, the profiler."""

import tempfile
from pathlib import Path

from . import raised


def a_step_of_a_strategy(tf):
    strategy = tf.distribute.MirroredStrategy()
    with strategy.scope():
        v = tf.Variable(2.0)

    def step(x):
        context = tf.distribute.get_replica_context()
        if x > 1.0:
            return x * v * tf.cast(context.num_replicas_in_sync, tf.float32)
        else:
            return -x

    @tf.function
    def train(x):
        per_replica = strategy.run(step, args=(x,))
        return strategy.reduce(tf.distribute.ReduceOp.SUM, per_replica, axis=None)

    results = [train(tf.constant(3.0)), train(tf.constant(0.5)), v, strategy.num_replicas_in_sync]
    return [*results, strategy.reduce("MEAN", tf.constant([1.0, 3.0]), axis=0)]


def contexts_of_strategies(tf):
    d = tf.distribute
    strategy = d.OneDeviceStrategy("/cpu:0")
    outside = [d.has_strategy(), d.in_cross_replica_context(), d.get_replica_context() is None]
    with strategy.scope():
        inside = [
            d.has_strategy(),
            d.in_cross_replica_context(),
            d.get_replica_context() is None,
            d.get_strategy() is strategy,
        ]
    within = strategy.run(lambda: [d.in_cross_replica_context(), d.get_replica_context().num_replicas_in_sync])
    return [outside, inside, within, strategy.experimental_local_results(tf.constant(1))]


def datasets_of_a_strategy(tf):
    strategy = tf.distribute.get_strategy()
    numbers = strategy.experimental_distribute_dataset(tf.data.Dataset.range(4).batch(2))
    made = strategy.distribute_datasets_from_function(
        lambda context: tf.data.Dataset.range(context.get_per_replica_batch_size(2))
    )
    return [list(numbers), list(made)]


def tpus_are_not_there(tf):
    return [
        raised(lambda: tf.distribute.cluster_resolver.TPUClusterResolver(tpu=""), "ValueError"),
        raised(lambda: tf.distribute.ReduceOp("none"), "ValueError"),
    ]


def columns_become_a_matrix(tf):
    v1, fc = tf.compat.v1, tf.feature_column
    words = fc.categorical_column_with_vocabulary_list("c", ["a", "b", "c"], num_oov_buckets=2)
    numbers = fc.categorical_column_with_vocabulary_list("e", [5, 7])
    columns = [
        fc.numeric_column("n", normalizer_fn=lambda x: x / 2),
        fc.bucketized_column(fc.numeric_column("m", shape=2), [0.0, 10.0]),
        fc.indicator_column(words),
        fc.indicator_column(fc.categorical_column_with_identity("i", 3)),
    ]
    columns += [
        fc.embedding_column(numbers, 2, combiner, v1.constant_initializer([[1.0, 2.0], [3.0, 4.0]]))
        for combiner in ("mean",)
    ]
    with tf.Graph().as_default(), v1.Session() as session:
        features = {
            "n": tf.constant([1.0, 2.0]),
            "m": tf.constant([[0.0, -5.0], [10.0, 3.0]]),
            "c": tf.constant([["a", "x"], ["b", ""]]),
            "i": tf.constant([[0], [2]]),
            "e": tf.SparseTensor([[0, 0], [0, 1], [1, 0]], tf.constant([5, 7, 9], tf.int64), [2, 2]),
        }
        matrix = v1.feature_column.input_layer(features, columns)
        session.run([v1.global_variables_initializer(), v1.tables_initializer()])
        spec = fc.make_parse_example_spec(columns)
        return [session.run(matrix), matrix.shape.as_list(), sorted(spec), [v.name for v in v1.global_variables()]]


def errors_of_columns(tf):
    fc = tf.feature_column
    column = fc.categorical_column_with_vocabulary_list("c", ["a"])
    return [
        raised(lambda: fc.categorical_column_with_vocabulary_list("c", []), "ValueError"),
        raised(lambda: fc.categorical_column_with_vocabulary_list("c", ["a", "a"]), "ValueError"),
        raised(lambda: fc.bucketized_column(fc.numeric_column("m"), [3, 1]), "ValueError"),
        raised(lambda: fc.embedding_column(column, 0), "ValueError"),
        raised(lambda: tf.compat.v1.feature_column.input_layer({}, [fc.numeric_column("m")]), "ValueError"),
        raised(lambda: tf.compat.v1.feature_column.input_layer({"c": ["a"]}, [column]), "ValueError"),
    ]


def a_profile(tf):
    profiler = tf.profiler.experimental
    with tempfile.TemporaryDirectory() as folder:
        profiler.start(folder, options=profiler.ProfilerOptions(host_tracer_level=2))
        again = raised(lambda: profiler.start(folder), "AlreadyExistsError")
        with profiler.Trace("step", step_num=1):
            tf.ones([2]) + 1.0
        profiler.stop()
        files = [path for path in Path(folder).rglob("plugins/profile/*/*") if path.is_file()]
        return [again, len(files), raised(profiler.stop, "UnavailableError")]
