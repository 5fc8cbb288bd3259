"""`python -m autograph`: the command line."""

import sys

from .cli import main  # noqa: TID251

if __name__ == "__main__":
    sys.exit(main())
