"""The command `learn`. It starts with os and sys only: each import here slows every command down."""

import os
import sys


def main() -> None:
    """Run `learn` on the command line's arguments and exit."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # more threads double the cost of importing numpy
    from grader.cli.main import run

    sys.exit(run(sys.argv[1:]))


def drop_output() -> None:
    """Redirect standard output to nowhere, after its reader has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
