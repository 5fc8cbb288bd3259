"""Tokenizers and pictures against those of TensorFlow's Keras."""

import numpy as np
import pytest

from autograph.keras import preprocessing

tf = pytest.importorskip("tensorflow", reason="TensorFlow is not installed: pip install tensorflow-cpu")
pytestmark = pytest.mark.interop

TEXTS = ["The cat sat on the mat.", "The dog! sat; on the LOG", ["Dogs", "and", "cats"], "the end\tof it"]


@pytest.mark.parametrize("mode", ["binary", "count", "freq", "tfidf"])
@pytest.mark.parametrize(
    "options", [{}, {"num_words": 4}, {"oov_token": "?"}, {"num_words": 5, "oov_token": "?"}, {"lower": False},
                {"char_level": True}, {"filters": "t", "split": "e"}], ids=repr)  # fmt: skip
def test_tokenizers(options, mode):
    mine, theirs = preprocessing.text.Tokenizer(**options), tf.keras.preprocessing.text.Tokenizer(**options)
    for tokenizer in (mine, theirs):
        tokenizer.fit_on_texts(TEXTS)
    asked = [*TEXTS, "a new cat", ""]
    assert mine.word_index == theirs.word_index
    assert mine.texts_to_sequences(asked) == theirs.texts_to_sequences(asked)
    assert mine.sequences_to_texts([[1, 2, 3], [99]]) == theirs.sequences_to_texts([[1, 2, 3], [99]])
    np.testing.assert_allclose(mine.texts_to_matrix(asked, mode), theirs.texts_to_matrix(asked, mode))
    read = tf.keras.preprocessing.text.tokenizer_from_json(mine.to_json())
    assert read.texts_to_sequences(asked) == theirs.texts_to_sequences(asked)


def test_hashes():
    words = "to be or not to be"
    theirs = tf.keras.preprocessing.text.hashing_trick(words, 50, "md5")
    assert preprocessing.text.hashing_trick(words, 50, "md5") == theirs


@pytest.mark.parametrize("channels", [1, 3, 4])
@pytest.mark.parametrize("scale", [True, False])
def test_pictures(channels, scale):
    pixels = np.random.RandomState(0).randint(0, 256, (4, 5, channels)).astype(np.float32)
    mine, theirs = (k.image.array_to_img(pixels, scale=scale) for k in (preprocessing, tf.keras.preprocessing))
    assert mine.mode == theirs.mode
    assert np.array_equal(
        *(k.image.img_to_array(p) for k, p in ((preprocessing, mine), (tf.keras.preprocessing, theirs)))
    )


@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("interpolation", ["nearest", "bilinear", "lanczos"])
def test_pictures_from_files(tmp_path, interpolation, keep):
    path = str(tmp_path / "p.png")
    preprocessing.image.save_img(path, np.random.RandomState(0).rand(9, 7, 3))
    options = {"target_size": (4, 5), "interpolation": interpolation, "keep_aspect_ratio": keep}
    mine, theirs = (k.image.load_img(path, **options) for k in (preprocessing, tf.keras.preprocessing))
    assert np.array_equal(np.asarray(mine), np.asarray(theirs))
