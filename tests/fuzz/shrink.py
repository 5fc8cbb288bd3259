"""Makes a failing program small: drops statements, blocks and operands as long as it fails alike."""

import ast
import copy
import warnings


def shrink(text, fails):
    """The smallest program found for which `fails(text)` stays true."""
    best = ast.unparse(ast.parse(text))
    if not fails(best):
        return text
    before = ""
    while before != best:
        before = best
        for step in (_blocks, _expressions):
            best = _walk(best, step, fails)
    return best


def _walk(best, step, fails):
    """Tries a kind of change at every place, going on from where one succeeded."""
    place = 0
    while True:
        candidates = step(best, place)
        if candidates is None:
            return best
        for candidate in candidates:
            if len(candidate) < len(best) and fails(candidate):
                best = candidate
                break
        else:
            place += 1


def _blocks(text, place):
    tree = ast.parse(text)
    places = [
        (number, field, index)
        for number, owner in enumerate(ast.walk(tree))
        for field in ("body", "orelse", "finalbody", "handlers", "cases", "items")
        if isinstance(getattr(owner, field, None), list)
        for index in range(len(getattr(owner, field)))
    ]
    if place >= len(places):
        return None
    number, field, index = places[place]
    return [
        candidate
        for change in (_drop, _unwrap)
        for candidate in _changed(tree, number, lambda node: change(node, field, index))
    ]


def _expressions(text, place):
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    if place >= len(nodes):
        return None
    if not isinstance(nodes[place], ast.expr):
        return []
    return [made for change in (_simplify, _left, _right) for made in _expression(tree, place, change)]


def _changed(tree, number, change):
    copied = copy.deepcopy(tree)
    node = list(ast.walk(copied))[number]
    try:
        change(node)
        text = _text(copied)
    except Exception:
        return
    yield text


def _drop(node, field, index):
    block = getattr(node, field)
    del block[index]
    if field == "body" and not block:
        block.append(ast.Pass())


def _unwrap(node, field, index):
    block = getattr(node, field)
    statement = block[index]
    inner = [part for name in ("body", "orelse", "finalbody") for part in getattr(statement, name, [])]
    block[index : index + 1] = inner


def _expression(tree, number, change):
    copied = copy.deepcopy(tree)
    target = list(ast.walk(copied))[number]
    made = change(target)
    if made is None:
        return
    for owner in ast.walk(copied):
        for field, value in ast.iter_fields(owner):
            if value is target:
                setattr(owner, field, made)
            elif isinstance(value, list) and any(item is target for item in value):
                value[[item is target for item in value].index(True)] = made
    try:
        text = _text(copied)
    except Exception:
        return
    yield text


def _simplify(node):
    return None if isinstance(node, (ast.Constant, ast.Name)) else ast.Constant(1)


def _left(node):
    children = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
    return children[0] if len(children) > 1 else None


def _right(node):
    children = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
    return children[-1] if children else None


def _text(tree):
    """The text of a candidate that compiles and whose loops still count their turns."""
    text = ast.unparse(ast.fix_missing_locations(tree))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compile(text, "<candidate>", "exec")
    for loop in ast.walk(tree):
        if isinstance(loop, ast.While) and ast.unparse(loop.body[0]) != "h.tick()":
            raise ValueError("this loop may not end")
    return text
