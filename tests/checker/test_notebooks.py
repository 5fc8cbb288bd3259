"""Notebooks: cells, magics, places, fixes."""

import json

from autograph.checker.mending import mended
from autograph.checker.runner import check_content
from autograph.checker.settings import Settings

CELLS = [
    ("markdown", "# Title"),
    ("code", "%matplotlib inline\nimport tensorflow as tf\nfiles = !ls\nLOG = []"),
    ("code", "%%bash\nls ("),
    ("code", "def f(:"),
    ("code", "@tf.function\ndef step(x):\n    LOG.append(x)\n    print(x)\n    return x"),
]


def notebook(cells=CELLS):
    data = [{"cell_type": kind, "metadata": {}, "source": source.splitlines(keepends=True)} for kind, source in cells]
    return json.dumps({"cells": data, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def test_findings_have_cell_and_line():
    found = check_content(notebook(), "a.ipynb", Settings()).found
    assert [(one.code, one.cell, one.span.line) for one in found] == [("AG000", 3, 1), ("AG103", 4, 3), ("AG101", 4, 4)]


def test_names_of_other_cells_are_known():
    (found,) = (one for one in check_content(notebook(), "a.ipynb", Settings()).found if one.code == "AG103")
    assert found.related == ()  # the definition stands in another cell


def test_comments_in_cells_silence():
    cells = [*CELLS[:2], ("code", CELLS[4][1].replace("print(x)", "print(x)  # noqa: AG101"))]
    assert [one.code for one in check_content(notebook(cells), "a.ipynb", Settings()).found] == ["AG103"]


def test_fixes_change_their_cell_only():
    checked = check_content(notebook(), "a.ipynb", Settings())
    after = json.loads(mended(checked, Settings(), unsafe=True, rounds=3).text)
    sources = ["".join(cell["source"]) for cell in after["cells"]]
    assert sources[4] == CELLS[4][1].replace("print", "tf.print")
    assert sources[:4] == [source for _, source in CELLS[:4]]


def test_a_file_that_is_no_notebook_is_an_error():
    assert check_content("[]", "a.ipynb", Settings()).error
