"""Time the whole course: all reference solutions handed in as one submission, graded by `learn grade`.

Run it with `python benchmarks/grade_all.py`. The exit code is 1 unless every exercise gets all its points. The solutions
import one another as modules of a package; the submission's files import one another as a learner's do. Where an exercise
names the exercises that it builds on, `learn grade` lends their functions and nothing else, so helper functions are in files of
the submission, as a learner's would be.
"""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from grader.course import find
from grader.course.course import Course

IMPORT = re.compile(r"^from \.[\w.]*?(\w+) import (.+)$", re.MULTILINE)
HELPERS = "helpers_of_"
TARGET_SECONDS = 20.0


def write_submission(course: Course, folder: Path) -> None:
    """Write all solutions as a submission, each with a copy for the files that import its helper functions."""
    for exercise_id in course.exercise_ids:
        text, name = course.solutions.path(exercise_id).read_text("utf-8"), exercise_id.rpartition("/")[2]
        text = IMPORT.sub(lambda found: as_learners_import(course, found), text)
        for file in (f"{name}.py", f"{HELPERS}{name}.py"):
            (folder / file).write_text(text, "utf-8")


def as_learners_import(course: Course, found: re.Match[str]) -> str:
    """Return an import from another solution, from its copy if it needs more than the exercise's own functions."""
    module, names = found.groups()
    imported = {name.partition(" as ")[0] for name in names.split(", ")}
    is_lent = imported <= set(course.exercise(course.find(module)).functions)
    return f"from {'' if is_lent else HELPERS}{module} import {names}"


def main() -> None:
    """Print the time of grading everything."""
    course = Course(find())
    with tempfile.TemporaryDirectory() as folder:
        write_submission(course, Path(folder))
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        command = [sys.executable, "-m", "grader", "grade", folder, "--seed", "1"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        seconds, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(done.stderr)
    result = json.loads(done.stdout)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    load = " ".join(f"{each:.2f}" for each in os.getloadavg())
    print(f"{len(result['exercises'])} exercises, {result['score']} of {result['max_score']} points")
    print(f"{seconds:.1f} s wall, {cpu:.1f} s CPU (target: under {TARGET_SECONDS:g} s), load {load}")
    for exercise in sorted(result["exercises"], key=lambda each: -each["seconds"])[:5]:
        print(f"  {exercise['seconds']:6.2f} s  {exercise['id']}")
    sys.exit("\n".join(complaints(result, course.exercise_ids)) or None)


def complaints(result: dict[str, Any], exercise_ids: list[str]) -> list[str]:
    """Return the exercises that were not graded and the checks that did not pass."""
    graded = {exercise["id"]: exercise["checks"] for exercise in result["exercises"]}
    missing = [f"{each}: not graded" for each in exercise_ids if each not in graded]
    return missing + [
        f"{each}, {check['name']}: {check['status']}: {check['message']}"
        for each, checks in graded.items()
        for check in checks
        if check["status"] != "pass"
    ]


if __name__ == "__main__":
    main()
