"""Do the same for several exercises at once, one to a processor."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager
from functools import partial
from typing import TypeVar

from grader.classes.pool import processors
from grader.core.errors import CourseError
from grader.course.course import Course
from grader.learner.watch.stop_signals import handling

Done = TypeVar("Done")


def for_each(
    course: Course, chosen: Sequence[str], function: Callable[..., Done], *arguments: object
) -> Iterator[tuple[str, Done]]:
    """Yield each exercise with `function(*arguments, exercise)`, in their order; those that take long are begun first."""
    count = min(len(chosen), processors()) or 1
    with _terminated_like_ctrl_c(), ProcessPoolExecutor(count, initializer=_leave_signals_to_parent) as pool:
        longest_first = sorted(chosen, key=lambda name: _size_of_mistakes(course, name), reverse=True)
        parts = {name: pool.submit(_until_terminated, partial(function, *arguments, name)) for name in longest_first}
        try:
            for exercise_id in chosen:
                yield exercise_id, parts[exercise_id].result()
        except BrokenProcessPool as error:
            what = "code of the course has ended the process that ran it, as `os._exit` does, or a crash"
            raise CourseError(f"{what}; inspect one exercise after the other to find it") from error
        except BaseException:
            for process in multiprocessing.active_children():  # else the pool would work off all that is left
                process.terminate()
            raise


def _leave_signals_to_parent() -> None:
    """Ignore Ctrl-C, which reaches the parent too, and end at once when it terminates this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _until_terminated(function: Callable[[], Done]) -> Done:
    """Call a function; end this process when it is terminated, but close launchers and remove folders before."""
    try:
        with _terminated_like_ctrl_c():
            return function()
    except KeyboardInterrupt:
        os._exit(0)


def _terminated_like_ctrl_c() -> AbstractContextManager[None]:
    """Raise KeyboardInterrupt when this process is terminated: by default it would end and leave its children behind."""
    return handling({"SIGTERM": signal.default_int_handler})


def _size_of_mistakes(course: Course, exercise_id: str) -> int:
    """Return the size of an exercise's mistakes in bytes, a rough measure of the time it takes."""
    path = course.solutions.mistakes_path(exercise_id)
    return path.stat().st_size if path.is_file() else 0
