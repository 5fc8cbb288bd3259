"""Texts and what is defined in them."""

import pytest

from autograph.errors import ConversionError
from autograph.syntax.document import Document

TEXT = """
class A:
    @deco
    def m(self):
        def inner(): return lambda: 0
        class B:
            def n(self): ...
    k = lambda: 1
def f(x=lambda: 2): ...
"""


def test_every_definition_is_found_with_its_name_and_class():
    found = [(item.qualname, item.class_name, item.first_line) for item in Document(TEXT, "f").definitions]
    assert found == [
        ("A", None, 2),
        ("A.m", "A", 3),
        ("A.m.<locals>.inner", "A", 5),
        ("A.m.<locals>.inner.<locals>.<lambda>", "A", 5),
        ("A.m.<locals>.B", "A", 6),
        ("A.m.<locals>.B.n", "B", 7),
        ("A.<lambda>", "A", 8),
        ("f", None, 9),
        ("<lambda>", None, 9),
    ]


def test_line_ends_of_every_system_are_read_alike():
    assert Document("\ufeffx = 1\r\ny = 2\rz = 3\n", "f").text == "x = 1\ny = 2\nz = 3\n"


def test_lines_are_not_split_at_form_feeds():
    assert Document("x = 1\n\x0c\ny = '\x0b\u2028'\n", "f").lines[2].startswith("y")


def test_text_that_is_not_python_shows_where():
    with pytest.raises(ConversionError) as caught:
        Document("x = 1\ny = (\n", "f.py")
    assert str(caught.value) == "f.py:2:5: not valid Python: '(' was never closed\n  2 | y = (\n    |     ^"


def test_null_bytes_are_refused():
    with pytest.raises(ConversionError, match="not valid Python"):
        Document("x = '\0'", "f.py")
