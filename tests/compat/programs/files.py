"""Files, records, examples and lookup tables."""

import os
import tempfile


def _examples(tf):
    train = tf.train

    def example(number, words, scores=None):
        features = {
            "number": train.Feature(int64_list=train.Int64List(value=[number])),
            "words": train.Feature(bytes_list=train.BytesList(value=words)),
        }
        if scores is not None:
            features["scores"] = train.Feature(float_list=train.FloatList(value=scores))
        return train.Example(features=train.Features(feature=features)).SerializeToString()

    return [example(1, [b"a", b"b"], [0.5, 1.5]), example(2, []), example(3, [b"c"], [2.5])]


def examples_are_parsed(tf):
    features = {
        "number": tf.io.FixedLenFeature([], tf.int64),
        "words": tf.io.VarLenFeature(tf.string),
        "missing": tf.io.FixedLenFeature([2], tf.float32, default_value=[7.0, 8.0]),
        "scores": tf.io.FixedLenSequenceFeature([], tf.float32, allow_missing=True, default_value=-1.0),
    }
    parsed = tf.io.parse_example(_examples(tf), features)
    return {key: parsed[key] for key in sorted(parsed)}


def a_feature_is_ragged(tf):
    features = {"rows": tf.io.RaggedFeature(tf.string, value_key="words")}
    return tf.io.parse_example(_examples(tf), features)["rows"]


def an_example_is_parsed(tf):
    features = {
        "number": tf.io.FixedLenFeature([], tf.int64),
        "words": tf.io.VarLenFeature(tf.string),
        "scores": tf.io.FixedLenFeature([2], tf.float32),
    }
    parsed = tf.io.parse_single_example(_examples(tf)[0], features)
    return {key: parsed[key] for key in sorted(parsed)}


def records_are_written_and_parsed(tf):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "data.tfrecord")
        with tf.io.TFRecordWriter(path) as writer:
            for record in _examples(tf):
                writer.write(record)
        features = {"number": tf.io.FixedLenFeature([], tf.int64)}
        dataset = tf.data.TFRecordDataset(path).map(lambda text: tf.io.parse_single_example(text, features)["number"])
        return list(dataset.batch(2))


def messages_can_be_read(tf):
    example = tf.train.Example.FromString(_examples(tf)[0])
    features = example.features.feature
    return [features["number"].int64_list.value[0], list(features["words"].bytes_list.value)]


def files_are_written_and_read(tf):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "new", "text.txt")
        tf.io.gfile.makedirs(os.path.dirname(path))
        tf.io.write_file(path, "hello")
        with tf.io.gfile.GFile(path) as file:
            text = file.read()
        return [tf.io.read_file(path), text, tf.io.gfile.exists(path), tf.io.gfile.listdir(os.path.dirname(path))]


def bytes_are_numbers(tf):
    return [
        tf.io.decode_raw([b"\x01\x00\x02\x00", b"\x03\x00\x04\x00"], tf.int16),
        tf.io.decode_raw(b"\x00\x01", tf.int16, little_endian=False),
        tf.io.decode_raw([b"\x01", b"\x01\x02\x03"], tf.uint8, fixed_length=2),
    ]


def lines_have_columns(tf):
    return [
        tf.io.decode_csv(["1,2.5,a", ",,"], [[7], [8.5], [""]]),
        tf.io.decode_csv(["1|2|3"], [0, 0], field_delim="|", select_cols=[0, 2]),
        tf.io.decode_csv('"a,b",NA', [["x"], ["y"]], na_value="NA"),
    ]


def tensors_are_serialised(tf):
    texts = [tf.io.serialize_tensor(x) for x in (tf.constant([[1, 2]]), tf.constant(["a", "b"]))]
    return [tf.io.parse_tensor(texts[0], tf.int32), tf.io.parse_tensor(texts[1], tf.string)]


def base64_and_back(tf):
    texts = tf.constant(["hello?", "a"])
    coded = tf.io.encode_base64(texts)
    return [coded, tf.io.encode_base64(texts, pad=True), tf.io.decode_base64(coded)]


def hashes(tf):
    return tf.strings.to_hash_bucket_fast(["", "a", "Hello", "x" * 20, "y" * 40, "z" * 100, "w" * 200], 1000003)


def a_static_table(tf):
    table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2]), -1)
    looked_up = table.lookup(tf.constant([["a", "c"], ["b", "a"]]))
    keys, values = table.export()
    return [looked_up, table.size(), sorted(keys.numpy().tolist()), sorted(values.numpy().tolist())]


def a_table_of_sparse_and_ragged_keys(tf):
    table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2]), -1)
    return [table.lookup(tf.ragged.constant([["a"], ["b", "z"]])), table.lookup(tf.SparseTensor([[1]], ["b"], [3]))]


def a_vocabulary(tf):
    words = tf.lookup.KeyValueTensorInitializer(["a", "b"], tf.constant([0, 1], tf.int64))
    table = tf.lookup.StaticVocabularyTable(words, num_oov_buckets=3)
    return [table.lookup(tf.constant(["a", "b", "other", "words", "here"])), table.size()]


def a_vocabulary_file(tf):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "words.txt")
        with open(path, "w") as file:
            file.write("one\ntwo\nthree\n")
        index = tf.lookup.TextFileIndex
        initializer = tf.lookup.TextFileInitializer(path, tf.string, index.WHOLE_LINE, tf.int64, index.LINE_NUMBER)
        table = tf.lookup.StaticHashTable(initializer, -1)
        return table.lookup(tf.constant(["two", "four"]))


def a_mutable_table(tf):
    table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
    table.insert(tf.constant(["a", "b"]), tf.constant([1, 2], tf.int64))
    table.insert(tf.constant(["b"]), tf.constant([5], tf.int64))
    table.remove(tf.constant(["a"]))
    return [table.lookup(tf.constant(["a", "b"])), table.size()]


def a_table_in_a_function(tf):
    table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer([1, 2], [10.0, 20.0]), 0.0)

    @tf.function
    def total(keys):
        result = 0.0
        for key in keys:
            result += table.lookup(key)
        return result

    return total(tf.constant([1, 2, 3, 2]))


def a_table_in_a_graph(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a"], [1]), -1)
        found = table.lookup(tf.constant(["a", "b"]))
        with v1.Session() as session:
            try:
                session.run(found)
                before = "no error"
            except tf.errors.FailedPreconditionError:
                before = "not initialized"
            session.run(v1.tables_initializer())
            return [before, session.run(found)]
