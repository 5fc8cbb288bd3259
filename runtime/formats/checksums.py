"""CRC32C (Castagnoli), and the masking that keeps a checksum of data with checksums inside from being trivial.

Source: RFC 3720, appendix B.4; the mask is LevelDB's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_MASK_DELTA = 0xA282EAD8
_extend: Callable[[int, Any], int] | None = None


def extend(crc: int, data: Any) -> int:
    """The checksum of what `crc` is of, followed by `data` (bytes, or a read-only contiguous array)."""
    global _extend
    if _extend is None:
        import google_crc32c

        _extend = google_crc32c.extend
    return _extend(crc, data)


def crc32c(data: Any) -> int:
    """The checksum of bytes.

    >>> hex(crc32c(b"123456789"))
    '0xe3069283'
    """
    return extend(0, data)


def mask(crc: int) -> int:
    """The form in which a checksum is stored."""
    return (((crc >> 15) | (crc << 17)) + _MASK_DELTA) & 0xFFFFFFFF


def masked_crc32c(data: Any) -> int:
    """The checksum of bytes as it is stored."""
    return mask(extend(0, data))
