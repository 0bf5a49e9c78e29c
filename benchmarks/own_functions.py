"""Measure what `learn generate --mine` costs: `python benchmarks/own_functions.py [--rounds N] [--tokens N]`.

CPU time per token with the reference solutions as a learner's files, over that without `--mine`; medians of interleaved
rounds, from the 20th token on. The process that generates and the one that prints work at the same time, so the
first decides how long a token takes; the table has both.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from grader.course import find
from grader.course.course import Course
from grader.grading.submission.folder import Submission
from grader.sandbox.launcher import launcher
from grader.sandbox.own_system import OwnSystem, SystemModule

sys.path[:0] = [str(Path(__file__).parent.parent / "tests" / "support"), str(Path(__file__).parent.parent / "tests")]
from learner_sets import reference_set, write_set  # noqa: E402 - of the tests

PROMPT = "I think that"
"""The model goes on with it for ever."""
OPTIONS: dict[str, dict[str, Any]] = {"": {}, "--show": {"show": True}, "--cache none": {"cache": "none"}}
MOST = 1.3
WARM = 20
"""Tokens that are not measured."""
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
PRINTS_TIME = """
import time as _time
_drawn, _sample = 0, sample
def sample(p, u):
    global _drawn
    _drawn += 1
    if _drawn in ({first}, {last}):
        print(_time.process_time())
    return _sample(p, u)
"""
"""Added to a learner's file, which so tells how much CPU time its process has taken."""


def main() -> None:
    """Measure and print; exit 1 if a token takes more than 1.3 times as long."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--rounds", type=int, default=9, help="runs of each kind (9)")
    options.add_argument("--tokens", type=int, default=120, help="tokens of a text (120)")
    chosen = options.parse_args()
    if not os.environ.items() >= ONE_THREAD.items():  # numpy reads them while it is imported, so begin again
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **ONE_THREAD})
    course = Course(find())
    files = reference_set(course)
    files["sample_with_u"] += PRINTS_TIME.format(first=WARM, last=chosen.tokens)
    readable = [str(course.content.solutions.resolve())]
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(launcher(readable=readable)) as processes:
        write_set(course, Path(folder), files)
        own = OwnSystem(course, processes, Path(folder), Submission(Path(folder)).modules, course.exercise_ids)
        slow = print_ratios(course, own, chosen.tokens, chosen.rounds)
    if slow:
        sys.exit(f"slower than {MOST} times with: {', '.join(slow)}")


def print_ratios(course: Course, own: OwnSystem, tokens: int, rounds: int) -> list[str]:
    """Print a table of ratios; return the options with which the learner's functions are too slow."""
    slow = []
    generator: Any = course.solutions.reference("generator")
    module = SystemModule("generator", course.solutions.reference("lab/events").checked)
    print("| options | ms a token | with --mine | ratio | ms in the process that prints |\n|---|---|---|---|---|")
    for option, given in OPTIONS.items():
        request = {"prompt": PROMPT, "settings": generator.SETTINGS | settings(tokens), **given}
        taken = [
            (seconds_here(generator, request, tokens), *seconds_apart(own, module, request, tokens))
            for _ in range(rounds)
        ]
        usual, mine, printing = (1000 * statistics.median(each) for each in zip(*taken, strict=True))
        print(f"| `{option}` | {usual:.2f} | {mine:.2f} | {mine / usual:.2f} | {printing:.2f} |")
        if mine > MOST * usual:
            slow.append(option or "no option")
    return slow


def settings(tokens: int) -> dict[str, Any]:
    """Return settings under which nothing ends the text and every part of the sampler has something to do."""
    given = {"temperature": 0.3, "top_k": 40, "top_p": 0.99, "min_p": 0.001, "max_tokens": tokens}
    return {"stop": ["\N{SNOWMAN}"]} | given


def seconds_here(generator: Any, request: dict[str, Any], tokens: int) -> float:
    """Return the CPU time per token of a text that is written in this process."""
    times: list[float] = []
    generator.run(request, lambda event: None, lambda step, token: times.append(time.process_time()))
    return (times[-1] - times[-1 - tokens + WARM]) / (tokens - WARM)


def seconds_apart(own: OwnSystem, module: SystemModule, request: dict[str, Any], tokens: int) -> tuple[float, float]:
    """Return the CPU time per token in the learner's process, and in this one."""
    own.printed = ""
    times = [time.process_time() for _ in own.events(module, request, tokens)]
    first, last = map(float, own.printed.split())
    return (last - first) / (tokens - WARM), (times[-1] - times[0]) / tokens


if __name__ == "__main__":
    main()
