"""PNG files of every kind, written straight from the standard: with all colour types, depths and passes."""

import struct
import zlib

import numpy as np

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
KINDS = [
    (colour_type, depth, is_interlaced, is_clear)
    for colour_type, depths in DEPTHS.items()
    for depth in depths
    for is_interlaced in (False, True)
    for is_clear in ((False, True) if colour_type in (0, 2, 3) else (False,))
]
"""Colour type, bits a sample, whether it is interlaced, and whether a colour (or colours of the palette) are clear."""


def named(kind):
    """The name of a kind in the ids of tests."""
    colour_type, depth, is_interlaced, is_clear = kind
    return f"type{colour_type}_{depth}bit" + "_interlaced" * is_interlaced + "_clear" * is_clear


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def header(width, height, depth, colour_type, interlaced=0):
    return b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour_type, 0, 0, interlaced)


def file_of(first, lines, *others):
    """A file of a header, the bytes of the rows and other parts before them."""
    parts = [first, *others, (b"IDAT", zlib.compress(lines)), (b"IEND", b"")]
    return SIGNATURE + b"".join(chunk(*part) for part in parts)


def rows(samples, depth):
    """The bytes of [height, width, channels] samples, unfiltered."""
    if depth >= 8:
        lines = samples.astype(f">u{depth // 8}").reshape(len(samples), -1).view(np.uint8)
    else:
        bits = samples.reshape(len(samples), -1, 1) >> np.arange(depth)[::-1] & 1
        lines = np.packbits(bits.reshape(len(samples), -1).astype(np.uint8), axis=1)
    return b"".join(b"\0" + line.tobytes() for line in lines)


def png_of(kind, height=9, width=11):
    """A file of a kind with its samples as they stand in it: [height, width, channels]."""
    colour_type, depth, is_interlaced, is_clear = kind
    random = np.random.default_rng(0)
    samples = random.integers(0, 2**depth, [height, width, CHANNELS[colour_type]])
    parts = [samples[y::down, x::across] for x, y, across, down in PASSES] if is_interlaced else [samples]
    lines = b"".join(rows(part, depth) for part in parts if part.size)
    others = []
    if colour_type == 3:
        others.append((b"PLTE", random.integers(0, 256, 3 * 2**depth).astype(np.uint8).tobytes()))
    if is_clear and colour_type == 3:
        others.append((b"tRNS", random.integers(0, 256, 2**depth // 2).astype(np.uint8).tobytes()))
    elif is_clear:
        others.append((b"tRNS", samples[0, 0].astype(">u2").tobytes()))
    return file_of(header(width, height, depth, colour_type, int(is_interlaced)), lines, *others), samples
