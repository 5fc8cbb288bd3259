"""Notebooks: cells, magics, places, fixes."""

import json

import pytest

from autograph.checker.mending import mended
from autograph.checker.runner import Checked, check_content
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


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "line 1, column 1 is not JSON"),
        ("{\n'a'", "line 2, column 1 is not JSON"),
        ("[" * 100_000, "it is too deeply nested"),
        ("[]", "it has no list of cells"),
        ("3", "it has no list of cells"),
        ("null", "it has no list of cells"),
        ("{}", "it has no list of cells"),
        ('{"cells": {}}', "it has no list of cells"),
        ('{"cells": "abc"}', "it has no list of cells"),
        ('{"worksheets": []}', "it has no list of cells"),
        ('{"worksheets": [3]}', "it has no list of cells"),
        ('{"worksheets": {"cells": []}}', "it has no list of cells"),
        ('{"cells": [{}, 3]}', "its cell 2 is no object"),
        ('{"cells": [{"source": 3}]}', "the source of its cell 1 is no text"),
        ('{"cells": [{"cell_type": "code", "source": null}]}', "the source of its cell 1 is no text"),
        ('{"cells": [{"cell_type": "code", "source": ["a", 3]}]}', "the source of its cell 1 is no text"),
        ('{"worksheets": [{"cells": [{"cell_type": "code", "input": 3}]}]}', "the source of its cell 1 is no text"),
    ],
    ids=[
        "empty", "quotes", "deep", "list", "number", "null", "object", "dict", "text", "no_sheet", "sheet", "sheets",
        "cell", "source", "none", "line", "input",
    ],
)  # fmt: skip
def test_a_file_that_is_no_notebook_is_an_error(content, why):
    assert check_content(content, "a.ipynb", Settings()).error == f"a.ipynb is not a notebook: {why}"


def test_a_notebook_without_cells_is_clean():
    assert check_content('{"cells": []}', "a.ipynb", Settings()) == Checked("a.ipynb", '{"cells": []}')
