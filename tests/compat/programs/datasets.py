"""Pipelines of `tf.data`."""

import numpy as np


def _all(dataset, count=60):
    return list(dataset.take(count))


def a_range_is_mapped(tf):
    return _all(tf.data.Dataset.range(2, 11, 3).map(lambda n: n * n))


def lambdas_with_tensor_conditions_are_converted(tf):
    return _all(tf.data.Dataset.range(6).map(lambda n: n if n % 2 == 0 else -n))


def functions_with_loops_are_converted(tf):
    def next_even(n):
        even = tf.constant(0, tf.int64)
        while even < n:
            even += 2
        return even

    return _all(tf.data.Dataset.range(6).map(next_even).filter(lambda n: n > 2 and n < 6))


def a_seeded_shuffle(tf):
    return _all(tf.data.Dataset.range(10).shuffle(4, seed=1))


def each_run_of_a_shuffle_has_its_own_order(tf):
    numbers = tf.data.Dataset.range(10).shuffle(10, seed=7)
    return [_all(numbers), _all(numbers)]


def a_shuffle_may_keep_its_order(tf):
    numbers = tf.data.Dataset.range(10).shuffle(100, seed=7, reshuffle_each_iteration=False)
    return [_all(numbers), _all(numbers)]


def a_shuffle_takes_the_global_seed(tf):
    tf.random.set_seed(5)
    return _all(tf.data.Dataset.range(10).shuffle(3))


def a_shuffle_is_repeated(tf):
    return _all(tf.data.Dataset.range(5).shuffle(5, seed=3).repeat(3))


def repetitions_are_shuffled_and_batched(tf):
    return _all(tf.data.Dataset.range(5).repeat(3).shuffle(5, seed=3).batch(4))


def windows_of_all_kinds(tf):
    kinds = [(3,), (3, 1), (3, 2, 2), (2, 4), (3, 1, 1, True), (3, 5, 2), (2, 1, 3, True)]
    return [[list(window) for window in tf.data.Dataset.range(7).window(*kind)] for kind in kinds]


def windows_become_batches(tf):
    return _all(tf.data.Dataset.range(4).window(2).flat_map(lambda window: window.batch(2)))


def datasets_are_interleaved(tf):
    def interleaved(length, cycle, block):
        return tf.data.Dataset.range(5).interleave(lambda n: tf.data.Dataset.range(n, n + length), cycle, block)

    return [_all(interleaved(*kind)) for kind in np.ndindex(4, 4, 4) if min(kind) > 0]


def cardinalities(tf):
    numbers = tf.data.Dataset.range
    datasets = [
        numbers(7).batch(3),
        numbers(7).batch(3, drop_remainder=True),
        numbers(3).repeat(),
        numbers(3).repeat(2),
        numbers(5).filter(lambda n: n > 1),
        numbers(5).skip(2),
        numbers(5).take(9),
        numbers(3).repeat().take(4),
        numbers(3).concatenate(numbers(2)),
        tf.data.Dataset.zip((numbers(3), numbers(9).repeat())),
        numbers(7).window(3, 2),
        numbers(7).window(3, 2, 1, True),
        numbers(7).shard(3, 1),
        numbers(4).batch(2).unbatch(),
        numbers(5).take(-1),
        numbers(5).flat_map(lambda n: numbers(2)),
        numbers(3).shuffle(2),
        numbers(3).cache().prefetch(2),
        tf.data.Dataset.from_generator(lambda: [1], tf.int32),
    ]
    return [dataset.cardinality() for dataset in datasets]


def lengths(tf):
    return [len(tf.data.Dataset.range(5)), len(tf.data.Dataset.range(5).batch(2))]


def batches_are_padded(tf):
    return _all(tf.data.Dataset.range(1, 5).map(lambda n: tf.fill([n], n)).padded_batch(3))


def padding_has_shapes_and_values(tf):
    rows = tf.data.Dataset.range(1, 5).map(lambda n: (tf.fill([n], n), tf.strings.as_string(n)))
    fillers = (tf.constant(-1, tf.int64), "?")
    return _all(rows.padded_batch(2, padded_shapes=([5], []), padding_values=fillers))


def dictionaries_are_sliced_and_batched(tf):
    return _all(tf.data.Dataset.from_tensor_slices({"x": [1, 2, 3], "y": ["a", "b", "c"]}).batch(2))


def dictionaries_are_mapped(tf):
    numbers = tf.data.Dataset.from_tensor_slices({"a": [1, 2]})
    return _all(numbers.map(lambda row: {"b": row["a"] + 1, "c": (row["a"],)}))


def a_list_that_a_function_returns_is_a_tensor(tf):
    return _all(tf.data.Dataset.range(3).map(lambda n: [n, n + 1]))


def a_reduction_over_a_structure(tf):
    start = (np.int64(0), np.int64(1))
    return tf.data.Dataset.range(5).reduce(start, lambda state, n: (state[0] + n, state[1] * 2))


def a_scan(tf):
    return _all(tf.data.Dataset.range(5).scan(np.int64(1), lambda total, n: (total + n, total * n)))


def elements_are_numbered(tf):
    return _all(tf.data.Dataset.from_tensor_slices([5, 6]).enumerate(3))


def a_generator_of_tuples(tf):
    return _all(tf.data.Dataset.from_generator(lambda: iter([(1, "a"), (2, "b")]), (tf.int32, tf.string)))


def a_generator_with_arguments(tf):
    def rows(stop):
        for i in range(stop):
            yield {"k": i, "v": [float(i)] * i}

    signature = {"k": tf.TensorSpec([], tf.int64), "v": tf.TensorSpec([None], tf.float32)}
    return _all(tf.data.Dataset.from_generator(rows, args=[3], output_signature=signature))


def a_generator_is_repeated(tf):
    return _all(tf.data.Dataset.from_generator(lambda: iter(range(3)), tf.int32).repeat(2))


def the_beginning_is_taken(tf):
    return _all(tf.data.Dataset.range(6).take_while(lambda n: n < 3))


def repetitions_are_left_out(tf):
    return _all(tf.data.Dataset.from_tensor_slices([1, 2, 1, 3, 2]).unique())


def a_cache_is_filled_once(tf):
    runs = []

    def rows():
        runs.append(1)
        yield from range(3)

    cached = tf.data.Dataset.from_generator(rows, tf.int32).cache()
    return [_all(cached, 9), _all(cached, 9), len(runs)]


def elements_are_grouped(tf):
    return _all(tf.data.Dataset.range(10).group_by_window(lambda n: n % 3, lambda key, rows: rows.batch(10), 2))


def sequences_go_into_buckets(tf):
    rows = [[0], [1, 2, 3, 4], [5, 6, 7], [7, 8, 9, 10, 11], [13, 14, 15, 16, 19, 20], [21, 22]]
    sequences = tf.data.Dataset.from_generator(lambda: rows, tf.int32, output_shapes=[None])
    return _all(sequences.bucket_by_sequence_length(lambda row: tf.shape(row)[0], [3, 5], [2, 2, 2]))


def datasets_are_chosen_from(tf):
    choice = tf.data.Dataset.from_tensor_slices(np.array([0, 1, 1, 0, 0, 0, 1, 1], np.int64))
    sources = [tf.data.Dataset.range(3), tf.data.Dataset.range(10, 13)]
    return _all(tf.data.Dataset.choose_from_datasets(sources, choice, stop_on_empty_dataset=False))


def structures_are_zipped(tf):
    letters = tf.data.Dataset.from_tensor_slices(["x", "y", "z"])
    pair = (tf.data.Dataset.range(5, 7), letters)
    return _all(tf.data.Dataset.zip({"a": tf.data.Dataset.range(3), "b": pair}))


def rows_become_datasets(tf):
    rows = tf.data.Dataset.from_tensor_slices([[1, 2], [3, 4]])
    return _all(rows.flat_map(lambda row: tf.data.Dataset.from_tensor_slices(row)))


def a_shard_and_a_rebatch(tf):
    return [_all(tf.data.Dataset.range(10).shard(3, 1)), _all(tf.data.Dataset.range(7).batch(3).rebatch(2))]


def strings_are_mapped(tf):
    return _all(tf.data.Dataset.from_tensor_slices(["ab", "c"]).map(tf.strings.upper).batch(2))


def random_numbers(tf):
    return _all(tf.data.Dataset.random(seed=4), 4)


def failing_elements_are_ignored(tf):
    numbers = tf.data.Dataset.from_tensor_slices([1.0, 0.0, 2.0])
    return _all(numbers.map(lambda x: tf.debugging.check_numerics(1.0 / x, "bad")).ignore_errors())


def a_function_sees_the_present_value_of_a_variable(tf):
    factor = tf.Variable(3, dtype=tf.int64)
    products = tf.data.Dataset.range(3).map(lambda n: n * factor)
    before = _all(products)
    factor.assign(5)
    return [before, _all(products)]


def an_iterator_ends(tf):
    numbers = iter(tf.data.Dataset.range(1))
    first = next(numbers)
    try:
        numbers.get_next()
    except tf.errors.OutOfRangeError:
        return [first, next(numbers, None)]


def an_element_may_be_missing(tf):
    numbers = iter(tf.data.Dataset.range(1))
    there, gone = numbers.get_next_as_optional(), numbers.get_next_as_optional()
    return [there.has_value(), there.get_value(), gone.has_value()]


def numpy_elements(tf):
    return list(tf.data.Dataset.range(3).batch(2).as_numpy_iterator())


def a_function_makes_a_dataset_and_loops_over_it(tf):
    @tf.function
    def doubled_sum(n):
        total = tf.constant(0, tf.int64)
        for number in tf.data.Dataset.range(n).map(lambda x: x * 2):
            total += number
        return total

    return [doubled_sum(tf.constant(4, tf.int64)), doubled_sum(tf.constant(0, tf.int64))]


def a_function_numbers_batches(tf):
    batches = tf.data.Dataset.from_tensor_slices(([1, 2, 3], [10.0, 20.0, 30.0])).batch(2)

    @tf.function
    def weighted(dataset):
        total = 0.0
        for i, (a, b) in enumerate(dataset):
            total += tf.reduce_sum(tf.cast(a, tf.float32) * b) * (tf.cast(i, tf.float32) + 1.0)
        return total

    return weighted(batches)


def a_function_advances_an_iterator(tf):
    numbers = iter(tf.data.Dataset.range(100))

    @tf.function
    def add(iterator, count):
        total = tf.constant(0, tf.int64)
        for _ in tf.range(count):
            total += next(iterator)
        return total

    return [add(numbers, tf.constant(3)), add(numbers, tf.constant(3))]


def a_loop_over_a_dataset_breaks_and_continues(tf):
    @tf.function
    def some():
        total = tf.constant(0, tf.int64)
        for number in tf.data.Dataset.range(10):
            if number > 3:
                break
            if number == 2:
                continue
            total += number
        return total

    return some()


def epochs_of_a_dataset(tf):
    pairs = tf.data.Dataset.from_tensor_slices(([2, 4], [7, 1]))

    @tf.function
    def run(epochs):
        total = tf.constant(0)
        for _ in tf.range(epochs):
            for x, y in pairs:
                total += x * y
        return total

    return run(tf.constant(3))


def a_model_learns_from_a_dataset(tf):
    slope = tf.Variable(0.0)
    points = tf.data.Dataset.from_tensor_slices(([1.0, 2.0, 3.0], [2.0, 4.0, 6.0])).repeat(5)

    @tf.function
    def train(dataset):
        for x, y in dataset:
            with tf.GradientTape() as tape:
                loss = tf.square(slope * x - y)
            slope.assign_sub(0.05 * tape.gradient(loss, slope))

    train(points)
    return slope


def a_function_returns_a_dataset(tf):
    @tf.function
    def squares(n):
        return tf.data.Dataset.range(n).map(lambda x: x * x)

    return _all(squares(tf.constant(4, tf.int64)))


def iterators_of_a_graph(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        once = v1.data.make_one_shot_iterator(tf.data.Dataset.range(3)).get_next()
        limit = v1.placeholder(tf.int64, [])
        iterator = v1.data.make_initializable_iterator(tf.data.Dataset.range(limit).map(lambda x: x * x))
        square = iterator.get_next()
        with v1.Session() as session:
            seen = [session.run(once) for _ in range(3)]
            try:
                session.run(once)
            except tf.errors.OutOfRangeError:
                seen.append("end")
            for stop in (3, 2):
                session.run(iterator.initializer, {limit: stop})
                seen += [session.run(square) for _ in range(stop)]
    return seen


def an_iterator_of_a_structure_changes_its_dataset(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        train, test = tf.data.Dataset.range(2), tf.data.Dataset.range(10, 12)
        iterator = v1.data.Iterator.from_structure(tf.int64, [])
        element = iterator.get_next()
        starts = [iterator.make_initializer(dataset) for dataset in (train, test)]
        seen = []
        with v1.Session() as session:
            for start in starts:
                session.run(start)
                seen += [session.run(element), session.run(element)]
    return seen
