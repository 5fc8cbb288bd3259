"""Lookup tables: what is refused, and how they go through graphs."""

import pytest

import runtime as rt
from runtime.lookup import (
    KeyValueTensorInitializer,
    MutableHashTable,
    StaticHashTable,
    StaticVocabularyTable,
    TextFileIndex,
    TextFileInitializer,
)


@pytest.fixture
def table():
    return StaticHashTable(KeyValueTensorInitializer(["a", "b"], [1, 2]), default_value=-1)


def test_keys_of_another_dtype_are_refused(table):
    with pytest.raises(rt.errors.DTypeError, match="must be string, received: int32"):
        table.lookup([1, 2])


def test_a_key_has_one_value():
    with pytest.raises(rt.errors.InvalidArgumentError, match="different value for same key"):
        StaticHashTable(KeyValueTensorInitializer(["a", "a"], [1, 2]), -1)


def test_keys_and_values_are_as_many():
    with pytest.raises(rt.errors.InvalidArgumentError, match="differ"):
        StaticHashTable(KeyValueTensorInitializer(["a", "b"], [1]), -1)


def test_an_eager_table_is_of_use_in_a_graph(table):
    with rt.Graph().as_default(), rt.Session() as session:
        assert session.run(table[rt.constant(["b", "c"])]).tolist() == [2, -1]


def test_a_file_must_be_long_enough(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("one\ntwo\n")
    kinds = (rt.string, TextFileIndex.WHOLE_LINE, rt.int64, TextFileIndex.LINE_NUMBER)
    with pytest.raises(rt.errors.InvalidArgumentError, match="expected 3 but got 2"):
        StaticHashTable(TextFileInitializer(str(path), *kinds, vocab_size=3), -1)
    with pytest.raises(rt.errors.NotFoundError, match="nowhere"):
        StaticHashTable(TextFileInitializer("nowhere", *kinds), -1)


def test_columns_of_a_file_are_keys_and_values(tmp_path):
    path = tmp_path / "pairs.txt"
    path.write_text("1,0.5\n2,1.5\n")
    initializer = TextFileInitializer(str(path), rt.int64, 0, rt.float32, 1, delimiter=",")
    table = StaticHashTable(initializer, 0.0)
    assert table.lookup(rt.constant([2, 3], rt.int64)).tolist() == [1.5, 0.0]


def test_a_vocabulary_needs_buckets():
    with pytest.raises(ValueError, match="must be > 0"):
        StaticVocabularyTable(None, 0)


def test_a_vocabulary_may_have_no_words():
    table = StaticVocabularyTable(None, 5)
    assert int(table.size()) == 5
    assert 0 <= int(table.lookup("anything")) < 5


def test_numbers_are_words_too():
    words = KeyValueTensorInitializer(rt.constant([10, 20], rt.int64), rt.constant([0, 1], rt.int64))
    found = StaticVocabularyTable(words, 2).lookup(rt.constant([20, 30], rt.int64)).tolist()
    assert found[0] == 1
    assert found[1] in (2, 3)


def test_each_session_has_its_own_table():
    with rt.Graph().as_default():
        table = MutableHashTable("string", "int64", -1)
        insert, find = table.insert(["a"], [1]), table.lookup(["a"])
        first, second = rt.Session(), rt.Session()
        first.run(insert)
        assert [int(session.run(find)[0]) for session in (first, second)] == [1, -1]


def test_a_function_may_change_a_table():
    table = MutableHashTable("string", "int64", -1)

    @rt.function
    def put(key, value):
        table.insert(key, value)
        return table.lookup(key)

    assert put(rt.constant(["x"]), rt.constant([7], rt.int64)).tolist() == [7]
    keys, values = table.export()
    assert (keys.tolist(), values.tolist()) == ([b"x"], [7])
