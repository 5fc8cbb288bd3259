"""Names and arguments of TensorFlow 1, and small parts of TensorFlow 2 that stand around the ops."""

import os
import tempfile

import numpy as np

from . import raised


def older_names_of_functions(tf):
    v1 = tf.compat.v1
    x = tf.constant([[1.4, -2.6], [3.5, 0.0]])
    return [
        v1.ceil(x),
        v1.rint(x),
        v1.rsqrt([4.0]),
        v1.expm1([0.5]),
        v1.erfc([0.5]),
        v1.digamma([2.0]),
        v1.lgamma([3.0]),
        v1.lbeta([1.0, 2.0]),
        v1.polygamma(1.0, 2.0),
        v1.igammac(1.0, 2.0),
        v1.betainc(1.0, 2.0, 0.5),
        v1.floormod([7], 3),
        v1.div_no_nan(1.0, 0.0),
        v1.is_inf(x),
        v1.cross([1.0, 2.0, 3.0], [4.0, 5.0, 6.0]),
        v1.accumulate_n([x, x]),
        v1.global_norm([x, x]),
        v1.to_double([1]),
        v1.to_float([1]),
        v1.to_int32([1.7]),
        v1.to_int64([1.7]),
        v1.where_v2([True, False], 1, [2, 3]),
        v1.invert_permutation([1, 0]),
        v1.self_adjoint_eigvals([[2.0, 1.0], [1.0, 3.0]]),
        v1.confusion_matrix([0, 1], [1, 1]),
        v1.string_join(["a", "b"], "-"),
        v1.string_strip("  a "),
        v1.string_to_number("3.5"),
        v1.reduce_join([["a", "b"]], axis=1),
        v1.substr("hello", 1, 3),
    ]


def older_segments(tf):
    v1, data, ids = tf.compat.v1, np.arange(6, dtype=np.float32).reshape(3, 2) + 1, [0, 0, 2]
    sorted_kinds = [v1.segment_max, v1.segment_mean, v1.segment_min, v1.segment_prod, v1.segment_sum]
    unsorted = [
        v1.unsorted_segment_max,
        v1.unsorted_segment_min,
        v1.unsorted_segment_prod,
        v1.unsorted_segment_sqrt_n,
        v1.unsorted_segment_sum,
    ]
    return (
        [kind(data, ids) for kind in sorted_kinds]
        + [kind(data, ids, 3) for kind in unsorted]
        + [v1.sparse_segment_mean(data, [0, 2], [0, 0]), v1.sparse_segment_sum(data, [0, 2], [0, 0])]
    )


def older_names_of_arguments(tf):
    v1, x = tf.compat.v1, tf.constant([[1.0, 2.0], [3.0, 4.0]])
    image = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
    labels = [[0.0, 1.0], [1.0, 0.0]]
    return [
        v1.reduce_sum(x, reduction_indices=[1], keep_dims=True),
        v1.argmax(x, dimension=1),
        v1.expand_dims(x, dim=0),
        v1.squeeze([[1]], squeeze_dims=[0]),
        v1.nn.softmax(x, dim=0),
        v1.nn.max_pool(value=image, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID"),
        v1.nn.avg_pool(value=image, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID"),
        v1.nn.softmax_cross_entropy_with_logits_v2(labels=labels, logits=x),
        v1.nn.conv2d(image, filter=tf.ones([2, 2, 1, 1]), strides=[1, 1, 1, 1], padding="SAME"),
        *v1.nn.moments(x, [0], keep_dims=True),
        v1.count_nonzero(x, axis=0),
        v1.norm(x, keep_dims=True),
        *v1.split(x, 2, axis=1),
        v1.nn.l2_normalize(x, dim=1),
        v1.nn.dropout(x, keep_prob=1.0),
        v1.cond(tf.constant(True), lambda: 1, lambda: 2),
    ]


def names_and_steps(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        with v1.variable_scope("a") as scope:
            local = v1.get_local_variable("l", [], initializer=v1.zeros_initializer())
        step = v1.train.create_global_step()
        session.run([v1.global_variables_initializer(), v1.local_variables_initializer()])
        return [
            local.name,
            isinstance(scope, v1.VariableScope),
            session.run([local, step]),
            v1.train.global_step(session, step),
            len(v1.local_variables()),
            step.name,
        ]


def eager_outside(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        inside = tf.inside_function() if hasattr(tf, "inside_function") else False
        return [
            v1.executing_eagerly_outside_functions(),
            tf.executing_eagerly(),
            inside,
            tf.compat.v1.get_default_session() is None,
        ]


def text_and_paths(tf):
    c = tf.compat
    shape = tf.TensorShape([2, None])
    return [
        c.as_bytes("é"),
        c.as_text(b"a"),
        c.as_str(b"a"),
        c.as_str_any(1),
        c.path_to_str("a/b"),
        isinstance("a", c.bytes_or_text_types),
        isinstance(1, c.integral_types),
        isinstance(1.0, c.real_types),
        isinstance(1j, c.complex_types),
        c.dimension_value(shape[0]),
        c.dimension_value(c.dimension_at_index(shape, 1)),
        c.forward_compatible(2000, 1, 1),
        c.v1.dimension_value(3),
    ]


def numbers_of_errors(tf):
    e = tf.errors
    codes = [
        e.OK,
        e.CANCELLED,
        e.UNKNOWN,
        e.INVALID_ARGUMENT,
        e.DEADLINE_EXCEEDED,
        e.NOT_FOUND,
        e.ALREADY_EXISTS,
        e.PERMISSION_DENIED,
        e.RESOURCE_EXHAUSTED,
        e.FAILED_PRECONDITION,
        e.ABORTED,
        e.OUT_OF_RANGE,
        e.UNIMPLEMENTED,
        e.INTERNAL,
        e.UNAVAILABLE,
        e.DATA_LOSS,
        e.UNAUTHENTICATED,
    ]
    kinds = [
        e.CancelledError,
        e.UnknownError,
        e.InternalError,
        e.PermissionDeniedError,
        e.UnauthenticatedError,
        e.DataLossError,
        e.AbortedError,
    ]
    made = [kind(None, None, "text").error_code for kind in kinds]
    try:
        tf.reshape([1, 2, 3], [2, 2])
    except e.InvalidArgumentError as error:
        return [codes, made, error.error_code, isinstance(error, e.OpError), error.op is None]


def files_and_folders(tf):
    gfile = tf.io.gfile
    old = tf.compat.v1.gfile
    with tempfile.TemporaryDirectory() as folder:
        gfile.makedirs(f"{folder}/a/b")
        with gfile.GFile(f"{folder}/a/file", "w") as file:
            file.write("text\nmore")
        with gfile.GFile(f"{folder}/a/file") as file:
            lines = [file.readline(), file.read()]
        found = [
            gfile.isdir(folder),
            gfile.exists(f"{folder}/a/file"),
            sorted(gfile.listdir(f"{folder}/a")),
            gfile.stat(f"{folder}/a/file").length,
            lines,
            old.IsDirectory(f"{folder}/a"),
            old.Stat(f"{folder}/a/file").length,
        ]
        gfile.copy(f"{folder}/a/file", f"{folder}/copy")
        gfile.rename(f"{folder}/copy", f"{folder}/moved", overwrite=True)
        found += [
            sorted(os.path.basename(p) for p in gfile.glob(f"{folder}/*")),
            sorted(len(names) for _, _, names in gfile.walk(folder)),
            "file" in "".join(map(str, gfile.get_registered_schemes())) or True,
        ]
        gfile.remove(f"{folder}/moved")
        gfile.rmtree(f"{folder}/a")
        old.MakeDirs(f"{folder}/c/d")
        old.DeleteRecursively(f"{folder}/c")
        return [
            *found,
            gfile.exists(f"{folder}/a"),
            raised(lambda: gfile.remove(f"{folder}/none"), "NotFoundError"),
            raised(lambda: gfile.GFile(f"{folder}/none").read(), "NotFoundError"),
        ]


def data_of_version_1(tf):
    d, old = tf.data, tf.compat.v1.data
    numbers = d.Dataset.range(4).batch(2)
    experimental = d.experimental
    options = d.Options()
    options.threading.private_threadpool_size = 1
    return [
        old.get_output_types(numbers).name,
        old.get_output_shapes(numbers).as_list(),
        old.get_output_classes(numbers).__name__,
        d.AUTOTUNE,
        d.INFINITE_CARDINALITY,
        d.UNKNOWN_CARDINALITY,
        experimental.AUTOTUNE,
        experimental.INFINITE_CARDINALITY,
        experimental.UNKNOWN_CARDINALITY,
        list(numbers.apply(experimental.enumerate_dataset(5))),
        experimental.get_structure(numbers).dtype.name,
        list(experimental.from_variant(experimental.to_variant(numbers), numbers.element_spec)),
        len(list(numbers.with_options(options))),
        isinstance(iter(numbers).element_spec, tf.TensorSpec),
    ]


def parts_of_examples(tf):
    t = tf.train
    feature = t.Feature(int64_list=t.Int64List(value=[1, 2]))
    example = t.SequenceExample(
        context=t.Features(feature={"n": feature}),
        feature_lists=t.FeatureLists(feature_list={"f": t.FeatureList(feature=[feature, feature])}),
    )
    again = t.SequenceExample.FromString(example.SerializeToString())
    return [list(again.context.feature["n"].int64_list.value), len(again.feature_lists.feature_list["f"].feature)]


def levels_of_the_log(tf):
    logging = tf.compat.v1.logging
    logging.set_verbosity(logging.ERROR)
    found = [logging.get_verbosity(), logging.INFO, logging.WARN, logging.FATAL, tf.get_logger().name != ""]
    logging.vlog(1, "quiet")
    logging.set_verbosity(logging.WARN)
    return found


def constants(tf):
    found = [
        tf.newaxis is None,
        tf.VariableAggregation.MEAN.name,
        tf.VariableSynchronization.ON_READ.name,
        tf.random.Algorithm.PHILOX.value,
        len(tf.version.VERSION.split(".")) == 3,
        isinstance(tf.version.GIT_VERSION, str),
        isinstance(tf.version.COMPILER_VERSION, str),
        tf.version.GRAPH_DEF_VERSION > 1000,
        tf.version.GRAPH_DEF_VERSION_MIN_CONSUMER,
        tf.version.GRAPH_DEF_VERSION_MIN_PRODUCER,
        bool(tf.sysconfig.get_build_info()),
        tf.test.gpu_device_name(),
        tf.saved_model.SERVING,
        tf.saved_model.DEFAULT_SERVING_SIGNATURE_DEF_KEY,
        tf.saved_model.PREDICT_METHOD_NAME,
        int(tf.compat.v1.AggregationMethod.ADD_N),
    ]
    with tf.name_scope("outer"):
        found.append(tf.get_current_name_scope())
    return found


def writers_of_nothing(tf):
    tf.summary.experimental.set_step(4)
    with tf.summary.create_noop_writer().as_default():
        written = tf.summary.write("t", tf.constant(1))
        with tf.summary.experimental.summary_scope("a") as (tag, scope):
            names = [tag, scope]
    step = tf.summary.experimental.get_step()
    tf.summary.trace_on(graph=True)
    tf.summary.trace_off()
    tf.summary.experimental.set_step(None)
    return [written, step, names, isinstance(tf.summary.create_noop_writer(), tf.summary.SummaryWriter)]


def tables_of_values_and_checkpoints(tf):
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
        path = checkpoint.save(f"{folder}/c", options=tf.train.CheckpointOptions())
        seen = [os.path.basename(p) for p in tf.train.checkpoints_iterator(folder, timeout=0)]
        state = tf.train.get_checkpoint_state(folder)
        tf.compat.v1.train.update_checkpoint_state(folder, path, [path])
        return [
            seen,
            os.path.basename(state.model_checkpoint_path),
            tf.train.load_checkpoint(path).has_tensor("v/.ATTRIBUTES/VARIABLE_VALUE"),
        ]
