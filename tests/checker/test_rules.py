"""What every rule has: a docstring with a bad example that it reports and a good one that is clean."""

import doctest
import re
import textwrap
from pathlib import Path

import pytest

from autograph.checker.check import check_text
from autograph.checker.explanation import page
from autograph.checker.rulebook import codes_of, rulebook
from autograph.checker.runner import check_content
from autograph.checker.settings import Settings
from autograph.checker.targets import LEGAL, PARTLY

RULES = list(rulebook().values())
HEAD = "import logging\nimport math\nimport time\nimport numpy as np\nimport tensorflow as tf\n"
EVERYTHING = Settings(codes=codes_of(["ALL"]))


def example(rule, label):
    match = re.search(rf"^{label}::\n\n(.*?)(?=\n\S|\Z)", rule.explanation, re.DOTALL | re.MULTILINE)
    return HEAD + textwrap.dedent(match[1]) + "\n"


def codes(text):
    return {one.code for one in check_content(text, "f.py", EVERYTHING).found}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_the_bad_example_is_reported(rule):
    assert rule.code in codes(example(rule, "Bad"))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_the_good_example_is_clean(rule):
    assert rule.code not in codes(example(rule, "Good"))


def test_codes_and_names_are_unique_and_well_formed():
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert all(re.fullmatch(r"AG\d{3}", rule.code) and re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.name) for rule in RULES)


def test_each_file_is_named_after_its_rule():
    assert all(rule.home.rpartition(".")[2] == rule.name.replace("-", "_") for rule in RULES)


def test_the_tables_of_targets_name_rules():
    assert set(LEGAL) | set(PARTLY) <= {rule.code for rule in RULES}
    assert not set(LEGAL) & set(PARTLY)


def test_the_page_of_rules_is_current():
    path = Path(__file__).parents[2] / "docs" / "rules.md"
    assert path.read_text(encoding="utf-8") == page(), "run: autograph rule --page > docs/rules.md"


def test_fixes_are_announced():
    text = "".join(path.read_text() for path in (Path(__file__).parent / "cases").glob("*.py"))
    fixed = {one.code for one in check_text(text, "f.py", EVERYTHING) if one.fix}
    assert fixed <= {rule.code for rule in RULES if rule.fix}


def test_the_examples_of_the_documentation_run():
    path = Path(__file__).parents[2] / "docs" / "check.md"
    found = doctest.testfile(str(path), module_relative=False)
    assert found.attempted > 3
    assert found.failed == 0
