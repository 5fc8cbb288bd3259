"""Random numbers do not depend on shapes and seeds in a way that has a gradient."""

from __future__ import annotations

from runtime.gradients.table import refused
from runtime.registry import not_differentiable

not_differentiable(
    "Multinomial", "RandomStandardNormal", "RandomUniform", "RandomUniformInt", "RngReadAndSkip",
    "StatefulStandardNormalV2", "StatefulTruncatedNormal", "StatefulUniform", "StatefulUniformFullInt",
    "StatefulUniformInt", "StatelessMultinomial", "StatelessRandomGetAlg", "StatelessRandomGetKeyCounter",
    "StatelessRandomNormal", "StatelessRandomNormalV2", "StatelessRandomUniform", "StatelessRandomUniformV2",
    "StatelessRandomUniformFullInt", "StatelessRandomUniformFullIntV2", "StatelessRandomUniformInt",
    "StatelessRandomUniformIntV2", "StatelessTruncatedNormal", "StatelessTruncatedNormalV2", "TruncatedNormal",
)  # fmt: skip
refused("RandomShuffle", "the permutation that was drawn is not known afterwards: shuffle indices and gather.")
