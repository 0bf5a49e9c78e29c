"""Measure the cost of confinement: grading one submission, and starting the first learner's process of a run.

Run it with `python benchmarks/confinement_cost.py`. Confined and unconfined rounds are interleaved in one process. Compare the
ratios of the medians; the times depend on the machine.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from grader.course import find
from grader.course.course import Course
from grader.course.exercise import Limits
from grader.grading.grade_submission import grade
from grader.grading.submission.folder import Submission
from grader.sandbox.confinement import Confinement, ConfinementMode, prepare
from grader.sandbox.launcher import ForkServerLauncher
from grader.sandbox.process import LearnerProcess

ROUNDS = 25
COLD_ROUNDS = 15
SUBMISSION = Path(__file__).parent.parent / "examples" / "all_right"


def medians(rounds: int, *jobs: Callable[[], None]) -> list[float]:
    """Run the jobs in interleaved rounds after a warm-up round; return the median milliseconds of each."""
    times: list[list[float]] = [[] for _ in jobs]
    for number in range(rounds + 1):
        for job, taken in zip(jobs, times, strict=True):
            started = time.perf_counter()
            job()
            if number:
                taken.append(1000 * (time.perf_counter() - started))
    return [statistics.median(taken) for taken in times]


def grading(lock: Confinement | None) -> tuple[ForkServerLauncher, Callable[[], None]]:
    """Return a launcher with these layers, and the job of grading one submission of four exercises with it."""
    course, launcher = Course(find()), ForkServerLauncher(lock)
    ids = [
        "scores/softmax_by_hand",
        "scores/temperature_rescaling",
        "picking/top_3_renormalisation",
        "picking/nucleus_membership",
    ]

    def job() -> None:
        result = grade(course, Submission(SUBMISSION), launcher, exercise_ids=ids)
        assert result.score == result.max_score

    return launcher, job


def cold_start(*, is_confined: bool) -> Callable[[], None]:
    """Return the job of preparing confinement, starting the server and the first learner's process, and ending both."""

    def job() -> None:
        wanted = ConfinementMode.AUTO if is_confined else ConfinementMode.NONE
        launcher = ForkServerLauncher(prepare(wanted, may_wrap=False))
        with LearnerProcess(launcher, {"f": ("f.py", b"def f(): return 1\n")}) as process:
            assert process.load("f", ["f"], Limits(), 10.0).is_callable
        launcher.close()

    return job


def main() -> None:
    """Print both comparisons."""
    lock = prepare(ConfinementMode.AUTO, may_wrap=False)
    if lock is None:
        sys.exit("there is no confinement on this platform")
    (free, free_job), (confined, confined_job) = grading(None), grading(lock)
    plain, locked = medians(ROUNDS, free_job, confined_job)
    free.close()
    confined.close()
    cold_plain, cold_locked = medians(COLD_ROUNDS, cold_start(is_confined=False), cold_start(is_confined=True))
    print(f"layers: {', '.join(lock.layers)}")
    print(f"{'':<44}{'unconfined':>12}{'confined':>12}{'ratio':>8}{'target':>8}")
    rows = [
        ("grading one submission of four exercises", plain, locked, 1.15),
        ("first learner's process, from nothing", cold_plain, cold_locked, 1.3),
    ]
    for name, before, after, target in rows:
        print(f"{name:<44}{before:>9.1f} ms{after:>9.1f} ms{after / before:>8.2f}{target:>8.2f}")


if __name__ == "__main__":
    main()
