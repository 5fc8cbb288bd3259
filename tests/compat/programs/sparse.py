"""Sparse tensors and slices of tensors."""


def _matrix(tf, dtype=None):
    values = tf.constant([5, 7, 9], dtype or tf.int32)
    return tf.SparseTensor([[0, 1], [1, 0], [1, 2]], values, [2, 3])


def parts_and_properties(tf):
    matrix = _matrix(tf)
    return [matrix.indices, matrix.values, matrix.dense_shape, matrix.shape.as_list(), matrix.dtype.name]


def dense_and_back(tf):
    dense = tf.constant([[0, 5, 0], [7, 0, 9]])
    return [tf.sparse.from_dense(dense), tf.sparse.to_dense(_matrix(tf)), tf.sparse.to_dense(_matrix(tf), -1)]


def strings(tf):
    words = tf.SparseTensor([[0], [2]], ["a", "b"], [3])
    return [tf.sparse.to_dense(words), tf.sparse.to_dense(words, "?"), tf.sparse.from_dense(["", "x"])]


def elements_are_put_in_order(tf):
    mixed = tf.SparseTensor([[1, 0], [0, 1], [0, 0]], [1, 2, 3], [2, 2])
    return [tf.sparse.reorder(mixed), tf.sparse.to_dense(tf.sparse.reorder(mixed))]


def sums(tf):
    matrix = _matrix(tf, tf.float32)
    other = tf.SparseTensor([[0, 0], [1, 2]], [1.0, -9.0], [2, 3])
    return [
        tf.sparse.add(matrix, other), tf.sparse.add(matrix, other, 0.5), tf.sparse.add(matrix, tf.ones([2, 3])),
        tf.sparse.add(tf.ones([2, 3]), matrix), tf.sparse.maximum(matrix, other), tf.sparse.minimum(matrix, other),
    ]  # fmt: skip


def products(tf):
    matrix = _matrix(tf, tf.float32)
    dense = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    return [
        tf.sparse.sparse_dense_matmul(matrix, dense),
        tf.sparse.sparse_dense_matmul(matrix, tf.transpose(dense), adjoint_b=True),
        tf.sparse.sparse_dense_matmul(matrix, tf.ones([2, 1]), adjoint_a=True),
        tf.sparse.sparse_dense_matmul(tf.ones([1, 2]), matrix),
        matrix * tf.constant([[1.0], [10.0]]), matrix / tf.constant([2.0, 1.0, 3.0]), matrix * 2.0,
    ]  # fmt: skip


def reductions(tf):
    matrix = _matrix(tf)
    return [
        tf.sparse.reduce_sum(matrix), tf.sparse.reduce_sum(matrix, 1), tf.sparse.reduce_sum(matrix, 0, keepdims=True),
        tf.sparse.reduce_max(matrix, 1), tf.sparse.reduce_sum(matrix, [0, 1]), tf.sparse.reduce_sum(matrix, -1),
        tf.sparse.reduce_sum(matrix, 1, output_is_sparse=True),
    ]  # fmt: skip


def functions_of_elements(tf):
    matrix = _matrix(tf, tf.float32)
    return [
        tf.abs(matrix), tf.cast(matrix, tf.int32), tf.square(matrix), tf.negative(matrix),
        tf.sparse.map_values(tf.add, matrix, 1.0), tf.sparse.softmax(matrix), tf.shape(matrix), tf.size(matrix),
        tf.rank(matrix),
    ]  # fmt: skip


def other_shapes(tf):
    matrix = _matrix(tf)
    return [
        tf.sparse.reshape(matrix, [3, 2]), tf.sparse.reshape(matrix, [-1]), tf.sparse.expand_dims(matrix, 0),
        tf.sparse.expand_dims(matrix, -1), tf.sparse.transpose(matrix), tf.sparse.transpose(matrix, [1, 0]),
        tf.sparse.reset_shape(matrix, [4, 4]), tf.sparse.reset_shape(matrix),
    ]  # fmt: skip


def joined_and_cut(tf):
    matrix = _matrix(tf)
    return [
        tf.sparse.concat(0, [matrix, matrix]), tf.sparse.concat(1, [matrix, matrix]),
        tf.sparse.slice(matrix, [0, 1], [2, 2]), tf.sparse.split(sp_input=matrix, num_split=2, axis=1),
        tf.sparse.concat(0, [matrix, tf.sparse.expand_dims(tf.SparseTensor([[0]], [1], [1]), 0)], True),
    ]  # fmt: skip


def selections(tf):
    matrix = _matrix(tf)
    filled, empty = tf.sparse.fill_empty_rows(tf.SparseTensor([[0, 1], [2, 0]], [1, 2], [4, 2]), -1)
    return [
        tf.sparse.retain(matrix, [True, False, True]), filled, empty, tf.sparse.eye(2, 3),
        tf.sparse.to_indicator(tf.SparseTensor([[0, 0], [0, 1], [1, 0]], [1, 3, 0], [2, 2]), 4),
    ]  # fmt: skip


def counts(tf):
    return [tf.sparse.bincount([1, 1, 3]), tf.sparse.bincount([[1, 1, 0], [2, 0, 2]], axis=-1)]


def in_a_function(tf):
    @tf.function
    def double(matrix):
        return matrix * 2.0, tf.sparse.reduce_sum(matrix, 1)

    first = double(_matrix(tf, tf.float32))
    other = tf.SparseTensor([[2, 0]], [1.0], [3, 1])
    return [first, double(other)]


def a_signature(tf):
    @tf.function(input_signature=[tf.SparseTensorSpec([None, None], tf.float32)])
    def total(matrix):
        return tf.sparse.reduce_sum(matrix)

    return [total(_matrix(tf, tf.float32)), total(tf.SparseTensor([[2, 0]], [1.0], [3, 1]))]


def in_a_loop(tf):
    @tf.function
    def grow(vector, times):
        for _ in tf.range(times):
            vector = tf.sparse.add(vector, vector)
        return vector

    return grow(tf.SparseTensor([[1]], [1], [3]), tf.constant(3))


def gradients(tf):
    x = tf.constant([5.0, 7.0, 9.0])
    dense = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    places, sizes = [[0, 1], [1, 0], [1, 2]], [2, 3]
    with tf.GradientTape() as tape:
        tape.watch([x, dense])
        matrix = tf.SparseTensor(places, x, sizes)
        y = tf.reduce_sum(tf.sparse.sparse_dense_matmul(matrix, dense) ** 2)
        y += tf.reduce_sum(tf.sparse.reduce_sum(matrix, 1) * [1.0, 10.0])
        y += tf.reduce_sum(tf.sparse.to_dense(matrix) * [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    return tape.gradient(y, [x, dense])


def gradients_of_sums(tf):
    x, y = tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0])
    with tf.GradientTape() as tape:
        tape.watch([x, y])
        total = tf.sparse.add(tf.SparseTensor([[0], [2]], x, [4]), tf.SparseTensor([[2], [3]], y, [4]))
        z = tf.reduce_sum(total.values**2)
    return tape.gradient(z, [x, y])


def slices_of_a_tensor(tf):
    slices = tf.IndexedSlices(tf.constant([[1.0], [2.0], [4.0]]), tf.constant([0, 2, 0]), tf.constant([3, 1]))
    return [tf.convert_to_tensor(slices), slices.values, slices.indices, slices.shape.as_list()]


def in_datasets(tf):
    rows = tf.data.Dataset.from_tensors(_matrix(tf))
    return [list(rows), list(rows.map(lambda row: tf.sparse.reduce_sum(row)))]


def split_strings_of_version_1(tf):
    parts = tf.compat.v1.string_split(["a b", "c"])
    return [parts.indices, parts.values, parts.dense_shape]
