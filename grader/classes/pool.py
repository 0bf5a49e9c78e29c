"""Grade a class: shards of submissions, in processes of this machine or wherever an executor sends them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor

from grader.classes.grade_one import Item, Job, Line
from grader.classes.processes import grade_here
from grader.classes.sending import grade_elsewhere

LARGEST_SHARD = 25
SHARDS_FOR_EACH = 4
"""How many shards a process gets at least, so that none is left with a long one at the end."""


def grade_all(job: Job, items: Sequence[Item], executor: Executor | None = None, count: int = 0) -> Iterator[Line]:
    """Grade submissions, and yield a line for each in the order in which they are done.

    Without an executor, `count` processes of this machine do it, as many as it has processors if that is 0. Any executor
    will do; `count` is how many things it does at once.

    Raises:
        ClassError: the class cannot be graded; the message says why. Results written so far are kept.
    """
    count = count or processors()
    if executor is None:
        yield from grade_here(job, shards(items, count), count)
    else:
        yield from grade_elsewhere(job, items, executor, count)


def shards(items: Sequence[Item], count: int) -> list[Sequence[Item]]:
    """Divide submissions into shards for `count` processes."""
    size = max(1, min(LARGEST_SHARD, len(items) // (count * SHARDS_FOR_EACH)))
    return [items[start : start + size] for start in range(0, len(items), size)]


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
