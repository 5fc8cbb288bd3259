"""Windows that slide over the spatial dimensions of an image or volume: what convolution and pooling have in common.

A pure description, used by kernels (to find the elements) and by shape rules (to find the sizes).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from runtime.errors import InvalidArgumentError


class Windows(NamedTuple):
    """Where the windows lie, one entry for each spatial dimension.

    Attributes:
        size: taps of a window.
        strides: steps between windows.
        dilations: steps between the taps of a window.
        pads: (before, after) of each dimension.
        input: sizes of what is slid over.
        output: how many windows there are.
    """

    size: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    pads: tuple[tuple[int, int], ...]
    input: tuple[int, ...]
    output: tuple[int, ...]

    @property
    def is_padded(self) -> bool:
        """Whether a window reaches beyond the input."""
        return any(before or after for before, after in self.pads)

    @property
    def padded(self) -> tuple[int, ...]:
        """The sizes with the padding added."""
        return tuple(size + before + after for size, (before, after) in zip(self.input, self.pads, strict=True))

    def taps(self) -> Iterator[tuple[tuple[int, ...], tuple[slice, ...]]]:
        """Each tap of the window, and the index of what this tap of all windows sees in padded images."""
        for tap in product(*map(range, self.size)):
            seen = [
                slice(t * dilation, t * dilation + max((count - 1) * stride + 1, 0), stride)
                for t, dilation, stride, count in zip(tap, self.dilations, self.strides, self.output, strict=True)
            ]
            yield tap, (slice(None), *seen)


class Layout(NamedTuple):
    """The attributes of an op with windows, one entry for each spatial dimension.

    Attributes:
        strides: steps between windows.
        dilations: steps between the taps of a window.
        padding: "SAME", "VALID" or "EXPLICIT".
        explicit: (before, after) of each dimension where the padding is explicit.
        channels_first: whether channels are the second dimension rather than the last one.
    """

    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    padding: str
    explicit: tuple[tuple[int, int], ...]
    channels_first: bool

    @classmethod
    def of(
        cls,
        strides: Sequence[int],
        padding: str | bytes,
        data_format: str | bytes,
        dilations: Sequence[int] = (),
        explicit_paddings: Sequence[int] = (),
    ) -> Layout:
        """The layout from TensorFlow's attributes, whose lists have an entry for every dimension of `data_format`.

        Raises:
            InvalidArgumentError: the lists ask for windows over batch or channels, or do not fit the padding.
        """
        first = data_format[1:2] in ("C", b"C")
        spatial = slice(2, None) if first else slice(1, -1)
        dilations = tuple(dilations) or (1,) * len(strides)
        others = [(steps[0], steps[1 if first else -1]) for steps in (strides, dilations)]
        if others != [(1, 1), (1, 1)]:
            lists = f"strides={list(strides)}, dilations={list(dilations)}"
            raise InvalidArgumentError(f"Strides and dilations in the batch and depth dimensions must be 1: {lists}.")
        name = padding.decode() if isinstance(padding, bytes) else padding
        pairs = tuple(zip(explicit_paddings[::2], explicit_paddings[1::2], strict=True))
        if name not in ("SAME", "VALID", "EXPLICIT") or (name == "EXPLICIT") != bool(pairs):
            lists = f"explicit_paddings={list(explicit_paddings)}"
            raise InvalidArgumentError(f"padding={name!r} does not go with {lists}.")
        return cls(tuple(strides[spatial]), tuple(dilations[spatial]), name, pairs[spatial], first)

    def windows(self, size: Sequence[int], image: Sequence[int]) -> Windows:
        """The windows of that size over an image of these spatial sizes.

        Raises:
            InvalidArgumentError: the window is larger than the padded image.
        """
        lines = [self._line(axis, length, taps) for axis, (length, taps) in enumerate(zip(image, size, strict=True))]
        output = tuple(count for count, _ in lines)
        if any(count < 0 for count in output):
            raise InvalidArgumentError(
                f"Computed output size would be negative: windows of {list(size)} over {list(image)}, "
                f"strides {list(self.strides)}, dilations {list(self.dilations)}, padding {self.padding}."
            )
        pads = tuple(pad for _, pad in lines)
        return Windows(tuple(size), self.strides, self.dilations, pads, tuple(image), output)

    def output(self, size: Sequence[int | None], image: Sequence[int | None]) -> tuple[int | None, ...]:
        """How many windows there are along each dimension, as far as it can be known; below 0 is an error."""
        counts: list[int | None] = []
        for axis, (length, taps) in enumerate(zip(image, size, strict=True)):
            if length is None or (taps is None and self.padding != "SAME"):
                counts.append(None)
            else:
                counts.append(self._line(axis, length, taps or 1)[0])
        return tuple(counts)

    def _line(self, axis: int, length: int, taps: int) -> tuple[int, tuple[int, int]]:
        """How many windows there are along one dimension, and its padding."""
        stride = self.strides[axis]
        reach = (taps - 1) * self.dilations[axis] + 1
        if self.padding == "SAME":
            count = -(-length // stride)
            total = max((count - 1) * stride + reach - length, 0)
            return count, (total // 2, total - total // 2)
        before, after = self.explicit[axis] if self.explicit else (0, 0)
        return (length + before + after - reach) // stride + 1, (before, after)
