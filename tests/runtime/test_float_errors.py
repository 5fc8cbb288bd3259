"""Silence for floating point errors, and numpy's state as it was afterwards."""

import numpy as np
import pytest

from runtime.float_errors import SILENT, restore, silence


@pytest.mark.parametrize("state", ["raise", "warn", "ignore"])
def test_silence_holds_until_it_is_taken_back(state):
    with np.errstate(all=state):
        before = np.geterr()
        previous = silence(SILENT)
        try:
            assert set(np.geterr().values()) == {"ignore"}
            assert np.float32(1) / np.float32(0) == np.inf
        finally:
            restore(previous)
        assert np.geterr() == before


def test_silence_nests():
    with np.errstate(all="raise"):
        outer = silence(SILENT)
        restore(silence(SILENT))
        assert np.float32(1) / np.float32(0) == np.inf
        restore(outer)
        assert np.geterr()["divide"] == "raise"
