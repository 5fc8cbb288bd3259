"""TensorFlow 1's control flow has the gradients that are in its graph; no others are made."""

from __future__ import annotations

from runtime.registry import not_differentiable

not_differentiable("Stack", "StackClose", "StackPop", "StackPush", "_StructuredProgram")
