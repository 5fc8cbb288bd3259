"""The code object of one function, compiled from its tree as if it still stood where its author wrote it.

A function alone does not compile to the code it has inside its module: names of enclosing functions would be globals,
private names would not be mangled, `super()` would find no class, and inner functions would have other qualified
names. So it is compiled inside this scaffold, which never runs:

    def <scaffold>(free, names, of, the, function):
        class <scope>:
            class Owner:
                def <function>(...): ...

The classes are there for a function of a class only. No user can write the names in angle brackets, and names in a
class are invisible to the functions in it: a function that calls itself, or its class, still finds the global.
"""

from __future__ import annotations
import __future__ as future

import ast
import copy
import types
import warnings
from collections.abc import Iterable

_SCAFFOLD, _SCOPE, _FUNCTION, _LAMBDA = "<scaffold>", "<scope>", "<function>", "<lambda>"
_FUTURE_FLAGS = sum({getattr(future, name).compiler_flag for name in future.all_feature_names})
_KEPT_FLAGS = 0x10 | 0x100  # CO_NESTED, CO_ITERABLE_COROUTINE (set by types.coroutine): not decided by the text

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def compile_function(
    node: FunctionNode,
    like: types.CodeType,
    qualname: str,
    class_name: str | None,
    *,
    extra_free: Iterable[str] = (),
    imported: Iterable[str] = (),
) -> types.CodeType:
    """Compiles a function so that it can take the place of one that is alive.

    Args:
        node: the function, at its positions in the file of `like`.
        like: the code it replaces: gives the file, the free names and the compiler flags.
        qualname: the qualified name of the function, where its code does not say it (before 3.11).
        class_name: the class whose private names the function uses.
        extra_free: names that are free variables too.
        imported: names that the module imports: CPython compiles calls of their attributes in another way.

    Returns:
        Its code; `co_freevars` holds some of the free names of `like` and of the extra ones.
    """
    name = _LAMBDA if isinstance(node, ast.Lambda) else _FUNCTION
    path = [_SCAFFOLD, *([_SCOPE, class_name] if class_name else []), name]
    module = _scaffold(_bare(node), path[:-1], [*like.co_freevars, *extra_free], imported)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the user saw them when Python compiled the file
        code = compile(module, like.co_filename, "exec", flags=like.co_flags & _FUTURE_FLAGS, dont_inherit=True)
    for name in path:
        code = next(item for item in code.co_consts if isinstance(item, types.CodeType) and item.co_name == name)
    prefix = f"{_SCAFFOLD}.<locals>.{'.'.join(path[1:])}"
    code = _requalify(code, prefix, getattr(like, "co_qualname", qualname))
    flags = code.co_flags & ~_KEPT_FLAGS | like.co_flags & _KEPT_FLAGS
    return code.replace(co_name=like.co_name, co_flags=flags)


def _bare(node: FunctionNode) -> ast.stmt:
    """The function without what runs at its definition: decorators, defaults, annotations, type parameters."""
    bare = copy.copy(node)
    bare.args = _bare_arguments(node.args)
    if isinstance(bare, ast.Lambda):
        return ast.copy_location(ast.Expr(bare), bare)
    bare.name, bare.returns = _FUNCTION, None
    if bare.decorator_list:  # the first line of the code is the line of the first decorator
        first = min(bare.decorator_list, key=lambda item: item.lineno)
        bare.decorator_list = [ast.copy_location(ast.Constant(None), first)]
    if "type_params" in bare._fields:
        setattr(bare, "type_params", [])  # noqa: B010
    return bare


def _bare_arguments(arguments: ast.arguments) -> ast.arguments:
    bare = copy.copy(arguments)
    bare.posonlyargs, bare.args, bare.kwonlyargs = (
        [_bare_argument(argument) for argument in group]
        for group in (arguments.posonlyargs, arguments.args, arguments.kwonlyargs)
    )
    bare.vararg = arguments.vararg and _bare_argument(arguments.vararg)
    bare.kwarg = arguments.kwarg and _bare_argument(arguments.kwarg)
    bare.defaults, bare.kw_defaults = [], [None] * len(arguments.kwonlyargs)
    return bare


def _bare_argument(argument: ast.arg) -> ast.arg:
    return ast.copy_location(ast.arg(argument.arg, None), argument)


def _scaffold(function: ast.stmt, path: list[str], free: Iterable[str], imported: Iterable[str]) -> ast.Module:
    module = ast.parse(f"def scaffold({', '.join(free)}): pass")
    body = module.body
    for name in path:
        definition = body[0] if name == _SCAFFOLD else _class()
        if isinstance(definition, ast.FunctionDef | ast.ClassDef):
            definition.name = name
            body[:] = [definition]
            body = definition.body
    body[:] = [function]
    module.body += [ast.copy_location(ast.Import([_bare_alias(name)]), module.body[0]) for name in imported]
    return module


def _class() -> ast.stmt:
    return ast.parse("class owner: pass").body[0]


def _bare_alias(name: str) -> ast.alias:
    return ast.alias(name, None, lineno=1, col_offset=0, end_lineno=1, end_col_offset=0)


def _requalify(code: types.CodeType, prefix: str, qualname: str) -> types.CodeType:
    """Gives the code, and all the code in it, the qualified names it has in its module.

    Class bodies hold theirs as a string constant; before 3.11 functions do too.
    """

    def renamed(text: str) -> str:
        """A qualified name with another beginning."""
        return qualname + text[len(prefix) :] if text == prefix or text.startswith(f"{prefix}.") else text

    def rewritten(item: object) -> object:
        """A constant of code with other qualified names: strings, and code inside."""
        if isinstance(item, types.CodeType):
            return _requalify(item, prefix, qualname)
        return renamed(item) if isinstance(item, str) else item

    changes: dict[str, object] = {"co_consts": tuple(map(rewritten, code.co_consts))}
    if hasattr(code, "co_qualname"):
        changes["co_qualname"] = renamed(code.co_qualname)
    return code.replace(**changes)  # type: ignore[arg-type]
