"""Texts, sequences and pictures as arrays; files that are fetched."""

import gzip
import hashlib
import io
import json
import pathlib
import re
import tarfile
import zipfile

import numpy as np
import pytest

from autograph import keras
from autograph.keras.preprocessing import image, sequence, text
from autograph.keras.utils import get_file

TEXTS = ["The cat sat on the mat.", "The dog! sat; on the LOG", ["Dogs", "and", "cats"], "the end"]


def test_words_are_numbered_by_how_often_they_come():
    tokenizer = text.Tokenizer()
    tokenizer.fit_on_texts(TEXTS)
    assert list(tokenizer.word_index.items())[:4] == [("the", 1), ("sat", 2), ("on", 3), ("cat", 4)]
    assert tokenizer.texts_to_sequences(["the cat flew", ["cats"]]) == [[1, 4], [tokenizer.word_index["cats"]]]
    assert tokenizer.sequences_to_texts([[1, 4, 99]]) == ["the cat"]
    assert (tokenizer.document_count, tokenizer.word_docs["the"], tokenizer.index_docs[1]) == (4, 3, 3)


def test_rare_and_unknown_words_have_a_number_on_demand():
    tokenizer = text.Tokenizer(num_words=4, oov_token="?")
    tokenizer.fit_on_texts(TEXTS)
    assert tokenizer.texts_to_sequences(["the sat cat flew"]) == [[2, 3, 1, 1]]
    assert tokenizer.sequences_to_texts([[2, 7, 1]]) == ["the ? ?"]


def test_characters_and_analyzers():
    letters = text.Tokenizer(char_level=True)
    letters.fit_on_texts(["abA"])
    assert letters.texts_to_sequences(["bA"]) == [[2, 1]]
    parted = text.Tokenizer(analyzer=lambda line: line.split("-"))
    parted.fit_on_texts(["A-b-A"])
    assert parted.word_index == {"A": 1, "b": 2}


@pytest.mark.parametrize(
    ("mode", "row"),
    [("binary", [0, 1, 1]), ("count", [0, 2, 1]), ("freq", [0, 2 / 3, 1 / 3]),
     ("tfidf", [0, (1 + np.log(2)) * np.log(1 + 4 / 4), np.log(1 + 4 / 3)])],
)  # fmt: skip
def test_a_row_for_each_text(mode, row):
    tokenizer = text.Tokenizer(num_words=3)
    tokenizer.fit_on_texts(TEXTS)
    assert np.allclose(tokenizer.texts_to_matrix(["the sat the"], mode), [row])


def test_what_cannot_be_a_row_is_refused():
    with pytest.raises(ValueError, match="Give `num_words`, or fit on some texts first"):
        text.Tokenizer().sequences_to_matrix([[1]])
    with pytest.raises(ValueError, match="`mode` is 'binary', 'count', 'freq' or 'tfidf', not 'sum'"):
        text.Tokenizer(3).sequences_to_matrix([[1]], "sum")
    with pytest.raises(ValueError, match="before using tfidf mode"):
        text.Tokenizer(3).sequences_to_matrix([[1]], "tfidf")
    with pytest.raises(TypeError, match="Unrecognized keyword arguments: {'nb': 3}"):
        text.Tokenizer(nb=3)


def test_tokenizers_are_text():
    tokenizer = text.Tokenizer(9, oov_token="?")
    tokenizer.fit_on_texts(TEXTS)
    again = text.tokenizer_from_json(tokenizer.to_json())
    assert again.get_config() == tokenizer.get_config()
    assert json.loads(tokenizer.to_json())["class_name"] == "Tokenizer"
    assert again.texts_to_matrix(TEXTS, "tfidf").tolist() == tokenizer.texts_to_matrix(TEXTS, "tfidf").tolist()


def test_hashes_of_words():
    assert text.hashing_trick("a b a", 100, "md5")[0] == int(hashlib.md5(b"a").hexdigest(), 16) % 99 + 1
    assert all(1 <= number < 5 for number in text.one_hot("some words are here", 5))


def test_sequences_are_padded_under_their_older_name():
    assert sequence.pad_sequences([[1], [2, 3]], padding="post").tolist() == [[1, 0], [2, 3]]


@pytest.mark.parametrize("name", ["text", "sequence", "image"])
def test_areas_are_found(name):
    assert getattr(keras.preprocessing, name).__name__.endswith(name)
    assert name in dir(keras.preprocessing)


def test_arrays_of_pictures():
    gray = np.arange(6, dtype=np.uint8).reshape(2, 3)
    assert image.img_to_array(gray).shape == (2, 3, 1)
    assert image.img_to_array(np.zeros((2, 3, 4)), "channels_first").shape == (4, 2, 3)
    with pytest.raises(ValueError, match="two or three axes"):
        image.img_to_array(np.zeros(3))
    for wrong, message in ((np.zeros((2, 3)), "three axes"), (np.zeros((2, 3, 2)), "1, 3 or 4 channels, not 2")):
        with pytest.raises(ValueError, match=message):
            image.array_to_img(wrong)


def test_pictures_in_files(tmp_path):
    pytest.importorskip("PIL", reason="Pillow is not installed")
    pixels = np.arange(24, dtype=np.float32).reshape(2, 4, 3)
    image.save_img(tmp_path / "p.png", pixels, scale=False)
    assert np.array_equal(image.img_to_array(image.load_img(tmp_path / "p.png")), pixels)
    small = image.load_img(tmp_path / "p.png", "grayscale", target_size=(1, 1), keep_aspect_ratio=True)
    assert (small.size, small.mode) == ((1, 1), "L")
    assert image.img_to_array(image.array_to_img(pixels)).max() == 255


# ---------------------------------------------------------------------------------------------- files


def served(directory, name, content):
    path = directory / name
    path.write_bytes(content)
    return path.as_uri()


def test_a_file_is_fetched_once(tmp_path):
    origin = served(tmp_path, "data.bin", b"first")
    path = get_file(origin=origin, cache_dir=tmp_path / "cache")
    assert path == str(tmp_path / "cache" / "datasets" / "data.bin")
    served(tmp_path, "data.bin", b"second")
    assert pathlib.Path(get_file(origin=origin, cache_dir=tmp_path / "cache")).read_bytes() == b"first"
    again = get_file(origin=origin, cache_dir=tmp_path / "cache", force_download=True)
    assert pathlib.Path(again).read_bytes() == b"second"


@pytest.mark.parametrize("kind", ["md5", "sha256"])
def test_sums_are_checked(tmp_path, kind):
    origin = served(tmp_path, "data.bin", b"content")
    right = hashlib.new(kind, b"content").hexdigest()
    path = get_file("mine.bin", origin, file_hash=right, cache_dir=tmp_path)
    pathlib.Path(path).write_bytes(b"damaged")
    assert pathlib.Path(get_file("mine.bin", origin, file_hash=right, cache_dir=tmp_path)).read_bytes() == b"content"
    with pytest.raises(ValueError, match="incomplete or damaged"):
        get_file("other.bin", origin, file_hash="0" * len(right), cache_dir=tmp_path)
    assert not (tmp_path / "datasets" / "other.bin").exists()


def archive(kind, name="inner/note.txt"):
    made = io.BytesIO()
    if kind == "zip":
        with zipfile.ZipFile(made, "w") as file:
            file.writestr(name, "hello")
    else:
        with tarfile.open(fileobj=made, mode="w:gz") as file:
            info = tarfile.TarInfo(name)
            info.size = 5
            file.addfile(info, io.BytesIO(b"hello"))
    return made.getvalue()


@pytest.mark.parametrize("kind", ["zip", "tar.gz"])
def test_archives_are_unpacked(tmp_path, kind):
    origin = served(tmp_path, f"pack.{kind}", archive(kind))
    directory = get_file(f"pack.{kind}", origin, extract=True, cache_dir=tmp_path)
    assert directory == str(tmp_path / "datasets" / "pack_extracted")
    assert (tmp_path / "datasets" / "pack_extracted" / "inner" / "note.txt").read_text() == "hello"
    unnamed = get_file(origin=origin, extract=True, cache_dir=tmp_path / "other")
    assert unnamed == str(tmp_path / "other" / "datasets" / f"pack.{kind}")


@pytest.mark.parametrize("kind", ["zip", "tar.gz"])
def test_archives_that_lead_elsewhere_are_refused(tmp_path, kind):
    origin = served(tmp_path, "pack", archive(kind, "../../escaped.txt"))
    with pytest.raises(ValueError, match="leads out of the directory"):
        get_file("pack", origin, extract=True, cache_dir=tmp_path / "a" / "b")
    assert not list(tmp_path.rglob("escaped.txt"))


def test_what_cannot_be_fetched_says_where_to_put_the_file(tmp_path, monkeypatch):
    monkeypatch.setenv("KERAS_HOME", str(tmp_path))
    missing = (tmp_path / "nowhere.npz").as_uri()
    with pytest.raises(OSError, match=re.escape(f"put the file where it is looked for: {tmp_path}")):
        get_file("mnist.npz", missing)
    with pytest.raises(ValueError, match="give its address as `origin`"):
        get_file("mnist.npz")
    with pytest.raises(ValueError, match="without a directory"):
        get_file("a/b.npz", missing)
    with pytest.raises(ValueError, match="is no archive of the kind 'auto'"):
        get_file("plain", served(tmp_path, "plain", b"text"), extract=True)


def test_digits(tmp_path, monkeypatch):
    monkeypatch.setenv("KERAS_HOME", str(tmp_path))
    (tmp_path / "datasets").mkdir()
    parts = {"x_train": np.zeros((3, 28, 28), np.uint8), "y_train": np.arange(3, dtype=np.uint8)}
    parts |= {"x_test": parts["x_train"][:1], "y_test": parts["y_train"][:1]}
    np.savez(tmp_path / "datasets" / "digits.npz", **parts)
    monkeypatch.setattr("autograph.keras.datasets.mnist._SUM", None)
    (x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data("digits.npz")
    assert (x_train.shape, y_train.tolist(), x_test.shape, y_test.tolist()) == (
        (3, 28, 28),
        [0, 1, 2],
        (1, 28, 28),
        [0],
    )


def test_clothes(tmp_path, monkeypatch):
    monkeypatch.setenv("KERAS_HOME", str(tmp_path))
    directory = tmp_path / "datasets" / "fashion-mnist"
    directory.mkdir(parents=True)
    for name, count in (("train", 2), ("t10k", 1)):
        (directory / f"{name}-labels-idx1-ubyte.gz").write_bytes(gzip.compress(bytes(8) + bytes([7] * count)))
        (directory / f"{name}-images-idx3-ubyte.gz").write_bytes(gzip.compress(bytes(16 + 784 * count)))
    (x_train, y_train), (x_test, y_test) = keras.datasets.fashion_mnist.load_data()
    assert (x_train.shape, y_train.tolist(), x_test.shape, y_test.tolist()) == ((2, 28, 28), [7, 7], (1, 28, 28), [7])


def test_what_is_not_there_is_named():
    with pytest.raises(AttributeError, match="only fashion_mnist and mnist are there"):
        keras.datasets.imdb
    with pytest.raises(AttributeError, match="it has image, sequence, text"):
        keras.preprocessing.timeseries
    assert keras.optimizers.legacy.Adam is keras.optimizers.Adam
    with pytest.raises(AttributeError, match="The older RMSprop takes other steps"):
        keras.optimizers.legacy.RMSprop
