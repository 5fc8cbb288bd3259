"""Shapes of random numbers: what their shape input says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.constant_value import constant_value_as_shape
from runtime.registry import shape_rule
from runtime.shape_rules.dims import static_int
from runtime.shape_rules.math import Shapes, unchanged
from runtime.shapes import SCALAR, TensorShape

if TYPE_CHECKING:
    from runtime.graph import Operation

shape_rule("RandomShuffle")(unchanged)


@shape_rule(
    "RandomStandardNormal", "RandomUniform", "RandomUniformInt", "StatelessRandomNormal", "StatelessRandomNormalV2",
    "StatelessRandomUniform", "StatelessRandomUniformFullInt", "StatelessRandomUniformFullIntV2",
    "StatelessRandomUniformInt", "StatelessRandomUniformIntV2", "StatelessRandomUniformV2", "StatelessTruncatedNormal",
    "StatelessTruncatedNormalV2", "TruncatedNormal",
)  # fmt: skip
def first_input(op: Operation) -> Shapes:
    """The first input is the shape."""
    return [constant_value_as_shape(op.inputs[0])]


@shape_rule(
    "StatefulStandardNormalV2", "StatefulTruncatedNormal", "StatefulUniform", "StatefulUniformFullInt",
    "StatefulUniformInt",
)  # fmt: skip
def third_input(op: Operation) -> Shapes:
    """The shape comes after the resource and the algorithm."""
    return [constant_value_as_shape(op.inputs[2])]


@shape_rule("Multinomial", "StatelessMultinomial")
def multinomial(op: Operation) -> Shapes:
    """So many samples for each row of logits."""
    logits = op.inputs[0].shape.with_rank(2)
    return [TensorShape([logits[0], static_int(op.inputs[1])])]


@shape_rule("StatelessRandomGetKeyCounter")
def key_counter(op: Operation) -> Shapes:
    """A key of 64 bits and a counter of 128."""
    return [TensorShape([1]), TensorShape([2])]


@shape_rule("StatelessRandomGetAlg")
def algorithm(op: Operation) -> Shapes:
    """A scalar."""
    return [SCALAR]


@shape_rule("RngReadAndSkip")
def read_and_skip(op: Operation) -> Shapes:
    """The state of a generator: counter and key."""
    return [TensorShape([3])]
