"""Networks of blocks of convolutions of size 3 (Simonyan and Zisserman 2015)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograph.keras.applications.pictures import network
from autograph.keras.layers import Conv2D, Dense, Flatten, MaxPooling2D
from autograph.keras.models import Model

_FILTERS = (64, 128, 256, 512, 512)


def vgg(blocks: Sequence[int], **options: Any) -> Model:
    """The network.

    Args:
        blocks: how many convolutions are in each block.
        **options: see `network`.
    """

    def body(x: Any) -> Any:
        """Blocks of convolutions with 3 x 3 filters, each halved in size at its end."""
        for block, (count, filters) in enumerate(zip(blocks, _FILTERS, strict=True), start=1):
            for number in range(1, count + 1):
                name = f"block{block}_conv{number}"
                x = Conv2D(filters, 3, activation="relu", padding="same", name=name)(x)
            x = MaxPooling2D(2, strides=2, name=f"block{block}_pool")(x)
        return x

    def head(x: Any) -> Any:
        """The two dense layers before the classes."""
        x = Flatten(name="flatten")(x)
        for number in (1, 2):
            x = Dense(4096, activation="relu", name=f"fc{number}")(x)
        return x

    return network(body, head, (224, 32), **options)
