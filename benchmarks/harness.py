"""Measures several ways to do one thing side by side.

The peers of a group take turns, round by round, so that a busy machine slows all of them alike; what counts is the
fastest round and the ratio to the first peer. All peers of a group must give the same result.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

ROUNDS = 7
ROUND_SECONDS = 0.03
WARM_UP_CALLS = 3


@dataclass
class Peer:
    """One way to do the thing.

    Attributes:
        name: what it is.
        call: does it once and returns the result.
        seconds: the time of a call in each round.
    """

    name: str
    call: Callable[[], Any]
    seconds: list[float] = field(default_factory=list)

    @property
    def best(self) -> float:
        """Seconds per call in the fastest round."""
        return min(self.seconds)


@dataclass
class Group:
    """Peers that do the same.

    Attributes:
        title: what they do.
        peers: the first one is what the others are compared with.
        units: how many units of work a call does; times are per unit.
        unit: what a unit is.
    """

    title: str
    peers: list[Peer]
    units: int = 1
    unit: str = "call"


def check(group: Group) -> None:
    """Raises ValueError if a peer gives another result than the first one."""
    expected = np.asarray(group.peers[0].call())
    for peer in group.peers:
        for _ in range(WARM_UP_CALLS):
            result = np.asarray(peer.call())
        if not np.allclose(result, expected, rtol=1e-5):
            raise ValueError(f"{group.title}: {peer.name} gives {result}, but {group.peers[0].name} gives {expected}.")


def measure(group: Group) -> None:
    """Times all peers, in turns."""
    counts = {peer.name: _calls_for(peer) for peer in group.peers}
    for _ in range(ROUNDS):
        for peer in group.peers:
            peer.seconds.append(_time(peer, counts[peer.name]))


def _calls_for(peer: Peer) -> int:
    return max(1, int(ROUND_SECONDS / max(_time(peer, 1), 1e-7)))


def _time(peer: Peer, calls: int) -> float:
    call = peer.call
    start = time.perf_counter()
    for _ in range(calls):
        call()
    return (time.perf_counter() - start) / calls


def report(group: Group) -> str:
    """A table of the group: microseconds a unit, and times the first peer."""
    base = group.peers[0].best
    rows = [(peer.name, peer.best * 1e6 / group.units, peer.best / base) for peer in group.peers]
    lines = [f"  {name:<34}{microseconds:>12.3f}{ratio:>10.2f}x" for name, microseconds, ratio in rows]
    return "\n".join([f"{group.title} (us per {group.unit})", *lines])


def run(groups: Iterable[Group]) -> None:
    """Checks, measures and prints each group."""
    for group in groups:
        check(group)
        measure(group)
        print(report(group), end="\n\n", flush=True)
