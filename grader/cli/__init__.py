"""The command `learn`. It starts with gc, os and sys only: each import here slows every command down."""

import gc
import os
import sys


def main() -> None:
    """Run `learn` on the command line's arguments and exit."""
    gc.set_threshold(100_000)  # commands make many objects, which live until the end, and few cycles
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # more threads double the cost of importing numpy
    if any(stream and stream.encoding.lower() not in ("utf-8", "utf8") for stream in (sys.stdout, sys.stderr)):
        from grader.cli.transliterate import never_refuse

        never_refuse()
    from grader.cli.main import run

    code = run(sys.argv[1:])
    gc.freeze()  # else Python would search all objects for cycles before it ends: a tenth of the time of `learn list`
    sys.exit(code)


def drop_output() -> None:
    """Redirect standard output to nowhere, after its reader has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def drop_errors() -> None:
    """Redirect standard error to nowhere, when it is full: Python would fail to write the rest at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
