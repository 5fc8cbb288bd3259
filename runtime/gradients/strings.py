"""Text has no gradients."""

from __future__ import annotations

from runtime.registry import not_differentiable

not_differentiable(
    "AsString", "ReduceJoin", "RegexFullMatch", "RegexReplace", "StaticRegexFullMatch", "StaticRegexReplace",
    "StringFormat", "StringJoin", "StringLength", "StringLower", "StringSplit", "StringSplitV2", "StringStrip",
    "StringToNumber", "StringUpper", "Substr",
)  # fmt: skip
