"""What the documentation shows runs, and is true."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def blocks(path):
    """The Python blocks of a Markdown file."""
    return re.findall(r"```python\n(.*?)```", path.read_text(), re.DOTALL)


def test_the_first_example_of_the_readme_runs_as_it_says(tmp_path):
    program = tmp_path / "example.py"
    program.write_text(blocks(ROOT / "README.md")[0])
    done = subprocess.run(
        [sys.executable, program], capture_output=True, text=True, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}
    )
    assert done.stdout.split() == ["111", "111"], done.stderr


def test_the_converted_text_of_the_readme_is_what_comes_out(tmp_path):
    program = tmp_path / "example.py"
    program.write_text(blocks(ROOT / "README.md")[0])
    command = [sys.executable, "-m", "autograph", "convert", f"{program}:collatz"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert blocks(ROOT / "README.md")[1].strip() in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize("number", range(3))
def test_the_examples_of_saving_print_what_they_say(number, tmp_path):
    text = blocks(ROOT / "docs" / "saving.md")[number]
    (tmp_path / "example.py").write_text(text)
    command = [sys.executable, "example.py"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)})
    expected = re.findall(r"^print.*# ([^:\n]*)|^    print.*# ([^:\n]*)", text, re.MULTILINE)
    assert done.stdout.split("\n")[:-1] == ["".join(found) for found in expected], done.stderr


@pytest.mark.parametrize(
    "name", ["README.md", "CONTRIBUTING.md", *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md"))]
)
def test_links_lead_somewhere(name):
    path = ROOT / name
    targets = re.findall(r"\]\((?!http|#)([^)#]+)", path.read_text())
    assert not [target for target in targets if not (path.parent / target).exists()]


def test_every_make_target_is_explained():
    makefile = (ROOT / "Makefile").read_text()
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[1].split()
    assert not [target for target in phony if not re.search(rf"^{target}:.*## ", makefile, re.MULTILINE)]


def test_the_page_on_models_runs(tmp_path):
    program = tmp_path / "models.py"
    program.write_text("\n".join(blocks(ROOT / "docs" / "keras.md")))
    command = [sys.executable, "-W", "error", program]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, timeout=100
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_the_table_on_the_page_on_models_is_what_summary_prints():
    from autograph import keras
    from autograph.keras import layers

    hidden, last = layers.Dense(16, activation="relu", name="dense"), layers.Dense(3, name="dense_1")
    dropout = layers.Dropout(0.1, name="dropout")
    model, lines = keras.Sequential([layers.Input((4,)), hidden, dropout, last], name="classifier"), []
    model.summary(print_fn=lines.append)
    (table,) = re.findall(r"```text\n(.*?)```", (ROOT / "docs/keras.md").read_text(), re.DOTALL)
    assert lines[0].startswith(table)


@pytest.mark.parametrize("number", range(3))
def test_the_examples_of_the_runtime_print_what_they_say(number, tmp_path):
    text = blocks(ROOT / "docs" / "runtime.md")[number]
    (tmp_path / "example.py").write_text(text)
    command = [sys.executable, "example.py"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)})
    expected = re.findall(r"print\(.*\)  # (.*)", text)
    assert expected
    assert done.stdout.splitlines() == expected, done.stderr
