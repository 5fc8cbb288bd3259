"""Configuration files, and the reader of their table."""

import pytest

from autograph.checker.configuration import configuration_of, merged, nearest_file, read_configuration
from autograph.checker.toml import read_table
from autograph.errors import UsageError

TABLE = """\
[tool.other]
x = "]["
[tool.autograph.check]  # ours
select = ["AG1", "host-clock"]
ignore = [
    "AG102",  # noise
]
strict = true
trace-probe = 'trace # or "not"'
[tool.autograph.check.per-file-ignores]
"tests/*" = ["AG101"]
[tool.after]
y = 1
"""
PATH = ("tool", "autograph", "check")


def test_a_table_becomes_settings():
    settings = configuration_of(read_table(TABLE, PATH)).settings()
    assert "AG103" in settings.codes
    assert "AG303" in settings.codes
    assert "AG102" not in settings.codes
    assert settings.strict
    assert settings.per_file_ignores == (("tests/*", frozenset({"AG101"})),)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"selct": []}, "did you mean `select`?"),
        ({"select": "AG1x"}, "no rule `AG1x`"),
        ({"select": ["trace-time-prnt"]}, "did you mean `trace-time-print`?"),
        ({"strict": 1}, "must be true or false"),
        ({"target": "jax"}, "tensorflow, autograph"),
        ({"trace-probe": "("}, "not a regular expression"),
        ({"select": 1}, "list of strings"),
    ],
)
def test_what_means_nothing_is_an_error(table, message):
    with pytest.raises(UsageError) as caught:
        configuration_of(table, "pyproject.toml").settings()
    assert message in str(caught.value)


def test_the_nearest_file_with_our_table_counts(tmp_path):
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text("[tool.autograph.check]\nselect = ['AG1']\n")
    (tmp_path / "a" / "pyproject.toml").write_text("[tool.other]\n")
    assert nearest_file(inner) == str(tmp_path / "pyproject.toml")
    assert read_configuration(nearest_file(inner)).select == ("AG1",)


def test_the_command_line_stands_over_the_file():
    configuration = configuration_of({"select": ["AG1"], "ignore": ["AG102"]})
    merged_ = merged(configuration, {"select": ("AG2",), "ignore": ("AG201",), "strict": None})
    assert merged_.select == ("AG2",)
    assert merged_.ignore == ("AG102", "AG201")


def test_a_file_that_is_not_toml_is_an_error(tmp_path):
    (tmp_path / "p.toml").write_text("[tool.autograph.check]\nselect = [,\n")
    with pytest.raises(UsageError) as caught:
        read_configuration(str(tmp_path / "p.toml"))
    assert str(tmp_path / "p.toml") in str(caught.value)
    assert "at line 2, column 11" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_does_not_have_the_table_configures_nothing():
    assert read_table("[a]\n", PATH) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[tool.autograph]\ncheck = 3", "`tool.autograph.check` must be a table, not 3"),
        ("[[tool.autograph.check]]\nselect = []", "`tool.autograph.check` must be a table, not an array"),
        ("[tool]\nautograph = 3", "`tool.autograph` must be a table, not 3"),
        ("tool.autograph = 'x'", "`tool.autograph` must be a table, not 'x'"),
        ("tool = 3  # autograph", "`tool` must be a table, not 3"),
        ("[tool.autograph.chek]\nselect = []", "did you mean [tool.autograph.check]?"),
        ("[tool]\nautograph.chek.select = []", "no table [tool.autograph.chek]"),
        ("[tool.autograph]\nselect = []", "`select` stands in [tool.autograph]"),
        ("[tool.autograph.other]", "the table is [tool.autograph.check]."),
        (b"[tool.autograph.check]\nselect = ['\xff']", "byte 34 is not UTF-8"),
        ("[tool.autograph.check]\nselect = " + "[" * 3000, "is not valid TOML"),
    ],
    ids=[
        "number", "array", "parent", "dotted", "tool", "typo", "dotted_typo", "misplaced", "unknown", "bytes", "deep",
    ],
)  # fmt: skip
def test_tables_that_mean_nothing_are_errors(text, message, tmp_path):
    path = tmp_path / "pyproject.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(UsageError) as caught:
        read_configuration(str(path))
    assert message in str(caught.value)


def test_dotted_keys_and_inline_tables_are_read():
    text = "[tool]\nautograph.check.select = ['AG1']\n[tool.x]\ny = 1\n"
    assert read_table(text, PATH) == {"select": ["AG1"]}
    text = 'tool = {autograph = {check = {strict = true}}}\n"tool.autograph" = 1\n'
    assert read_table(text, PATH) == {"strict": True}


def test_a_file_that_cannot_be_opened_is_an_error(tmp_path, monkeypatch):
    def denied(*arguments, **options):
        raise PermissionError(13, "Permission denied")

    (tmp_path / "pyproject.toml").touch()
    monkeypatch.setattr("builtins.open", denied)
    with pytest.raises(UsageError, match="Permission denied"):
        nearest_file(str(tmp_path))
