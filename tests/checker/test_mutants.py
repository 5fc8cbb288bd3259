"""Cases with statements dropped, moved and repeated, and expressions in the place of others, are checked, too."""

import ast
import copy
import random

from autograph.checker.check import check_text
from autograph.checker.flow.analysis import Options
from autograph.checker.rulebook import codes_of
from autograph.checker.settings import Settings

from .marks import FILES

CHANGES = 15  # of each mutant
UNTOUCHED = (ast.JoinedStr, ast.FormattedValue, ast.MatchValue, ast.keyword)
"""Nodes that do not take any expression."""


def is_plain(node):
    """Whether an expression can stand in the place of another one."""
    is_read = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
    return isinstance(node, ast.expr) and is_read and not isinstance(node, ast.Starred | ast.Slice | ast.NamedExpr)


def mutate(tree, expressions, source):
    for _ in range(CHANGES):
        node = source.choice(list(ast.walk(tree)))
        for field, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                source.choice([mix, drop_one, repeat_one])(value, source)
            elif is_plain(value) and field not in ("format_spec", "target") and not isinstance(node, UNTOUCHED):
                setattr(node, field, copy.deepcopy(source.choice(expressions)))


def mix(statements, source):
    source.shuffle(statements)


def drop_one(statements, source):
    if len(statements) > 1:
        statements.pop(source.randrange(len(statements)))


def repeat_one(statements, source):
    statements.append(copy.deepcopy(source.choice(statements)))


def mutants(count, source):
    """Texts that are Python, made of the case files."""
    trees = [ast.parse(path.read_text()) for path in FILES]
    expressions = [node for tree in trees for node in ast.walk(tree) if is_plain(node)]
    for _ in range(count):
        tree = copy.deepcopy(source.choice(trees))
        mutate(tree, expressions, source)
        try:
            text = ast.unparse(ast.fix_missing_locations(tree))
            ast.parse(text)
        except (SyntaxError, ValueError):
            continue
        yield text


def test_mutants_are_checked(request):
    count = 2000 if request.config.getoption("--full") else 25
    source = random.Random(11)
    checked = 0
    for text in mutants(count, source):
        for target in ("", "autograph"):
            options = Options(target=target, implicit=source.random() < 0.5)
            check_text(text, "f.py", Settings(codes=codes_of(["ALL"]), strict=source.random() < 0.5, options=options))
        checked += 1
    assert checked > count / 2
