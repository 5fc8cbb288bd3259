"""Graphs and sessions of TensorFlow 1."""

import numpy as np

from . import raised


def a_graph_is_built_and_run(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [None, 2], name="x")
        w = v1.get_variable("w", initializer=[[1.0], [2.0]])
        y = tf.matmul(x, w, name="y")
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            return [
                session.run(y, {x: [[1.0, 1.0]]}),
                session.run("y:0", {"x:0": [[0.0, 3.0]]}),
                y.name,
                y.shape.as_list(),
            ]


def structures_are_fetched(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        a, b = tf.constant(1.0), tf.constant([2, 3])
        got = session.run({"a": a, "both": [a, (b, "Const_1:0")], "op": a.op})
        return [got["a"], got["both"][0], got["both"][1][0], got["both"][1][1], got["op"]]


def intermediate_values_are_fed(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        a = v1.placeholder_with_default(1.0, [])
        b = a + 1.0
        c = b * 10.0
        return [session.run(c), session.run(c, {b: 5.0}), session.run([b, c], {a: 2.0})]


def tensors_and_operations_run_in_the_default_session(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=1.0, use_resource=True)
        up = v1.assign_add(v, 2.0)
        with v1.Session().as_default() as session:
            v.initializer.run()
            up.op.run()
            return [v.eval(), (v * 2.0).eval(session=session), v1.get_default_session() is session]


def an_interactive_session(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        session = v1.InteractiveSession()
        value = tf.add(1, 2).eval()
        session.close()
    return [value]


def a_callable_is_made(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [])
        y = v1.placeholder(tf.float32, [])
        run = session.make_callable([x + y, x * y], [x, y])
        return [run(2.0, 3.0), run(np.float32(4.0), 5.0)]


def errors_of_sessions(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default() as graph:
        x = v1.placeholder(tf.float32, [2], name="x")
        v = v1.get_variable("v", [2])
        y = x + v
        graph.prevent_feeding(y)
        graph.prevent_fetching(y.op)
        session = v1.Session()
        other = tf.Graph()
        with other.as_default():
            foreign = tf.constant(1.0)
        found = [
            raised(lambda: session.run(x * 2.0), "InvalidArgumentError"),
            raised(lambda: session.run(v + 0.0), "FailedPreconditionError"),
            raised(lambda: session.run(foreign), "ValueError"),
            raised(lambda: session.run("nothing:0"), "ValueError"),
            raised(lambda: session.run("x"), "InvalidArgumentError", "ValueError"),
            raised(lambda: session.run(3), "TypeError"),
            raised(lambda: session.run(None), "TypeError"),
            raised(lambda: session.run(x * 1.0, {x: [1.0]}), "ValueError"),
            raised(lambda: session.run(x * 1.0, {x: tf.constant([1.0, 2.0])}), "TypeError"),
            raised(lambda: session.run(x * 1.0, {x: ["a", "b"]}), "ValueError"),
            raised(lambda: session.run(x * 1.0, {foreign: 1.0}), "TypeError"),
            raised(lambda: session.run(x * 1.0, {"none:0": 1.0}), "TypeError"),
            raised(lambda: session.run(y, {x: [1.0, 2.0]}), "ValueError"),
            raised(lambda: session.run(x * 1.0, {y: [1.0, 2.0]}), "ValueError"),
            raised(lambda: graph.get_tensor_by_name("x"), "ValueError"),
            raised(lambda: graph.get_tensor_by_name("z:0"), "KeyError"),
            raised(lambda: graph.get_operation_by_name("z"), "KeyError"),
            raised(lambda: graph.get_tensor_by_name("x:3"), "KeyError"),
            raised(lambda: x.eval(), "ValueError"),
            raised(lambda: bool(x), "TypeError"),
            raised(lambda: iter(x[0]), "TypeError"),
            raised(lambda: x.numpy(), "AttributeError"),
            raised(lambda: np.asarray(x), "NotImplementedError"),
        ]
        session.close()
        found.append(raised(lambda: session.run(x, {x: [1.0, 1.0]}), "RuntimeError"))
        graph.finalize()
        found.append(raised(lambda: tf.constant(1.0), "RuntimeError"))
        found.append(graph.finalized)
    return found[:4] + found[5:14] + found[15:]


def the_name_of_an_operation_means_its_output(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default() as graph:
        x = tf.constant(1.0, name="target")
        return [
            graph.get_tensor_by_name("target:0") is x,
            graph.get_operation_by_name("target") is x.op,
            graph.as_graph_element("target") is x.op,
            graph.as_graph_element("target:0") is x,
        ]


def names_and_scopes(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default() as graph:
        with tf.name_scope("a"):
            first = tf.constant(1, name="x")
            with tf.name_scope("b"):
                second = tf.constant(1, name="x")
            third = tf.constant(1, name="x")
        with v1.variable_scope("s"):
            v = v1.get_variable("v", [1])
            fourth = tf.identity(v, name="y")
        with v1.variable_scope("s", reuse=True):
            again = v1.get_variable("v", [1])
            fifth = tf.identity(v, name="y")
        return [t.name for t in (first, second, third, v, fourth, fifth)] + [again is v, graph.unique_name("a", False)]


def control_dependencies(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        v = v1.get_variable("v", initializer=0.0)
        with tf.control_dependencies([v1.assign(v, 5.0)]):
            read = tf.identity(v.read_value() if hasattr(v, "read_value") else v)
        with tf.control_dependencies([v1.assign_add(v, 1.0)]):
            done = tf.no_op()
        session.run(v.initializer)
        first = session.run(read)
        session.run(tf.group(done))
        return [first, session.run(v)]


def loops_and_conditions(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        n = v1.placeholder(tf.int32, [])
        total, _ = tf.while_loop(lambda total, i: i < n, lambda total, i: (total + i * i, i + 1), [0, 0])
        sign = tf.cond(n > 3, lambda: tf.constant("many"), lambda: tf.constant("few"))
        which = tf.switch_case(n, {0: lambda: 10, 1: lambda: 50}, default=lambda: -1)
        return [session.run([total, sign, which], {n: value}) for value in (0, 3, 5)]


def gradients_in_a_graph(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [2])
        y = tf.reduce_sum(tf.stop_gradient(x) * x * x)
        z = v1.placeholder(tf.float32, [])
        gx, gz = v1.gradients(y, [x, z]) if hasattr(v1, "gradients") else tf.gradients(y, [x, z])
        zero = tf.gradients(y, [z], unconnected_gradients="zero")
        given = tf.gradients([y, x], [x], grad_ys=[2.0, [1.0, 1.0]])
        return [session.run(gx, {x: [1.0, 2.0]}), gz, session.run([*zero, *given], {x: [1.0, 2.0], z: 1.0})]


def training_with_an_optimizer(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None, 1])
        w = v1.get_variable("w", initializer=[[0.0]])
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 3.0 * x))
        step = v1.train.get_or_create_global_step()
        train = v1.train.MomentumOptimizer(0.05, 0.5).minimize(loss, global_step=step)
        session.run(v1.global_variables_initializer())
        losses = [session.run([loss, train], {x: [[1.0], [2.0]]})[0] for _ in range(5)]
        return [losses, session.run([w, step]), [v.name for v in v1.trainable_variables()], len(v1.global_variables())]


def partial_results_of_variables(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        v = v1.get_variable("v", initializer=[1.0, 2.0, 3.0])
        session.run(v.initializer)
        before = session.run(v1.report_uninitialized_variables())
        session.run(v1.scatter_update(v, [0], [9.0]))
        return [before, session.run(v), session.run(v1.is_variable_initialized(v))]


def metadata_of_a_run(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [2, 2])
        y = tf.matmul(x, x, name="product") + 1.0
        options = v1.RunOptions(trace_level=v1.RunOptions.FULL_TRACE)
        metadata = v1.RunMetadata()
        value = session.run(y, {x: [[1.0, 0.0], [0.0, 1.0]]}, options=options, run_metadata=metadata)
        devices = metadata.step_stats.dev_stats
        return [value, len(devices) > 0, any(len(device.node_stats) > 0 for device in devices)]


def a_run_that_takes_too_long(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        endless = tf.while_loop(lambda n: n >= 0, lambda n: (n + 1) % 1000, [0], name="endless")
        options = v1.RunOptions(timeout_in_ms=200)
        return raised(lambda: session.run(endless, options=options), "DeadlineExceededError")


def a_graph_is_written_and_imported(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default() as graph:
        x = v1.placeholder(tf.float32, [2], name="x")
        tf.multiply(x, 2.0, name="y")
    definition = graph.as_graph_def()
    with tf.Graph().as_default() as copy, v1.Session() as session:
        (y,) = v1.import_graph_def(definition, return_elements=["y:0"], name="in")
        return [
            session.run(y, {"in/x:0": [1.0, 2.0]}),
            {"x", "y"} <= {node.name for node in definition.node},
            y.name,
            "in/x" in [op.name for op in copy.get_operations()],
            type(definition).__name__,
        ]


def collections(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        a = tf.constant(1.0, name="a")
        v1.add_to_collection("things", a)
        v1.get_variable("v", [1], trainable=False)
        v1.get_variable("w", [1])
        return [
            v1.get_collection("things")[0] is a,
            len(v1.get_collection(v1.GraphKeys.GLOBAL_VARIABLES)),
            len(v1.trainable_variables()),
            v1.get_collection("none"),
        ]


def assertions_of_a_graph(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None])
        with tf.control_dependencies([v1.assert_positive(x), tf.debugging.Assert(tf.size(x) < 3, [x])]):
            y = tf.identity(x)
        return [
            session.run(y, {x: [1.0]}),
            raised(lambda: session.run(y, {x: [-1.0]}), "InvalidArgumentError"),
            raised(lambda: session.run(y, {x: [1.0] * 3}), "InvalidArgumentError"),
        ]


def python_functions_in_a_graph(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [2])
        y = v1.py_func(lambda a: a[::-1] * 2, [x], tf.float32)
        y.set_shape([2])
        return [session.run(y, {x: [1.0, 2.0]}), y.shape.as_list()]


def sparse_and_ragged_values_are_fed_and_fetched(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        sparse = v1.sparse_placeholder(tf.float32, [None, 3])
        dense = tf.sparse.to_dense(sparse)
        fed = v1.SparseTensorValue([[0, 1], [1, 2]], [5.0, 7.0], [2, 3])
        ragged = tf.ragged.constant([[1, 2], [], [3]])
        nested = tf.ragged.constant([[["a"], []], [["b", "c"]]])
        slices = tf.IndexedSlices(tf.constant([[1.0]]), tf.constant([0]), tf.constant([3, 1]))
        got = session.run({"s": sparse, "d": dense, "r": [ragged, nested], "i": slices}, {sparse: fed})
        again = session.run(dense, {sparse: ([[0, 0]], [1.0], [1, 3])})
        rows = session.run(
            tf.reduce_sum(ragged, 1),
            {ragged: v1.ragged.RaggedTensorValue(np.array([9, 8, 7], np.int32), np.array([0, 2, 2, 3]))},
        )
        r, n = got["r"]
        return [
            list(got["s"]),
            got["d"],
            r.to_list(),
            n.to_list(),
            n.ragged_rank,
            list(n.shape),
            r.values,
            r.row_splits,
            got["i"].values,
            got["i"].dense_shape,
            again,
            rows,
            type(got["s"]).__name__,
            type(r).__name__,
            type(got["i"]).__name__,
            raised(lambda: session.run(dense, {sparse: 3}), "TypeError"),
        ]
