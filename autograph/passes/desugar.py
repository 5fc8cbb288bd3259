"""Stub."""

import gast

from autograph.syntax.unit import Unit


def transform(f: gast.FunctionDef, unit: Unit) -> gast.FunctionDef:
    """Stub."""
    return f
