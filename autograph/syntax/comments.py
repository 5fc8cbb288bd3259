"""Where the comments and blank lines of a text go in what the passes made of it.

Each comment belongs to a statement of the text: above it, at the end of its line, inside it, or after it at the end
of a block. A statement that was rewritten hands its comments to what came out of it: those above to the first of the
new statements, the one at the end of the header to the new header.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import gast

from .anchors import Anchor, Anchors
from .blocks import blocks_of
from .layout import Comment, Layout
from .originals import Originals
from .positions import is_placed

_MOST_BLANK_LINES = 2


@dataclass
class Notes:
    """The comments of one statement; an empty string stands for a blank line.

    Attributes:
        above: lines above it.
        trailing: at the end of its line, or of its header's.
        inside: between its parts, or those of its header.
        after: lines after it that are still in its block.
    """

    above: list[str] = field(default_factory=list)
    trailing: Comment | None = None
    inside: list[Comment] = field(default_factory=list)
    after: list[str] = field(default_factory=list)

    def all_lines(self) -> list[str]:
        """Every comment as a line of its own."""
        inside = [*self.inside, *([self.trailing] if self.trailing else [])]
        return [line for line in [*self.above, *(comment.text for comment in inside), *self.after] if line]


def comments_of_text(layout: Layout, anchors: Anchors, end_column: int) -> dict[int, Notes]:
    """The comments of each statement of the text, by the statement's place in reading order.

    Args:
        layout: the tokens.
        anchors: the statements.
        end_column: comments after the last statement count when they stand deeper than this.
    """
    notes = {number: Notes() for number in range(len(anchors.all))}
    own_lines = {comment.line: comment for comment in layout.comments if comment.gap is None}
    taken = _distribute_runs(layout, anchors.all, own_lines, notes, end_column)
    for comment in layout.comments:
        if comment.line not in taken:
            _place_beside_code(comment, anchors, notes)
    _pass_on_clauses(anchors.all, notes)
    return notes


def comments_of_tree(
    notes: dict[int, Notes], anchors: Anchors, originals: Originals, tree: gast.AST
) -> dict[int, Notes]:
    """The comments of each statement of the changed tree, by the identity of its node."""
    result: dict[int, Notes] = {}
    homeless: list[str] = []
    claims = _claims(anchors, originals, tree)
    last: Notes | None = None
    for number, anchor in enumerate(anchors.all):
        if number in claims:
            first, header = (result.setdefault(id(node), Notes()) for node in claims[number])
            first.above[:0] = homeless + notes[number].above
            header.inside += notes[number].inside  # by then it shows which of them were copied
            header.trailing = header.trailing or notes[number].trailing
            header.after += notes[number].after
            homeless, last = [], header
        elif not anchor.is_clause:
            homeless += notes[number].all_lines()
    if last:
        last.after += homeless
    return result


def make_room_for_import(notes: dict[int, Notes], body: list[gast.stmt]) -> None:
    """Arranges the comments around an import that was put into the body of a module.

    What a file begins with (an interpreter line, an encoding, a licence) stays first.
    """
    place = next((index for index, node in enumerate(body) if not is_placed(node)), None)
    if place is None:
        return
    own = notes.setdefault(id(body[place]), Notes())
    if place > 0:
        own.above = [] if isinstance(body[place - 1], gast.Import | gast.ImportFrom) else [""]
    elif len(body) > 1:
        following = notes.setdefault(id(body[1]), Notes())
        cut = _end_of_head(following.above)
        own.above, rest = following.above[:cut], following.above[cut:]
        blank_lines = 2 if isinstance(body[1], gast.FunctionDef | gast.AsyncFunctionDef | gast.ClassDef) else 1
        following.above = [""] * blank_lines + rest


def _end_of_head(lines: list[str]) -> int:
    if "" in lines:
        return len(lines) - lines[::-1].index("")
    is_head = [line.startswith("#!") or "coding" in line for line in lines[:2]]
    return max((index + 1 for index, is_part in enumerate(is_head) if is_part), default=0)


def _distribute_runs(
    layout: Layout, anchors: list[Anchor], own_lines: dict[int, Comment], notes: dict[int, Notes], end_column: int
) -> set[int]:
    """Gives the comment lines above each anchor to it, or to what ends before it. Returns the lines given away."""
    taken: set[int] = set()
    opened: list[int] = []
    seen_lines: set[int] = set()
    for number, anchor in enumerate([*anchors, _end_anchor(layout, end_column)]):
        run = [] if anchor.start[0] in seen_lines else _run_above(layout, anchor.start[0])
        seen_lines.add(anchor.start[0])
        comments = [(line, own_lines.get(line)) for line in run]
        taken.update(run)
        opens_block = bool(opened) and anchors[opened[-1]].column < anchor.column
        deeper = [index for index, (_, comment) in enumerate(comments) if comment and comment.column > anchor.column]
        cut = deeper[-1] + 1 if deeper and opened and not opens_block else 0
        _give_after([comment for _, comment in comments[:cut]], anchors, opened, notes)
        if number < len(anchors):
            notes[number].above = _lines([comment for _, comment in comments[cut:]])
            while opened and anchors[opened[-1]].column >= anchor.column:
                opened.pop()
            opened.append(number)
    return taken


def _give_after(
    comments: list[Comment | None], anchors: list[Anchor], opened: list[int], notes: dict[int, Notes]
) -> None:
    blanks: list[str] = []
    for comment in comments:
        if comment is None:
            blanks.append("")
            continue
        while len(opened) > 1 and anchors[opened[-1]].column > comment.column:
            opened.pop()
        notes[opened[-1]].after += [*blanks[:_MOST_BLANK_LINES], comment.text]
        blanks = []


def _place_beside_code(comment: Comment, anchors: Anchors, notes: dict[int, Notes]) -> None:
    number = anchors.number_at((comment.line, comment.column))
    if number is None:
        return
    anchor = anchors.all[number]
    if (comment.line, comment.column) < anchor.end:
        notes[number].inside.append(comment)
    else:
        notes[number].trailing = comment


def _pass_on_clauses(anchors: list[Anchor], notes: dict[int, Notes]) -> None:
    """Comments of `else:` and its like go above the first statement of the clause; those after it, to its owner."""
    by_node = {id(anchor.node): number for number, anchor in enumerate(anchors) if not anchor.is_clause}
    for number in reversed(range(len(anchors))):
        if anchors[number].is_clause:
            clause, following = notes[number], notes[number + 1]
            trailing = [clause.trailing.text] if clause.trailing else []
            inside = [comment.text for comment in clause.inside]
            following.above = [*clause.above, *inside, *trailing, *following.above]
            notes[by_node[id(anchors[number].node)]].after += clause.after


def _claims(anchors: Anchors, originals: Originals, tree: gast.AST) -> dict[int, tuple[gast.AST, gast.AST]]:
    """For each statement of the text: the first statement, and the header, of those that came out of it."""
    claims: dict[int, tuple[gast.AST, gast.AST]] = {}
    for node, number, is_same in _in_order(list(_places(anchors, originals, tree))):
        is_compound = any(blocks_of(node))
        if number not in claims or (is_same and not is_compound):
            claims[number] = (node, node)
        elif is_compound and not any(blocks_of(claims[number][1])):
            claims[number] = (claims[number][0], node)
    return claims


_Place = tuple[gast.AST, int, bool]  # of a new statement: itself, the one it comes from, whether it is that one


def _places(anchors: Anchors, originals: Originals, tree: gast.AST) -> Iterator[_Place]:
    for node in _statements(tree):
        is_same = originals.is_still(node)
        number = anchors.number(originals.of(node)) if is_same else None
        if number is None:
            number = anchors.number_at(anchors.position_of(node))
        if number is not None and anchors.all[number].is_clause:
            number = anchors.number(anchors.all[number].node)
        if number is not None:
            yield node, number, is_same


def _in_order(places: list[_Place]) -> list[_Place]:
    """Leaves out generated statements that stand before what comes earlier in the text, as flags set at the top do."""
    earliest = max((number for _, number, _ in places), default=0)
    kept: list[_Place] = []
    for place in reversed(places):
        _, number, is_same = place
        if is_same or number <= earliest:
            kept.append(place)
        if is_same:
            earliest = min(earliest, number)
    return kept[::-1]


def _statements(node: gast.AST) -> Iterator[gast.AST]:
    if isinstance(node, gast.stmt | gast.ExceptHandler) and is_placed(node):
        yield node
    for _, block in blocks_of(node):
        for child in block:
            yield from _statements(child)


def _run_above(layout: Layout, line: int) -> list[int]:
    first = line
    while first - 1 >= layout.first and first - 1 not in layout.code_lines:
        first -= 1
    return list(range(first, line))


def _lines(comments: list[Comment | None]) -> list[str]:
    lines: list[str] = []
    for comment in comments:
        if comment or lines[-_MOST_BLANK_LINES:] != [""] * _MOST_BLANK_LINES:
            lines.append(comment.text if comment else "")
    return lines


def _end_anchor(layout: Layout, column: int) -> Anchor:
    end = (layout.last + 1, column)
    return Anchor(gast.Pass(), end, end)
