"""The command `learn`.

It starts with gc, os and sys only: each import here slows every command down, and is made before a Ctrl-C is heeded.
"""

import gc
import os
import sys

TYPE_CHECKING = False  # of `typing`, without its import
if TYPE_CHECKING:
    from sys import UnraisableHookArgs
    from typing import TextIO

INTERRUPTED = 130


def main() -> None:
    """Run `learn` on the command line's arguments and exit; a Ctrl-C at any time ends it without a traceback."""
    try:
        code = _run(sys.argv[1:])
        _ignore_interrupts()  # what is left is the end of Python
    except BaseException as error:
        if not is_interrupt(error):
            raise
        _ignore_interrupts()
        code = INTERRUPTED
        try:
            os.write(2, b"learn: interrupted\n")
        except OSError:  # standard error is full; the exit code says it
            drop_errors()
    sys.exit(code)


def _run(arguments: list[str]) -> int:
    sys.unraisablehook = _pass_on_interrupt
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            setattr(sys, name, _open_nowhere(number))
    gc.set_threshold(100_000)  # commands make many objects, which live until the end, and few cycles
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # more threads double the cost of importing numpy
    if any(stream.encoding.lower() not in ("utf-8", "utf8") for stream in (sys.stdout, sys.stderr)):
        from grader.cli.transliterate import never_refuse

        never_refuse()
    from grader.cli.main import run

    code = run(arguments)
    gc.freeze()  # else Python would search all objects for cycles before it ends: a tenth of the time of `learn list`
    return code


def _open_nowhere(number: int) -> "TextIO":
    """Open a standard stream that the caller has closed: else the next file that is opened gets its number."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    if nowhere != number:
        os.dup2(nowhere, number)
        os.close(nowhere)
    os.set_inheritable(number, True)  # noqa: FBT003 - it takes no names
    return open(number, "w" if number else "r", encoding="utf-8", closefd=False)


def is_interrupt(error: BaseException | None) -> bool:
    """Return whether an error is a Ctrl-C, or was made of one: Python 3.11 makes a RuntimeError of it within a class."""
    return error is not None and (isinstance(error, KeyboardInterrupt) or is_interrupt(error.__cause__))


def _pass_on_interrupt(unraisable: "UnraisableHookArgs") -> None:
    """Interrupt again where Python has caught a Ctrl-C in a finalizer and would print it; print any other error."""
    from _thread import start_new_thread

    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        start_new_thread(_interrupt_soon, ())  # at once, it would come within this function, and be lost again
    else:
        sys.__unraisablehook__(unraisable)


def _interrupt_soon() -> None:
    from _thread import interrupt_main
    from time import sleep

    sleep(0.05)
    interrupt_main()


def _ignore_interrupts() -> None:
    from signal import SIG_IGN, SIGINT, signal

    signal(SIGINT, SIG_IGN)


def drop_output() -> None:
    """Redirect standard output to nowhere, after its reader has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def drop_errors() -> None:
    """Redirect standard error to nowhere, when it is full: Python would fail to write the rest at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
