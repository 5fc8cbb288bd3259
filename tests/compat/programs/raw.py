"""Ops that few programs name and that graphs hold: variables of TensorFlow 1, stacks, lists, checkpoints."""

import contextlib
import io
import tempfile
import zlib
from pathlib import Path

import numpy as np

from . import raised


def variables_by_reference(tf):
    raw, v1 = tf.raw_ops, tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        ref = raw.VariableV2(shape=[3], dtype=tf.float32, shared_name="v", container="")
        old = raw.Variable(shape=[2], dtype=tf.int32, shared_name="w", container="")
        before = raw.IsVariableInitialized(ref=ref)
        steps = [
            raw.Assign(ref=ref, value=[1.0, 2.0, 3.0]),
            raw.AssignAdd(ref=ref, value=[1.0, 1.0, 1.0]),
            raw.AssignSub(ref=ref, value=[0.0, 0.5, 0.0]),
            raw.ScatterAdd(ref=ref, indices=[0, 0], updates=[1.0, 2.0]),
            raw.ScatterSub(ref=ref, indices=[1], updates=[1.0]),
            raw.ScatterUpdate(ref=ref, indices=[2], updates=[9.0]),
            raw.ScatterNdUpdate(ref=ref, indices=[[1]], updates=[7.0]),
            raw.ApplyGradientDescent(var=ref, alpha=0.5, delta=[1.0, 1.0, 1.0]),
            raw.Assign(ref=old, value=[1, 2]),
        ]
        found = [session.run(before)] + [session.run(step) for step in steps]
        return [*found, session.run([raw.RefIdentity(input=ref), before, tf.identity(old)])]


def optimizers_by_reference(tf):
    raw, v1 = tf.raw_ops, tf.compat.v1
    grad = [0.3, -0.2, 0.1]
    with tf.Graph().as_default(), v1.Session() as session:
        refs = [raw.VariableV2(shape=[3], dtype=tf.float32, shared_name=f"v{n}", container="") for n in range(3)]
        reset = [raw.Assign(ref=ref, value=[1.0 + n, 0.5, 0.7]) for n, ref in enumerate(refs)]
        var, first, second = refs
        steps = [
            raw.ApplyMomentum(var=var, accum=first, lr=0.1, grad=grad, momentum=0.9),
            raw.ApplyAdagrad(var=var, accum=first, lr=0.1, grad=grad),
            raw.ApplyAdam(
                var=var,
                m=first,
                v=second,
                beta1_power=0.9,
                beta2_power=0.99,
                lr=0.1,
                beta1=0.9,
                beta2=0.99,
                epsilon=1e-3,
                grad=grad,
            ),
            raw.ApplyRMSProp(var=var, ms=first, mom=second, lr=0.1, rho=0.9, momentum=0.5, epsilon=1e-3, grad=grad),
            raw.SparseApplyAdagrad(var=var, accum=first, lr=0.1, grad=[0.3, 0.1], indices=[2, 0]),
        ]
        found = []
        for step in steps:
            session.run(reset)
            found += [session.run(step), session.run([tf.identity(ref) for ref in refs])]
        return found


def variables_by_handle(tf):
    raw = tf.raw_ops
    v = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    h, rows, updates = v.handle, [0, 2], [[2.0, 2.0], [4.0, 4.0]]
    found = [
        raw.ResourceGather(resource=h, indices=[2, 0], dtype=tf.float32),
        raw.VariableShape(input=h),
        raw.ResourceGatherNd(resource=h, indices=[[1, 1]], dtype=tf.float32),
    ]
    for kind in ("Add", "Sub", "Mul", "Div", "Max", "Min", "Update"):
        getattr(raw, f"ResourceScatter{kind}")(resource=h, indices=rows, updates=tf.constant(updates))
        found.append(v.numpy())
    for kind in ("Add", "Sub", "Update"):
        getattr(raw, f"ResourceScatterNd{kind}")(ref=h, indices=[[1, 0]], updates=tf.constant([0.5]))
        found.append(v.numpy())
    return [
        *found,
        raised(lambda: raw.ResourceGather(resource=h, indices=[7], dtype=tf.float32), "InvalidArgumentError"),
        raised(
            lambda: raw.ResourceScatterAdd(resource=h, indices=[7], updates=tf.constant([[1.0, 1.0]])),
            "InvalidArgumentError",
        ),
    ]


def destroyed_variables(tf):
    raw = tf.raw_ops
    handle = raw.VarHandleOp(dtype=tf.float32, shape=[], shared_name="destroyed", container="")
    raw.AssignVariableOp(resource=handle, value=tf.constant(1.0))
    found = [raw.VarIsInitializedOp(resource=handle), raw.ReadVariableOp(resource=handle, dtype=tf.float32)]
    raw.DestroyResourceOp(resource=handle, ignore_lookup_error=False)
    return [*found, raw.VarIsInitializedOp(resource=handle)]


def tensor_arrays_of_graphs(tf):
    raw, v1 = tf.raw_ops, tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        handle, flow = raw.TensorArrayV3(
            size=3,
            dtype=tf.float32,
            element_shape=[2],
            clear_after_read=False,
            dynamic_size=False,
            identical_element_shapes=True,
            tensor_array_name="",
        )
        flow = raw.TensorArrayWriteV3(handle=handle, index=1, value=[1.0, 2.0], flow_in=flow)
        flow = raw.TensorArrayScatterV3(handle=handle, indices=[0, 2], value=[[3.0, 4.0], [5.0, 6.0]], flow_in=flow)
        found = [
            raw.TensorArrayReadV3(handle=handle, index=1, flow_in=flow, dtype=tf.float32),
            raw.TensorArrayGatherV3(handle=handle, indices=[2, 0], flow_in=flow, dtype=tf.float32),
            raw.TensorArrayConcatV3(handle=handle, flow_in=flow, dtype=tf.float32),
            raw.TensorArraySizeV3(handle=handle, flow_in=flow),
        ]
        other, flow2 = raw.TensorArrayV3(size=2, dtype=tf.int32)
        flow2 = raw.TensorArraySplitV3(
            handle=other, value=[1, 2, 3], lengths=tf.constant([1, 2], tf.int64), flow_in=flow2
        )
        found.append(raw.TensorArrayReadV3(handle=other, index=1, flow_in=flow2, dtype=tf.int32))
        back, back_flow = raw.TensorArrayGradV3(handle=handle, flow_in=flow, source="g")
        with tf.control_dependencies(
            [raw.TensorArrayWriteV3(handle=back, index=0, value=[7.0, 8.0], flow_in=back_flow)]
        ):
            found.append(raw.TensorArrayReadV3(handle=back, index=0, flow_in=back_flow, dtype=tf.float32))
        values = session.run(found)
        with tf.control_dependencies([flow2]):
            session.run(raw.TensorArrayCloseV3(handle=other))
        return values


def stacks_of_graphs(tf):
    raw, v1 = tf.raw_ops, tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        stack = raw.StackV2(max_size=5, elem_type=tf.float32, stack_name="s")
        first = raw.StackPushV2(handle=stack, elem=[1.0])
        with tf.control_dependencies([first]):
            second = raw.StackPushV2(handle=stack, elem=[2.0, 3.0])
        with tf.control_dependencies([second]):
            top = raw.StackPopV2(handle=stack, elem_type=tf.float32)
        with tf.control_dependencies([top]):
            rest = raw.StackPopV2(handle=stack, elem_type=tf.float32)
        with tf.control_dependencies([rest]):
            closed = raw.StackCloseV2(handle=stack)
        return session.run([first, second, top, rest, closed])


def lists_of_tensors(tf):
    raw = tf.raw_ops
    stack = lambda handle, shape=(2,): raw.TensorListStack(
        input_handle=handle, element_shape=shape, element_dtype=tf.float32
    )
    one = raw.TensorListFromTensor(tensor=[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], element_shape=[2])
    two = raw.TensorListSplit(
        tensor=[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], element_shape=[-1, 2], lengths=tf.constant([1, 2], tf.int64)
    )
    longer = raw.TensorListResize(input_handle=one, size=4)
    put = raw.TensorListScatterV2(tensor=[[1.0, 2.0], [3.0, 4.0]], indices=[2, 0], element_shape=[2], num_elements=3)
    older = raw.TensorListScatter(tensor=[[1.0, 2.0], [3.0, 4.0]], indices=[1, 0], element_shape=[2])
    into = raw.TensorListScatterIntoExistingList(input_handle=one, tensor=[[9.0, 9.0]], indices=[1])
    both = raw.TensorListConcatLists(input_a=one, input_b=older, element_dtype=tf.float32)
    item, rest = raw.TensorListPopBack(input_handle=one, element_shape=[2], element_dtype=tf.float32)[::-1]
    joined = raw.TensorListConcatV2(
        input_handle=two, element_shape=[-1, 2], leading_dims=tf.constant([], tf.int64), element_dtype=tf.float32
    )
    return [
        raw.TensorListLength(input_handle=longer),
        stack(put),
        stack(older),
        stack(into),
        stack(both),
        item,
        stack(rest),
        raw.TensorListGather(input_handle=one, indices=[2, 0], element_shape=[2], element_dtype=tf.float32),
        raw.TensorListElementShape(input_handle=two, shape_type=tf.int32),
        list(joined),
        list(raw.TensorListConcat(input_handle=two, element_dtype=tf.float32, element_shape=[None, 2])),
        raised(
            lambda: raw.TensorListGetItem(input_handle=one, index=7, element_shape=[2], element_dtype=tf.float32),
            "InvalidArgumentError",
        ),
        raised(
            lambda: stack(raw.EmptyTensorList(element_shape=[2], max_num_elements=-1, element_dtype=tf.int32)),
            "InvalidArgumentError",
        ),
    ]


def checkpoints_by_op(tf):
    raw = tf.raw_ops
    with tempfile.TemporaryDirectory() as folder:
        prefix = f"{folder}/a"
        raw.SaveV2(
            prefix=prefix,
            tensor_names=["x", "y"],
            shape_and_slices=["", "4 0,2"],
            tensors=[tf.constant([1.0, 2.0]), tf.constant([7, 8])],
        )
        raw.SaveV2(prefix=f"{folder}/b", tensor_names=["y"], shape_and_slices=["4 2,2"], tensors=[tf.constant([9, 10])])
        raw.MergeV2Checkpoints(
            checkpoint_prefixes=[prefix, f"{folder}/b"], destination_prefix=f"{folder}/c", delete_old_dirs=False
        )
        read = raw.RestoreV2(
            prefix=f"{folder}/c", tensor_names=["y", "x"], shape_and_slices=["", "2 1,1"], dtypes=[tf.int32, tf.float32]
        )
        raw.Save(filename=f"{folder}/old", tensor_names=["x"], data=[tf.constant([1.0, 2.0])])
        raw.SaveSlices(
            filename=f"{folder}/part",
            tensor_names=["z"],
            shapes_and_slices=["4 0,4"],
            data=[tf.constant([1.0, 2.0, 3.0, 4.0])],
        )
        older = [
            raw.Restore(file_pattern=f"{folder}/old", tensor_name="x", dt=tf.float32),
            raw.RestoreSlice(file_pattern=f"{folder}/part", tensor_name="z", shape_and_slice="4 1,1", dt=tf.float32),
        ]
        missing = raised(
            lambda: raw.RestoreV2(prefix=f"{folder}/c", tensor_names=["w"], shape_and_slices=[""], dtypes=[tf.int32]),
            "NotFoundError",
        )
    return [*read, *older, missing, raw.ShardedFilename(basename="model", shard=2, num_shards=5)]


def summaries_by_op(tf):
    raw, v1 = tf.raw_ops, tf.compat.v1
    scalar = raw.ScalarSummary(tags=["a", "b"], values=[1.5, 2.0])
    histogram = raw.HistogramSummary(tag="h", values=[1.0, 2.0, 2.0, -3.0])
    tensor = raw.TensorSummaryV2(tag="t", tensor=[1, 2], serialized_summary_metadata="")
    merged = v1.Summary.FromString(raw.MergeSummary(inputs=[scalar, histogram, tensor]).numpy())
    histo = merged.value[2].histo
    return [
        [value.tag for value in merged.value],
        merged.value[0].simple_value,
        [histo.min, histo.max, histo.num, histo.sum, histo.sum_squares],
        len(histo.bucket) == len(histo.bucket_limit),
        sum(histo.bucket),
        merged.value[3].tensor.dtype,
        raised(lambda: raw.MergeSummary(inputs=[scalar, scalar]), "InvalidArgumentError"),
    ]


def summaries_in_files(tf):
    with tempfile.TemporaryDirectory() as folder:
        writer = tf.summary.create_file_writer(folder)
        with writer.as_default(step=3):
            tf.summary.scalar("s", 1.5)
            tf.summary.histogram("h", [1.0, 2.0])
            tf.summary.image("i", np.zeros([1, 2, 2, 3], np.uint8))
            tf.summary.text("t", "words")
            tf.summary.write("w", tf.constant([1]))
            tf.summary.graph(tf.function(lambda x: x + 1).get_concrete_function(tf.constant(1)).graph)
        writer.flush()
        writer.close()
        (path,) = Path(folder).iterdir()
        events = list(tf.compat.v1.train.summary_iterator(str(path)))
    return [
        [value.tag for event in events for value in event.summary.value],
        sorted({event.step for event in events}),
        any(event.graph_def for event in events),
    ]


def matrices_taken_apart(tf):
    a = tf.constant([[4.0, 1.0], [2.0, 3.0], [0.5, 1.0]])
    q, r = tf.linalg.qr(a)
    s, u, v = tf.linalg.svd(a)
    values, vectors = tf.linalg.eigh([[2.0, 1.0], [1.0, 3.0]])
    return [
        tf.abs(q),
        tf.abs(r),
        q @ r,
        s,
        tf.abs(u),
        u @ tf.linalg.diag(s) @ tf.transpose(v),
        values,
        tf.abs(vectors),
        tf.linalg.svd(a, compute_uv=False),
        raised(lambda: tf.linalg.qr([1.0]), "InvalidArgumentError", "ValueError"),
    ]


def three_dimensions(tf):
    x = tf.reshape(tf.range(54.0), [1, 3, 3, 3, 2]) / 10
    w = tf.reshape(tf.range(32.0), [2, 2, 2, 2, 2]) / 10
    with tf.GradientTape() as tape:
        tape.watch([x, w])
        y = tf.nn.conv3d(x, w, [1, 1, 1, 1, 1], "SAME")
        loss = tf.reduce_sum(y * y)
    cube = tf.reshape(tf.range(24.0), [2, 3, 4])
    spectrum = tf.raw_ops.RFFT3D(input=cube, fft_length=[2, 3, 4])
    return [
        y,
        *tape.gradient(loss, [x, w]),
        tf.abs(spectrum),
        tf.raw_ops.IRFFT3D(input=spectrum, fft_length=[2, 3, 4]),
        raised(lambda: tf.nn.conv3d(x[..., :1], w, [1, 1, 1, 1, 1], "SAME"), "InvalidArgumentError", "ValueError"),
    ]


def generators_of_random_numbers(tf):
    g = tf.random.Generator.from_seed(42)
    found = [
        g.normal([3]),
        g.uniform([2]),
        g.uniform([2], 0, 10, tf.int32),
        g.truncated_normal([2]),
        g.uniform_full_int([2], tf.uint32),
    ]
    state = g.state.numpy()
    g.skip(5)
    made = tf.random.Generator.from_state(state, "philox")
    raw = tf.raw_ops
    return [
        *found,
        g.normal([1]),
        made.normal([1]),
        [n.key for n in g.split(2)],
        tf.random.stateless_uniform([2], [1, 2], alg="auto_select"),
        g.algorithm,
    ]


def sparse_ops(tf):
    raw = tf.raw_ops
    indices, values, shape = (
        tf.constant([[0, 1], [2, 0]], tf.int64),
        tf.constant([1.0, 2.0]),
        tf.constant([3, 2], tf.int64),
    )
    return [
        raw.SparseDenseCwiseAdd(sp_indices=indices, sp_values=values, sp_shape=shape, dense=[[1.0, 10.0]]),
        list(
            raw.SparseReduceMaxSparse(input_indices=indices, input_values=values, input_shape=shape, reduction_axes=[1])
        ),
        list(
            raw.SparseFillEmptyRowsGrad(
                reverse_index_map=tf.constant([2, 0], tf.int64), grad_values=[0.0, 1.0, 2.0, 3.0]
            )
        ),
        raw.SparseSliceGrad(
            backprop_val_grad=[5.0],
            input_indices=indices,
            input_start=tf.constant([2, 0], tf.int64),
            output_indices=[[0, 0]],
        ),
    ]


def files_of_lines_and_records(tf):
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/lines.txt"
        Path(path).write_bytes(b"one\ntwo\r\nthree")
        Path(f"{folder}/records").write_bytes(b"HEADaabbccEND")
        data = tf.data
        cached = data.Dataset.range(3).cache(f"{folder}/cache")
        counted = data.Dataset.range(3).apply(data.experimental.assert_cardinality(3))
        records = data.FixedLengthRecordDataset(f"{folder}/records", 2, header_bytes=4, footer_bytes=3)
        found = [list(data.TextLineDataset(path)), list(records), list(cached), list(cached), list(counted)]
        names = tf.io.matching_files(f"{folder}/*.txt")
        return [
            *found,
            [Path(name.decode()).name for name in names.numpy()],
            raised(lambda: list(data.TextLineDataset("/none")), "NotFoundError"),
            raised(
                lambda: list(data.Dataset.range(3).apply(data.experimental.assert_cardinality(4))),
                "FailedPreconditionError",
            ),
        ]


def bytes_unpacked(tf):
    packed = tf.constant([zlib.compress(b"abc"), zlib.compress(b"")])
    return tf.io.decode_compressed(packed, "ZLIB")


def tables_of_graphs(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2]), -1)
        found = table.lookup(tf.constant(["b", "c"]))
        session.run(v1.tables_initializer())
        return [session.run([found, table.size()])]


def nodes_of_graphs(tf):
    raw, v1 = tf.raw_ops, tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        x = raw.Placeholder(dtype=tf.float32, shape=[2])
        y = raw.PlaceholderWithDefault(input=[0.0, 0.0], shape=[None])
        with tf.control_dependencies([raw.ControlTrigger()]):
            z = x + y
        empty = raw.Empty(shape=[2, 0], dtype=tf.float32, init=True)
        same = v1.Print(z, [z], "seen ", summarize=3)
        with contextlib.redirect_stderr(io.StringIO()):
            values = session.run([z, empty, same], {x: [1.0, 2.0], y: [3.0, 4.0]})
        return [*values, raised(lambda: session.run(x), "InvalidArgumentError")]


def python_functions(tf):
    def double(x):
        return x * 2 if isinstance(x, np.ndarray) else None

    @tf.function
    def f(x):
        a = tf.numpy_function(double, [x], tf.float32, stateful=False)
        b = tf.py_function(lambda t: t * 3, [x], tf.float32)
        return a, b

    a, b = f(tf.constant([1.0, 2.0]))
    return [a, b, 0.0 < float(tf.timestamp())]


def stateful_random_ops(tf):
    raw = tf.raw_ops
    g = tf.random.Generator.from_seed(7)
    h = g.state.handle
    shape = tf.constant([2], tf.int64)
    return [
        raw.StatefulStandardNormalV2(resource=h, algorithm=1, shape=shape),
        raw.StatefulTruncatedNormal(resource=h, algorithm=1, shape=shape),
        raw.StatefulUniform(resource=h, algorithm=1, shape=shape),
        raw.StatefulUniformFullInt(resource=h, algorithm=1, shape=shape, dtype=tf.uint64),
        raw.StatefulUniformInt(resource=h, algorithm=1, shape=shape, minval=tf.constant(-3), maxval=tf.constant(9)),
        raised(lambda: raw.StatefulUniform(resource=h, algorithm=9, shape=shape), "InvalidArgumentError"),
        g.state,
    ]


def tables_by_op(tf):
    raw, v1 = tf.raw_ops, tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        fixed = raw.HashTableV2(key_dtype=tf.string, value_dtype=tf.int64, shared_name="fixed")
        fill = raw.InitializeTableV2(table_handle=fixed, keys=["a", "b"], values=tf.constant([1, 2], tf.int64))
        grows = raw.MutableHashTableV2(key_dtype=tf.int64, value_dtype=tf.float32, shared_name="grows")
        insert = raw.LookupTableInsertV2(table_handle=grows, keys=tf.constant([5], tf.int64), values=[0.5])
        session.run([fill, insert])
        find = raw.LookupTableFindV2
        return session.run(
            [
                find(table_handle=fixed, keys=["b", "x"], default_value=tf.constant(-1, tf.int64)),
                find(table_handle=grows, keys=tf.constant([5, 6], tf.int64), default_value=0.0),
                raw.LookupTableSizeV2(table_handle=fixed),
            ]
        )


def printing_into_a_file(tf):
    with tempfile.TemporaryDirectory() as folder:
        stream = f"file://{folder}/out"

        @tf.function
        def f(x):
            for i in tf.range(2):
                tf.print("turn", i, [x, {"a": x}], output_stream=stream, sep="|", summarize=2)
            tf.print(tf.strings.format("{} and {}", [x, 1]), output_stream=stream, end="!")
            return x

        f(tf.constant([1.5, 2.0, 3.0, 4.0, 5.0]))
        tf.print(tf.constant("s"), tf.constant([["a", "b"]]), True, None, 3.0, output_stream=stream)
        return Path(f"{folder}/out").read_text()
