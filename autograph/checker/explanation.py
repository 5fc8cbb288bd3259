"""What the rules are about, as text for the terminal and as a page of documentation."""

from __future__ import annotations

from collections.abc import Iterator

from .check import SEED_RULES
from .rule import Rule
from .rulebook import rulebook
from .targets import LEGAL, PARTLY

_FAMILIES = {
    "AG0": "The file",
    "AG1": "Side effects: what happens once per trace",
    "AG2": "Variables and objects that own them",
    "AG3": "Functions of Python and numpy",
    "AG4": "Control flow",
    "AG5": "Retracing",
    "AG6": "Options",
    "AG9": "Comments",
}
_FIXES = {"": "none", "safe": "safe (`--fix`)", "unsafe": "unsafe (`--fix --unsafe-fixes`)"}

_HEAD = """\
# Rules of `autograph check`

`autograph check` finds graph-mode mistakes in functions that `@tf.function` or `@autograph.function` compiles, and in
the functions that they call. It reads text only: nothing is imported, and TensorFlow need not be installed.

The rules that are marked with a star are also asked by `autograph.function` when a function is called for the first
time; see [check.md](check.md).

This page is made from the docstrings of the rules: `autograph rule --page > docs/rules.md`.
"""


def explained(rule: Rule) -> str:
    """A rule as the terminal shows it."""
    return f"{rule.code} {rule.name}\n\n{_facts(rule)}\n\n{rule.explanation}\n"


def _facts(rule: Rule) -> str:
    facts = [
        f"severity: {rule.severity.value}",
        f"default: {'on' if rule.is_default else 'off'}",
        f"fix: {_FIXES[rule.fix]}",
    ]
    if rule.name.replace("-", "_") in SEED_RULES:
        facts.append("asked by `autograph.function` when it traces a function for the first time")
    if rule.code in LEGAL:
        facts.append(f"not for `--target autograph`: {LEGAL[rule.code]}")
    if rule.code in PARTLY:
        facts.append(f"less for `--target autograph`: {PARTLY[rule.code]}")
    return "\n".join(facts)


def listed() -> Iterator[str]:
    """One line a rule."""
    for rule in rulebook().values():
        yield f"{rule.code}  {'on ' if rule.is_default else 'off'}  {rule.name:<28}  {rule.summary}"


def page() -> str:
    """The page of documentation: an overview, then each rule."""
    parts = [_HEAD, *_overview()]
    family = ""
    for rule in rulebook().values():
        if rule.code[:3] != family:
            family = rule.code[:3]
            parts.append(f"\n## {_FAMILIES[family]}\n")
        parts.append(_section(rule))
    return "\n".join(parts)


def _overview() -> Iterator[str]:
    yield "| code | name | severity | default | fix | `--target autograph` |"
    yield "|---|---|---|---|---|---|"
    for rule in rulebook().values():
        anchor = f"{rule.code.lower()}-{rule.name}"
        target = "legal" if rule.code in LEGAL else "partly legal" if rule.code in PARTLY else "checked"
        default = "on" if rule.is_default else "off"
        fix = rule.fix or "none"
        star = "*" if rule.name.replace("-", "_") in SEED_RULES else ""
        code = f"[{rule.code}](#{anchor}){star}"
        yield f"| {code} | `{rule.name}` | {rule.severity.value} | {default} | {fix} | {target} |"


def _section(rule: Rule) -> str:
    legal = f"\n\nUnder `--target autograph` this is legal: {LEGAL[rule.code]}." if rule.code in LEGAL else ""
    if rule.code in PARTLY:
        legal = f"\n\nUnder `--target autograph` less is wrong: {PARTLY[rule.code]}."
    return f"### {rule.code} {rule.name}\n\n{_markdown(rule.explanation)}{legal}\n"


def _markdown(text: str) -> str:
    """The text of a docstring with its literal blocks as Python code."""
    lines: list[str] = []
    in_code = False
    for line in text.split("\n"):
        if line.endswith("::"):
            lines = [*_trimmed(lines), "```", ""] if in_code else lines
            lines += [line[:-1], "", "```python"]
            in_code = True
        elif in_code and line and not line.startswith("    "):
            lines = [*_trimmed(lines), "```", "", line]
            in_code = False
        elif not (in_code and not line and lines[-1] == "```python"):
            lines.append(line.removeprefix("    ") if in_code else line)
    return "\n".join([*_trimmed(lines), "```"] if in_code else lines)


def _trimmed(lines: list[str]) -> list[str]:
    while lines and not lines[-1]:
        lines = lines[:-1]
    return lines
