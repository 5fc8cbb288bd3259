"""Every file of the standard library prints and reads back as the same tree; a sample of them unless `--full`."""

import ast
import random
import sysconfig
import tokenize
import warnings
from pathlib import Path

import gast
import pytest

from autograph.syntax.printer import print_tree
from autograph.syntax.recursion import deep_recursion
from autograph.syntax.source import Source
from autograph.syntax.walking import depth_of

from .helpers import Rewriting, difference

ROOT = Path(sysconfig.get_paths()["stdlib"])
FILES = sorted(path for path in ROOT.rglob("*.py") if "site-packages" not in path.parts)
PARTS = 10
SAMPLED = 4  # files of each part


def texts(part, *, full, of_full=1):
    """The texts of a part's files, where they are Python (some are there to be wrong)."""
    files = FILES[part::PARTS]
    if not full:
        files = random.Random(part).sample(files, SAMPLED)
    for path in files[::of_full]:
        try:
            with tokenize.open(path) as file:
                text = file.read()
            tree = parsed(text)
        except (SyntaxError, ValueError):
            continue
        yield path, text, tree


def parsed(text):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


@pytest.mark.parametrize("part", range(PARTS))
def test_generated_text_reads_back_as_the_same_tree(part, request):
    for path, _, tree in texts(part, full=request.config.getoption("--full")):
        with deep_recursion(depth_of(tree)):
            printed = print_tree(gast.ast_to_gast(tree))
        assert difference(parsed(printed), tree) is None, path


@pytest.mark.parametrize("part", range(PARTS))
def test_unchanged_text_is_copied(part, request):
    for path, text, tree in texts(part, full=request.config.getoption("--full"), of_full=8):
        source = Source.parse(text, str(path))
        printed = print_tree(source.tree, source)
        assert difference(parsed(printed), tree) is None, path
        assert comments(printed) == comments(source.text), path


@pytest.mark.parametrize("part", range(PARTS))
def test_changed_trees_print_with_what_is_left_of_the_text(part, request):
    for path, text, _ in texts(part, full=request.config.getoption("--full"), of_full=8):
        source = Source.parse(text, str(path))
        with deep_recursion(source.document.depth):
            tree = Rewriting("ag").visit(source.tree)
        printed = print_tree(tree, source)
        assert difference(parsed(printed), parsed(print_tree(tree))) is None, path
        assert sorted(comments(printed)) == sorted(comments(source.text)), path


def comments(text):
    """The comments of a text, in order."""
    return [
        token.string.rstrip()
        for token in tokenize.generate_tokens(iter(text.splitlines(keepends=True)).__next__)
        if token.type == tokenize.COMMENT
    ]
