"""Output formats."""

import json

import pytest

from autograph.checker.formats import FORMATS, render
from autograph.checker.formats.report import Report
from autograph.checker.runner import Checked, check_content
from autograph.checker.settings import Settings

TEXT = """\
import tensorflow as tf
LOG = []

@tf.function
def step(x):
    LOG.append(x)
    print(x)
    return x
"""


def lines(form, text=TEXT, **options):
    return list(render(Report([check_content(text, "f.py", Settings())], **options), form))


def test_full_shows_the_source_the_way_and_the_fix():
    assert (
        "\n".join(lines("full"))
        == """\
AG103 outer-container-mutation: `LOG.append` changes `LOG` while tracing: once per trace, not on each call
 --> f.py:6:5
  6 |     LOG.append(x)
    |     ^^^^^^^^^^^^^
  note: `LOG` is defined here (line 2)
  2 | LOG = []
    | ^^^
  note: in `step`, compiled at line 4
  help: return the value, or keep it in a `tf.TensorArray` or `tf.Variable`

AG101 trace-time-print: `print` runs only while tracing, not on each call
 --> f.py:7:5
  7 |     print(x)
    |     ^^^^^^^^
  note: in `step`, compiled at line 4
  help: use `tf.print(...)`
  unsafe fix (--unsafe-fixes):
    -    print(x)
    +    tf.print(x)

Found 2 errors (0 fixable). 1 more with --unsafe-fixes."""
    )


def test_concise_has_one_line_a_finding():
    assert lines("concise", unsafe=True) == [
        "f.py:6:5: AG103 `LOG.append` changes `LOG` while tracing: once per trace, not on each call",
        "f.py:7:5: AG101 [*] `print` runs only while tracing, not on each call",
        "Found 2 errors (1 fixable).",
    ]


def test_json_has_all_there_is():
    first, second = json.loads("\n".join(lines("json")))
    assert first["code"] == "AG103"
    assert first["location"] == {"row": 6, "column": 5}
    assert first["end_location"] == {"row": 6, "column": 18}
    assert first["function"] == "step"
    assert first["context"] == {"decorator_row": 4, "reached_from": []}
    assert first["related"][0]["location"]["row"] == 2
    assert first["noqa_row"] == 6
    assert second["fix"]["applicability"] == "unsafe"
    assert second["fix"]["edits"][0]["content"] == "tf.print"


def test_github_has_workflow_commands():
    assert lines("github")[1].startswith(
        "::warning title=autograph (AG101),file=f.py,line=7,col=5,endLine=7,endColumn=13::"
    )


def test_gitlab_has_fingerprints_that_stay_when_lines_move():
    before = json.loads(lines("gitlab")[0])
    after = json.loads(lines("gitlab", TEXT.replace("LOG = []", "\n\nLOG = []"))[0])
    assert [one["fingerprint"] for one in before] == [one["fingerprint"] for one in after]
    assert len({one["fingerprint"] for one in before}) == 2


def test_sarif_has_rules_and_results():
    (run,) = json.loads(lines("sarif")[0])["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["AG101", "AG103"]
    assert [result["ruleIndex"] for result in run["results"]] == [1, 0]
    region = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 6, "startColumn": 5, "endLine": 6, "endColumn": 18}


@pytest.mark.parametrize("form", FORMATS)
def test_nothing_found_is_fine_in_every_format(form):
    assert list(render(Report([Checked("f.py", "x = 1\n")]), form)) is not None


def test_colours_surround_codes_and_carets():
    text = "\n".join(lines("full", color=True))
    assert "\x1b[1m\x1b[31mAG103" in text
    assert "\x1b[0m" in text


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("text", ["x = 1\n", TEXT], ids=["clean", "findings"])
def test_a_file_that_could_not_be_read_did_not_pass(form, text):
    """The formats for people name their number, as the files themselves are told as errors; the others each file."""
    checked = [check_content(text, "f.py", Settings()), Checked("g.py", error="cannot read g.py: no text")]
    printed = "\n".join(render(Report(checked), form))
    assert "passed" not in printed
    assert ("1 file could not be checked." if form in ("full", "concise") else "cannot read g.py: no text") in printed
    assert ("AG000" in printed) is (form not in ("full", "concise"))
