"""How long the whole course takes: all reference solutions handed in as one submission, graded by `learn grade`.

Run it with `python benchmarks/grade_all.py`. The solutions import one another as parts of a package; in the submission
they import one another as a learner's files do.
"""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from grader import content
from grader.course import Course

RELATIVE = re.compile(r"^(\s*from )\.[\w.]*?(\w+)( import )", re.MULTILINE)
TARGET_SECONDS = 20.0


def submission(course: Course, folder: Path) -> None:
    """Write all solutions as a learner would hand them in."""
    for exercise_id in course.exercise_ids:
        text = course.solutions.path(exercise_id).read_text("utf-8")
        (folder / f"{exercise_id.rpartition('/')[2]}.py").write_text(RELATIVE.sub(r"\1\2\3", text), "utf-8")
    for path in course.content.solutions.glob("*.py"):
        (folder / path.name).write_text(path.read_text("utf-8"), "utf-8")


def main() -> None:
    """Print what grading everything takes."""
    course = Course(content.find())
    with tempfile.TemporaryDirectory() as folder:
        submission(course, Path(folder))
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        command = [sys.executable, "-m", "grader", "grade", folder]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        seconds, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    result = json.loads(done.stdout)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"{len(result['exercises'])} exercises, {result['score']} of {result['max_score']} points")
    print(f"{seconds:.1f} s wall, {cpu:.1f} s CPU (target: under {TARGET_SECONDS:g} s)")
    for exercise in sorted(result["exercises"], key=lambda each: -each["seconds"])[:5]:
        print(f"  {exercise['seconds']:6.2f} s  {exercise['id']}")
    for exercise in result["exercises"]:
        if exercise["status"] != "pass":
            print(f"  {exercise['status']}: {exercise['id']}")


if __name__ == "__main__":
    main()
