"""The commands `check` and `rule`, as a user calls them."""

import io
import json
import sys

import pytest

from autograph.cli import main  # noqa: TID251

CLEAN = "import tensorflow as tf\n@tf.function\ndef f(x):\n    return x\n"
PRINTS = "import tensorflow as tf\n@tf.function\ndef f(x):\n    print(x)\n    return x\n"
OLD = "import tensorflow as tf\n@tf.function(experimental_compile=True)\ndef f(x):\n    return x\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(*arguments):
    return main(["check", *arguments])


def test_a_clean_file_exits_with_0(folder, capsys):
    (folder / "a.py").write_text(CLEAN)
    assert check("a.py") == 0
    assert capsys.readouterr().out == "All checks passed!\n"


def test_findings_exit_with_1(folder, capsys):
    (folder / "a.py").write_text(PRINTS)
    assert check("a.py", "--output-format", "concise") == 1
    assert capsys.readouterr().out.startswith("a.py:4:5: AG101")
    assert check("a.py", "--exit-zero") == 0


def test_information_alone_exits_with_0(folder, capsys):
    (folder / "a.py").write_text(PRINTS.replace("print(x)", "print('tracing')"))
    assert check("a.py") == 0
    assert "AG101" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments", [["missing.py"], ["--select", "AG9x"], ["--config", "missing.toml"], ["--nonsense"]]
)
def test_wrong_usage_exits_with_2(folder, capsys, arguments):
    assert check(*arguments) == 2


def test_a_file_that_cannot_be_read_exits_with_2_and_the_others_are_checked(folder, capsys):
    (folder / "a.py").write_bytes(b"x = '\xff'\n")
    (folder / "b.py").write_text(PRINTS)
    assert check(".") == 2
    captured = capsys.readouterr()
    assert "a.py" in captured.err
    assert "b.py:4:5" in captured.out
    assert check("a.py") == 2
    assert capsys.readouterr().out == "1 file could not be checked.\n"


def test_folders_are_walked_without_what_is_excluded(folder, capsys):
    for name in ("src/a.py", "src/b_pb2.py", "build/c.py", "src/d.txt"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(PRINTS)
    assert check("--exclude", "*_pb2.py", "--output-format", "json") == 1
    assert [one["filename"] for one in json.loads(capsys.readouterr().out)] == ["src/a.py"]


def test_a_folder_inside_an_excluded_one_is_checked_when_it_is_named(folder, capsys):
    (folder / "build" / "src").mkdir(parents=True)
    (folder / "build" / "src" / "a.py").write_text(PRINTS)
    assert check("build/src") == 1


def test_rules_are_chosen_by_codes_and_names(folder, capsys):
    (folder / "a.py").write_text(PRINTS)
    assert check("a.py", "--select", "AG2,AG3") == 0
    assert check("a.py", "--ignore", "trace-time-print") == 0
    assert check("a.py", "--select", "AG2", "--extend-select", "AG101") == 1


def test_standard_input_is_read(folder, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PRINTS.encode())))
    assert check("-", "--stdin-filename", "src/x.py", "--output-format", "concise") == 1
    assert capsys.readouterr().out.startswith("src/x.py:4:5:")


def test_standard_input_that_cannot_be_read_is_told_to_programs_too(folder, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x = '\xff'")))
    assert check("-", "--output-format", "json") == 2
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["code"], found["filename"]) == ("AG000", "<stdin>")


def test_safe_fixes_are_written(folder, capsys):
    (folder / "a.py").write_text(OLD)
    assert check("a.py", "--fix") == 0
    assert (folder / "a.py").read_text() == OLD.replace("experimental_compile", "jit_compile")


def test_a_diff_changes_nothing(folder, capsys):
    (folder / "a.py").write_text(PRINTS)
    assert check("a.py", "--diff", "--unsafe-fixes") == 1
    assert "+    tf.print(x)" in capsys.readouterr().out
    assert (folder / "a.py").read_text() == PRINTS


def test_all_findings_can_be_silenced(folder, capsys):
    (folder / "a.py").write_text(PRINTS)
    assert check("a.py", "--add-noqa") == 0
    assert "print(x)  # noqa: AG101\n" in (folder / "a.py").read_text()
    assert check("a.py") == 0


def test_a_file_that_does_not_parse_gets_no_comments(folder, capsys):
    (folder / "a.py").write_text(PRINTS + "def (:\n")
    (folder / "b.py").write_text(PRINTS)
    assert check(".", "--add-noqa") == 2
    captured = capsys.readouterr()
    assert captured.out == "Added 1 noqa comment.\n"
    assert captured.err == "error: a.py is left as it is: it is not valid Python\n"
    assert (folder / "a.py").read_text() == PRINTS + "def (:\n"


def test_a_file_that_does_not_parse_keeps_its_comments(folder, capsys):
    text = "x = 1  # noqa: AG103\ndef (:\n"
    (folder / "a.py").write_text(text)
    assert check("a.py", "--fix", "--select", "AG9") == 1
    assert (folder / "a.py").read_text() == text


def test_statistics_count(folder, capsys):
    (folder / "a.py").write_text(PRINTS)
    assert check("a.py", "--statistics") == 1
    assert capsys.readouterr().out == "1  AG101  [ ]  trace-time-print\n"


def test_broken_rules_can_be_explained(folder, capsys):
    (folder / "a.py").write_text(PRINTS)
    assert check("a.py", "--explain", "--output-format", "concise") == 1
    assert "AG101 trace-time-print\n\nseverity: warning" in capsys.readouterr().out


def test_the_nearest_configuration_counts_unless_isolated(folder, capsys):
    (folder / "pyproject.toml").write_text('[tool.autograph.check]\nper-file-ignores = {"a.py" = ["AG101"]}\n')
    (folder / "a.py").write_text(PRINTS)
    (folder / "b.py").write_text(PRINTS)
    assert check("a.py") == 0
    assert check("b.py") == 1
    assert check("a.py", "--isolated") == 1


def test_an_unknown_setting_exits_with_2(folder, capsys):
    (folder / "pyproject.toml").write_text("[tool.autograph.check]\nselct = []\n")
    (folder / "a.py").write_text(CLEAN)
    assert check("a.py") == 2
    assert "did you mean `select`?" in capsys.readouterr().err


def test_many_files_give_the_same_as_few(folder, capsys):
    for number in range(60):
        (folder / f"f{number:02}.py").write_text(PRINTS if number % 7 == 0 else CLEAN)
    assert check(".", "--output-format", "concise") == 1
    names = [line.split(":")[0] for line in capsys.readouterr().out.splitlines()[:-1]]
    assert names == [f"f{number:02}.py" for number in range(0, 60, 7)]


def test_a_rule_is_explained(capsys):
    assert main(["rule", "AG103"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("AG103 outer-container-mutation")
    assert "Bad::" in text
    assert main(["rule", "outer-container-mutation"]) == 0
    assert capsys.readouterr().out == text


def test_all_rules_are_listed(capsys):
    assert main(["rule"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 40


def test_an_unknown_rule_exits_with_2(capsys):
    assert main(["rule", "AG999"]) == 2
