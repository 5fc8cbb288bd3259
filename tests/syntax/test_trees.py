"""Trees of `ast` and of gast become each other as gast's own translators make them."""

import ast
import pathlib
import sys
import sysconfig

import gast
import pytest

from autograph.syntax.trees import to_ast, to_gast

LIBRARY = pathlib.Path(sysconfig.get_path("stdlib"))
FILES = ["argparse", "ast", "dataclasses", "contextlib", "asyncio/base_events", "typing", "test/test_patma", "shlex"]
FILES += ["test/test_grammar", "test/test_fstring"]
if sys.version_info >= (3, 11):
    FILES.append("test/test_except_star")


def dump(tree):
    return ast.dump(tree, include_attributes=True)


def complete(tree):
    """The tree with the type parameters that gast 0.5 leaves out where Python has none yet."""
    for node in ast.walk(tree):
        if "type_params" in node._fields and not hasattr(node, "type_params"):
            node.type_params = []
    return tree


@pytest.mark.parametrize("name", FILES)
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_files_of_the_standard_library_become_what_gast_makes_of_them(name):
    for statement in ast.parse((LIBRARY / f"{name}.py").read_text(encoding="utf-8")).body:
        made = to_gast(statement)
        assert dump(made) == dump(complete(gast.ast_to_gast(statement)))
        assert dump(to_ast(made)) == dump(statement)


def test_a_copy_shares_no_node_that_can_change():
    tree = ast.parse("def f(a, *b: int, c=1) -> int:\n    try:\n        return a + b\n    except E as e:\n        pass")
    made = to_gast(tree)
    made.body[0].body[0].body[0].value.left.id = "changed"
    made.body[0].args.args.clear()
    assert ast.unparse(tree).startswith("def f(a, *b: int, c=1) -> int:")
    assert "return a + b" in ast.unparse(tree)


def test_nodes_without_a_place_stay_without_one():
    node = to_ast(gast.Expr(gast.Name("x", gast.Load(), None, None)))
    assert not hasattr(node.value, "lineno")
    assert ast.unparse(ast.fix_missing_locations(node)) == "x"
