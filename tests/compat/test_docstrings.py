"""The examples in docstrings run and give what they say."""

import doctest
import importlib
import pkgutil

import numpy as np
import pytest

import autograph.compat.tensorflow

FOLDER = autograph.compat.tensorflow.__path__
MODULES = sorted(info.name for info in pkgutil.iter_modules(FOLDER, "autograph.compat.tensorflow."))


@pytest.mark.skipif(np.__version__ < "2", reason="numpy 1 writes scalars in another way")
@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name):
    assert not doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE).failed
