"""Ragged tensors."""


def _rows(tf, dtype=None):
    return tf.ragged.constant([[3, 1, 4], [], [1, 5], [9]], dtype=dtype)


def _nested(tf):
    return tf.ragged.constant([[[1, 2], [3]], [], [[4, 5, 6], [], [7]]])


def made_of_partitions(tf):
    values = [3, 1, 4, 1, 5]
    ragged = tf.RaggedTensor
    return [
        ragged.from_row_splits(values, [0, 3, 3, 5]),
        ragged.from_row_lengths(values, [3, 0, 2]),
        ragged.from_value_rowids(values, [0, 0, 2, 2, 3], nrows=5),
        ragged.from_value_rowids(values, [0, 0, 2, 2, 3]),
        ragged.from_row_starts(values, [0, 3, 3]),
        ragged.from_row_limits(values, [3, 3, 5]),
        ragged.from_uniform_row_length([1, 2, 3, 4], 2),
        ragged.from_nested_row_splits(values, [[0, 1, 3], [0, 2, 2, 5]]),
        ragged.from_nested_row_lengths(values, [[1, 2], [2, 0, 3]]),
        ragged.from_nested_value_rowids(values, [[0, 1, 1], [0, 0, 2, 2, 2]]),
    ]


def made_of_dense_tensors(tf):
    dense = tf.constant([[5, 7, 0], [0, 3, 0], [6, 0, 0]])
    ragged = tf.RaggedTensor
    return [
        ragged.from_tensor(dense),
        ragged.from_tensor(dense, lengths=[1, 0, 3]),
        ragged.from_tensor(dense, padding=0),
        ragged.from_tensor(tf.reshape(tf.range(12), [2, 3, 2]), ragged_rank=2),
        ragged.from_sparse(tf.sparse.SparseTensor([[0, 0], [0, 1], [2, 0]], [1, 2, 3], [4, 3])),
    ]


def what_they_know(tf):
    rows, nested = _rows(tf), _nested(tf)
    return [
        rows.shape.as_list(), nested.shape.as_list(), nested.ragged_rank, rows.dtype.name, rows.nrows(),
        rows.row_splits, rows.row_lengths(), rows.row_starts(), rows.row_limits(), rows.value_rowids(),
        nested.row_lengths(axis=2), nested.nested_row_lengths(), nested.nested_value_rowids(),
        nested.bounding_shape(), nested.bounding_shape(axis=1), nested.flat_values, nested.values,
    ]  # fmt: skip


def rows_and_slices(tf):
    rows = _rows(tf)
    return [
        rows[0], rows[-1], rows[1], rows[1:], rows[:-1], rows[::2], rows[::-1], rows[1:1], rows[:, :2], rows[:, 1:],
        rows[:, -1:], rows[:, :-1], rows[:, ::-1], rows[:, ::2], rows[1:, 1:], rows[..., :1],
    ]  # fmt: skip


def slices_of_rows_of_rows(tf):
    nested = _nested(tf)
    return [
        nested[0], nested[2, 0], nested[2, 0, 1:], nested[:, :1], nested[:, :, :1], nested[:, :, ::-1],
        nested[::-1, ::-1], nested[2:, 1:, :], nested[..., 1:],
    ]  # fmt: skip


def new_dimensions(tf):
    rows = _rows(tf)
    return [rows[tf.newaxis], rows[:, tf.newaxis], rows[:, :, tf.newaxis], tf.expand_dims(rows, -1)]


def a_slice_with_tensor_bounds(tf):
    rows = _rows(tf)
    one = tf.constant(1)
    return [rows[one], rows[one:], rows[:, :one], rows[:, -one:]]


def arithmetic(tf):
    rows = _rows(tf, tf.float32)
    return [rows + 1.0, 2.0 * rows, rows * rows, -rows, rows / 2.0, rows**2.0, rows // 2.0, rows % 2.0, abs(-rows)]


def comparisons(tf):
    rows = _rows(tf)
    return [rows > 2, rows <= rows, rows == 1, rows != rows, tf.logical_and(rows > 1, rows < 5), ~(rows > 2)]


def functions_of_elements(tf):
    rows = _rows(tf, tf.float32)
    return [
        tf.sqrt(rows), tf.nn.relu(rows - 2.0), tf.cast(rows, tf.int32), tf.maximum(rows, 3.0), tf.sigmoid(rows),
        tf.zeros_like(rows), tf.ones_like(rows), tf.identity(rows), tf.clip_by_value(rows, 1.0, 4.0),
        tf.where(rows > 2.0, rows, -rows), tf.add_n([rows, rows]), tf.math.squared_difference(rows, 1.0),
    ]  # fmt: skip


def broadcasting_with_dense_tensors(tf):
    rows, nested = _rows(tf), _nested(tf)
    return [
        rows + tf.constant([[10], [20], [30], [40]]),
        rows * tf.constant([[2]]),
        nested + tf.constant([[[10]]]),
        tf.ragged.constant([[[1, 2]], [[3, 4], [5, 6]]], ragged_rank=1) * tf.constant([10, 100]),
    ]


def reductions_of_rows(tf):
    rows = tf.ragged.constant([[3, 1, 4], [1, 5], [9]])
    return [
        [reduce(rows, axis=axis) for axis in (None, 0, 1, -1)]
        for reduce in (tf.reduce_sum, tf.reduce_prod, tf.reduce_max, tf.reduce_min, tf.reduce_mean)
    ]


def reductions_of_empty_rows(tf):
    rows = _rows(tf)
    return [tf.reduce_sum(rows, 1), tf.reduce_prod(rows, 1), tf.reduce_sum(rows, 1, keepdims=True)]


def reductions_of_truth(tf):
    rows = tf.ragged.constant([[True, False], [], [True]])
    return [[reduce(rows, axis) for axis in (0, 1)] for reduce in (tf.reduce_any, tf.reduce_all)]


def reductions_of_rows_of_rows(tf):
    nested = _nested(tf)
    return [tf.reduce_sum(nested, axis) for axis in (0, 1, 2, [1, 2], [0, 2], None)]


def means_of_floats(tf):
    return tf.reduce_mean(tf.ragged.constant([[1.0, 2.0], [4.0]]), axis=1)


def joined(tf):
    rows, more = _rows(tf), tf.ragged.constant([[7], [8, 9], [], [1]])
    return [
        tf.concat([rows, more], 0), tf.concat([rows, more], 1), tf.concat([rows, more], -1), tf.stack([rows, more]),
        tf.stack([rows, more], 1), tf.concat([rows, tf.constant([[1], [2], [3], [4]])], 1),
        tf.concat([_nested(tf), _nested(tf)], 2), tf.ragged.stack([tf.constant([1]), tf.constant([2, 3])]),
    ]  # fmt: skip


def gathered(tf):
    rows, nested = _rows(tf), _nested(tf)
    return [
        tf.gather(rows, [3, 0, 0]), tf.gather(nested, [2, 0]), tf.gather(rows, tf.ragged.constant([[0], [2, 3]])),
        tf.gather(tf.constant([10, 20, 30]), tf.ragged.constant([[0, 2], [], [1]])),
        tf.gather_nd(rows, [[0], [2]]), tf.gather_nd(rows, [[0, 1], [2, 0]]),
        tf.nn.embedding_lookup(tf.constant([[1.0, 2.0], [3.0, 4.0]]), tf.ragged.constant([[0], [1, 0]])),
    ]  # fmt: skip


def masked(tf):
    mask = tf.ragged.constant([[True, False, True], [], [False, True], [False]])
    dense = tf.constant([[1, 2, 3], [4, 5, 6]])
    return [
        tf.ragged.boolean_mask(_rows(tf), mask),
        tf.ragged.boolean_mask(dense, [[True, False, True], [False, False, True]]),
        tf.ragged.boolean_mask(dense, [False, True]),
        tf.ragged.boolean_mask(_rows(tf), [True, False, False, True]),
    ]


def made_dense(tf):
    rows, nested = _rows(tf), _nested(tf)
    return [
        rows.to_tensor(), rows.to_tensor(-1), rows.to_tensor(shape=[None, 2]), rows.to_tensor(shape=[6, 5]),
        nested.to_tensor(), nested.to_tensor(0, shape=[2, 2, 2]), tf.ragged.constant([["a"], []]).to_tensor("?"),
    ]  # fmt: skip


def made_sparse(tf):
    return [_rows(tf).to_sparse(), _nested(tf).to_sparse()]


def merged_dimensions(tf):
    nested = _nested(tf)
    images = tf.ragged.constant([[[1, 2], [3, 4]], [[5, 6]]], ragged_rank=1)
    return [nested.merge_dims(0, 1), nested.merge_dims(1, 2), nested.merge_dims(0, 2), images.merge_dims(1, 2)]


def ranges(tf):
    return [
        tf.ragged.range([3, 0, 2]), tf.ragged.range([0, 5, 8], [3, 3, 12]), tf.ragged.range([0, 5, 8], [3, 3, 12], 2),
        tf.ragged.range([0.0, 1.0], [1.0, 2.0], 0.5), tf.ragged.range([5, 1], [0, 1], -2),
    ]  # fmt: skip


def helpers(tf):
    return [
        tf.ragged.map_flat_values(lambda x: x * x, _rows(tf)),
        tf.ragged.row_splits_to_segment_ids([0, 3, 3, 5]),
        tf.ragged.segment_ids_to_row_splits([0, 0, 0, 2, 2]),
        tf.ragged.stack_dynamic_partitions([10, 20, 30], [1, 0, 1], 3),
        tf.size(_rows(tf)), tf.rank(_nested(tf)), tf.reverse(_rows(tf), axis=[0]), tf.reverse(_rows(tf), axis=[1]),
        tf.tile(_rows(tf), [1, 2]), tf.squeeze(tf.ragged.constant([[[1], [2]], [[3]]]), axis=2),
    ]  # fmt: skip


def strings(tf):
    words = tf.ragged.constant([["Ab", "c"], ["dE"]])
    return [
        tf.strings.lower(words), tf.strings.length(words), tf.strings.join([words, "!"]),
        tf.strings.regex_replace(words, "[A-Z]", "_"), tf.strings.split(["a b", "", "c d e"]),
        tf.strings.split(["a,b", "c"], ","), tf.strings.to_number(tf.strings.split(["1 2", "3"])),
    ]  # fmt: skip


def in_a_function(tf):
    @tf.function
    def total(rows):
        return tf.reduce_sum(rows, axis=1), rows * 2

    return [total(_rows(tf)), total(tf.ragged.constant([[1], [2, 3]])), total.experimental_get_tracing_count()]


def a_signature(tf):
    @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.int32)])
    def longest(rows):
        return tf.reduce_max(rows.row_lengths())

    return [longest(_rows(tf)), longest(tf.ragged.constant([[1], [2, 3]])), longest.experimental_get_tracing_count()]


def in_branches_and_loops(tf):
    @tf.function
    def grow(rows, times):
        for _ in tf.range(times):
            rows = tf.concat([rows, rows[:, :1]], axis=1)
        if tf.size(rows) > 10:
            rows = rows[:1]
        return rows

    return [grow(_rows(tf), tf.constant(2)), grow(_rows(tf), tf.constant(5))]


def gradients(tf):
    x = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        rows = tf.RaggedTensor.from_row_splits(x, [0, 2, 3])
        y = tf.reduce_sum(tf.reduce_sum(rows * rows, axis=1) * [1.0, 10.0]) + tf.reduce_sum(rows.to_tensor())
    return tape.gradient(y, x)


def specs(tf):
    spec = tf.RaggedTensorSpec([None, None], tf.int32)
    return [spec.is_compatible_with(_rows(tf)), spec.is_compatible_with(_nested(tf)), spec.ragged_rank]


def in_datasets(tf):
    rows = tf.data.Dataset.from_tensor_slices(_rows(tf))
    return [list(rows), list(rows.map(lambda row: tf.reduce_sum(row)))]


def rows_of_a_python_loop(tf):
    return [tf.reduce_sum(row) for row in _rows(tf)]
