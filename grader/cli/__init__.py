"""The command `learn`. What is imported here costs time in every start, so nothing is that need not be."""

import os
import sys

NARROW = 80


def main() -> None:
    """Run `learn`."""
    if sys.argv[1:] == ["--help"] and _is_wide():
        _show_prepared_help()
        return
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # more threads double the cost of importing numpy
    from grader.cli.main import run

    sys.exit(run(sys.argv[1:]))


def _show_prepared_help() -> None:
    try:
        with open(os.path.join(os.path.dirname(__file__), "help.txt"), encoding="utf-8") as file:
            sys.stdout.write(file.read())
            sys.stdout.flush()
    except BrokenPipeError:
        drop_output()


def drop_output() -> None:
    """Write to nowhere from now on: nobody reads any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _is_wide() -> bool:
    """Say whether the prepared help text fits; a narrow terminal gets it wrapped anew."""
    try:
        return not sys.stdout.isatty() or os.get_terminal_size().columns >= NARROW
    except (OSError, ValueError, AttributeError):
        return True
