"""FarmHash's Fingerprint64: a hash of bytes that is the same on every machine.

Source: Geoff Pike, FarmHash 1.1 (2014), `farmhashna::Hash64`. All arithmetic is modulo 2**64.
"""

from __future__ import annotations

_MASK = (1 << 64) - 1
_K0, _K1, _K2 = 0xC3A5C85C97CB3127, 0xB492B66FBE98F273, 0x9AE16A3B2F90404F
_SEED = 81


def _word(data: bytes, at: int, size: int = 8) -> int:
    return int.from_bytes(data[at : at + size], "little")


def _rotate(x: int, by: int) -> int:
    x &= _MASK
    return ((x >> by) | (x << (64 - by))) & _MASK


def _mix(x: int) -> int:
    x &= _MASK
    return x ^ (x >> 47)


def _pair(u: int, v: int, factor: int) -> int:
    """A hash of 16 bytes."""
    a = _mix(((u ^ v) & _MASK) * factor)
    return _mix(((v & _MASK) ^ a) * factor) * factor & _MASK


def fingerprint64(data: bytes) -> int:
    """The hash of bytes, an unsigned integer of 64 bits.

    >>> fingerprint64(b""), fingerprint64(b"abc")
    (11160318154034397263, 2640714258260161385)
    """
    if len(data) <= 16:
        return _up_to_16(data)
    if len(data) <= 32:
        return _up_to_32(data)
    return _up_to_64(data) if len(data) <= 64 else _long(data)


def _up_to_16(data: bytes) -> int:
    size = len(data)
    factor = _K2 + size * 2
    if size >= 8:
        a, b = _word(data, 0) + _K2, _word(data, size - 8)
        return _pair(_rotate(b, 37) * factor + a, (_rotate(a, 25) + b) * factor, factor)
    if size >= 4:
        return _pair(size + (_word(data, 0, 4) << 3), _word(data, size - 4, 4), factor)
    if not size:
        return _K2
    y, z = data[0] + (data[size >> 1] << 8), size + (data[-1] << 2)
    return _mix(y * _K2 & _MASK ^ z * _K0 & _MASK) * _K2 & _MASK


def _up_to_32(data: bytes) -> int:
    size = len(data)
    factor = _K2 + size * 2
    a, b = _word(data, 0) * _K1, _word(data, 8)
    c, d = _word(data, size - 8) * factor, _word(data, size - 16) * _K2
    return _pair(_rotate(a + b, 43) + _rotate(c, 30) + d, a + _rotate(b + _K2, 18) + c, factor)


def _up_to_64(data: bytes) -> int:
    size = len(data)
    factor = _K2 + size * 2
    a, b = _word(data, 0) * _K2, _word(data, 8)
    c, d = _word(data, size - 8) * factor, _word(data, size - 16) * _K2
    y = _rotate(a + b, 43) + _rotate(c, 30) + d
    z = _pair(y, a + _rotate(b + _K2, 18) + c, factor)
    e, f = _word(data, 16) * factor, _word(data, 24)
    g, h = (y + _word(data, size - 32)) * factor, (z + _word(data, size - 24)) * factor
    return _pair(_rotate(e + f, 43) + _rotate(g, 30) + h, e + _rotate(f + a, 18) + g, factor)


def _weak(data: bytes, at: int, a: int, b: int) -> tuple[int, int]:
    """A weak hash of 32 bytes with two seeds."""
    w, x, y, z = (_word(data, at + offset) for offset in (0, 8, 16, 24))
    a += w
    b = _rotate(b + a + z, 21)
    c = a
    a += x + y
    return (a + z) & _MASK, (b + _rotate(a, 44) + c) & _MASK


def _round(data: bytes, at: int, state: list[int], factor: int, weight: int) -> None:
    """Takes 64 bytes into the state (x, y, z, v, v', w, w')."""
    x, y, z, v0, v1, w0, w1 = state
    x = _rotate(x + y + v0 + _word(data, at + 8), 37) * factor & _MASK
    y = _rotate(y + v1 + _word(data, at + 48), 42) * factor & _MASK
    x ^= w1 * weight & _MASK
    y = (y + v0 * weight + _word(data, at + 40)) & _MASK
    z = _rotate(z + w0, 33) * factor & _MASK
    v0, v1 = _weak(data, at, v1 * factor, x + w0)
    w0, w1 = _weak(data, at + 32, z + w1, y + _word(data, at + 16))
    state[:] = z, y, x, v0, v1, w0, w1


def _long(data: bytes) -> int:
    size = len(data)
    y = (_SEED * _K1 + 113) & _MASK
    z = _mix(y * _K2 + 113) * _K2 & _MASK
    state = [(_SEED * _K2 + _word(data, 0)) & _MASK, y, z, 0, 0, 0, 0]
    end = (size - 1) // 64 * 64
    for at in range(0, end, 64):
        _round(data, at, state, _K1, 1)
    factor = _K1 + ((state[2] & 0xFF) << 1)
    state[5] += (size - 1) & 63
    state[3] += state[5]
    state[5] += state[3]
    _round(data, end + ((size - 1) & 63) - 63, state, factor, 9)
    x, y, z, v0, v1, w0, w1 = state
    return _pair(_pair(v0, w0, factor) + _mix(y) * _K0 + z, _pair(v1, w1, factor) + x, factor)
