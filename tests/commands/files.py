"""The command line in this process, and files to give to it."""

from autograph.cli import main  # noqa: TID251
from tests.formats.fixtures import BROKEN, TENSORFLOW

MLP = str(TENSORFLOW / "01_mlp" / "model")
FROZEN = str(TENSORFLOW / "14_frozen" / "frozen.pb")
SAVED_MODEL = str(TENSORFLOW / "saved_model")
OBJECTS = str(TENSORFLOW / "objects" / "ckpt-1")
FLIPPED = str(BROKEN / "b05_data_bit_flip" / "model")


class Terminal:
    """Runs commands, and gives what they print."""

    def __init__(self, capsys):
        self._capsys = capsys

    def __call__(self, *arguments, code=0):
        """What a command prints on standard output; it has to end with this code, and with no error."""
        found = main(list(map(str, arguments)))
        printed = self._capsys.readouterr()
        assert (found, printed.err) == (code, "")
        return printed.out

    def error(self, *arguments, code=1):
        """The error that a command prints, which has to end with this code and print nothing else."""
        found = main(list(map(str, arguments)))
        printed = self._capsys.readouterr()
        assert (found, printed.out) == (code, "")
        assert "Traceback" not in printed.err
        return printed.err.removeprefix("error: ").rstrip("\n")
