"""explain a rule of `autograph check`.

autograph rule AG103                what it is about, with a bad and a good example
autograph rule outer-attribute-set  the same, by name
autograph rule                      all rules, one a line
"""

from __future__ import annotations

import argparse

from autograph.terminal import Terminal


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command."""
    parser.add_argument(
        "rules", nargs="*", metavar="RULE", help="codes, starts of codes, or names; all rules when none is given"
    )
    parser.add_argument("--page", action="store_true", help="print the page of documentation")


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    """Prints explanations."""
    from autograph.checker.explanation import explained, listed, page
    from autograph.checker.rulebook import codes_of, rulebook

    if options.page:
        print(page(), end="")
    elif options.rules:
        texts = [explained(rulebook()[code]) for code in sorted(codes_of(options.rules))]
        print("\n".join(texts), end="")
    else:
        print("\n".join(listed()))
    return 0
