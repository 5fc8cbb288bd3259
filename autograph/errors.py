"""What can go wrong, one class per kind; each shows what happened, where, why, and the way out.

`str(error)` is the full text. The command line prints the same text without a traceback.
"""

from __future__ import annotations

from .syntax.span import Span


class AutographError(Exception):
    """Base of every error this compiler raises on purpose.

    Args:
        what: one sentence about what happened.
        span: the place in the user's file.
        excerpt: the lines of that place with carets, as `Source.excerpt` renders them.
        why: the reason, a sentence.
        fix: the way out, a sentence.

    >>> print(AutographError("`total` is unbound", why="no path assigns it.", fix="assign it before the loop."))
    `total` is unbound
      why: no path assigns it.
      fix: assign it before the loop.
    """

    def __init__(self, what: str, *, span: Span | None = None, excerpt: str = "", why: str = "", fix: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.span = span
        self.excerpt = excerpt
        self.why = why
        self.fix = fix

    def __str__(self) -> str:
        head = f"{self.span}: {self.what}" if self.span else self.what
        reasons = [f"  {label}: {text}" for label, text in (("why", self.why), ("fix", self.fix)) if text]
        return "\n".join([head, *filter(None, [self.excerpt]), *reasons])


class ConversionError(AutographError):
    """A function cannot be converted: its text is missing, or holds what the compiler does not take.

    >>> from autograph.syntax.source import Source
    >>> try:
    ...     Source.of(len)
    ... except ConversionError as error:
    ...     print(error.what)
    the source of `len` is not available
    """


class SourceUnavailableError(ConversionError):
    """The text of a function cannot be read: it was made by `exec`, is compiled code, or its file is gone.

    >>> from autograph.syntax.source import Source
    >>> space = {}
    >>> exec("def f(x): return x", space)
    >>> try:
    ...     Source.of(space["f"])
    ... except SourceUnavailableError as error:
    ...     print(error.what)
    the source of `f` is not available
    """


class SourceChangedError(SourceUnavailableError):
    """The file of a function was changed after it was imported, so that its text is not that of the function.

    >>> import linecache
    >>> from autograph.syntax.source import Source
    >>> space = {}
    >>> exec(compile("def f(x): return x", "<cell 1>", "exec"), space)
    >>> linecache.cache["<cell 1>"] = 1, None, ["def g(x): return x"], "<cell 1>"
    >>> try:
    ...     Source.of(space["f"])
    ... except SourceChangedError as error:
    ...     print(error.why)
    <cell 1> was changed after it was imported: the function was at line 1, and nothing like it stands there any more.
    """


class UnsupportedSyntaxError(ConversionError):
    """A construct is outside the subset of Python that can be converted.

    >>> from autograph.syntax.source import Source
    >>> source = Source.parse("def f():\\n    yield 1\\n", "f.py")
    >>> node = source.tree.body[0].body[0]
    >>> print(source.error(UnsupportedSyntaxError, node, "no `yield` here", fix="return a list."))
    f.py:2:5: no `yield` here
      2 |     yield 1
        |     ^^^^^^^
      fix: return a list.
    """


class StagingError(AutographError):
    """A construct cannot become part of a graph: its branches or turns disagree, or it needs a value too early.

    >>> print(StagingError("`y` differs between the branches", why="it is int32 here and float32 there."))
    `y` differs between the branches
      why: it is int32 here and float32 there.
    """


class UsageError(AutographError):
    """An argument, an option or a command line is wrong.

    >>> print(UsageError("no function `g` in f.py", fix="f.py has: f."))
    no function `g` in f.py
      fix: f.py has: f.
    """


class UsageWarning(AutographError, UserWarning):
    """A compiled function probably breaks a rule of `autograph check`; each place is told once.

    >>> print(UsageWarning("`random.random` is drawn once while tracing", fix="use `rt.random`."))
    `random.random` is drawn once while tracing
      fix: use `rt.random`.
    """
