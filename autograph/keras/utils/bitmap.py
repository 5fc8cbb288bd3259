"""A small bitmap to draw boxes, arrows and text on, written as PNG."""

from __future__ import annotations

import math

import numpy as np

from runtime.formats import png

_INK, _FILL, _PAPER = (0, 0, 0), (238, 243, 251), (255, 255, 255)

_FONT = bytes.fromhex(
    "000000000000005f00000007000700147f147f14242a7f2a12231308646236495620500008070300001c2241000041221c002a1c7f1c2a"
    "08083e080800807030000808080808000060600020100804023e5149453e00427f40007249494946214149 4d331814127f102745454539"
    "3c4a49493141211109073649494936464949291e000014000000403400000008142241141414141400412214080201590906"
    "3e415d594e7c1211127c7f494949363e414141227f4141413e7f494949417f090909013e414151737f0808087f00417f410020"
    "40413f017f081422417f404040407f021c027f7f0408107f3e4141413e7f090909063e4151215e7f0919294626494949320301"
    "7f01033f4040403f1f2040201f3f4038403f631408146303047804036159494d43007f41414102040810200041"
    "41417f04020102044040404040000307080020545478407f28444438384444442838444428 7f385454541800087e090218a4a49c78"
    "7f0804047800447d4000204040 3d007f1028440000417f40007c047804787c0804047838444444 38fc182424181824241 8fc7c08040408"
    "485454542404043f44243c4040207c1c2040201c3c4030403c44281028444c9090907c4464544c44000836410000007700000041360800"
    "0201020402".replace(" ", "")
)
"""The characters from the space to the tilde: five columns each, of which the lowest bit is at the top."""


class Bitmap:
    """A picture in colours.

    Args:
        width: in pixels.
        height: in pixels.
    """

    def __init__(self, width: int, height: int) -> None:
        self._pixels = np.full((max(height, 1), max(width, 1), 3), _PAPER, np.uint8)

    def box(self, x: int, y: int, width: int, height: int) -> None:
        """A filled rectangle with a border."""
        self._pixels[y : y + height, x : x + width] = _INK
        self._pixels[y + 1 : y + height - 1, x + 1 : x + width - 1] = _FILL

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """A straight line."""
        count = int(max(abs(x2 - x1), abs(y2 - y1))) + 1
        xs = np.linspace(x1, x2, count).round().astype(int).clip(0, self._pixels.shape[1] - 1)
        ys = np.linspace(y1, y2, count).round().astype(int).clip(0, self._pixels.shape[0] - 1)
        self._pixels[ys, xs] = _INK

    def arrow(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """A straight line with a tip at its end."""
        self.line(x1, y1, x2, y2)
        angle = math.atan2(y2 - y1, x2 - x1)
        for turn in np.linspace(-0.4, 0.4, 9):
            self.line(x2, y2, x2 - 10 * math.cos(angle + turn), y2 - 10 * math.sin(angle + turn))

    def text(self, x: int, y: int, text: str, scale: int = 1) -> None:
        """A line of text; characters that the font does not have become question marks."""
        for number, character in enumerate(text):
            place = ord(character) - 32 if " " <= character <= "~" else ord("?") - 32
            columns = np.frombuffer(_FONT, np.uint8, 5, 5 * place)
            dots = (columns[None, :] >> np.arange(8)[:, None]) & 1
            large = dots.repeat(scale, 0).repeat(scale, 1).astype(bool)
            left = x + number * 6 * scale
            part = self._pixels[y : y + large.shape[0], left : left + large.shape[1]]
            part[large[: part.shape[0], : part.shape[1]]] = _INK

    def png(self) -> bytes:
        """The picture as a PNG file."""
        return png.encode(self._pixels, 9)
