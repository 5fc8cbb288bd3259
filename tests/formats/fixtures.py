"""The files that TensorFlow wrote, and what is expected of them."""

from pathlib import Path

TENSORFLOW = Path(__file__).parent.parent / "fixtures" / "tensorflow"
BROKEN = TENSORFLOW / "broken"
BUNDLES = sorted(str(path)[: -len(".index")] for path in TENSORFLOW.glob("[0-9]*/*.index"))
META_GRAPHS = sorted(TENSORFLOW.glob("[0-9]*/*.meta"))


def short(path):
    """The path as the tests show it."""
    return str(Path(path).relative_to(TENSORFLOW))
