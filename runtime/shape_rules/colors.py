"""Shapes of pictures in other colours: those they had."""

from __future__ import annotations

from runtime.registry import shape_rule
from runtime.shape_rules.math import unchanged

shape_rule("RGBToHSV", "HSVToRGB", "AdjustContrastv2", "AdjustHue", "AdjustSaturation")(unchanged)
