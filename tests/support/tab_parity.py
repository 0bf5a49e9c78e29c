"""Compare the verdicts of a browser's tab with those of `learn check`, document by document.

`python tests/support/tab_parity.py RUNTIME [N]` compares all of the corpora in Node, or N of them drawn by lot, and prints
every difference. RUNTIME is the folder that `.ci/runtime` makes.
"""

from __future__ import annotations

import json
import math
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import first_attempts
from learner_sets import IMPORT, read_variants, reference_set, write_variant
from named_mistakes import course
from node_tab import NodeTab, TabEndedError

from grader.authoring.site.tab_bundle import make_bundle
from grader.core.result import CourseStamp, Result
from grader.grading.grade_submission import grade_exercise
from grader.grading.prepared import PreparedExercises
from grader.grading.submission.folder import Submission
from grader.sandbox.examine import open_launcher
from grader.sandbox.launcher import Launcher
from grader.sandbox.process import LearnerProcess

CLOSE = 1e-9
"""Sums in products of matrices are made in another order where there is no BLAS."""
WARNING = re.compile(r"^\S+:\d+: RuntimeWarning: .*\n(?:  .*\n)?", re.MULTILINE)
"""A warning of numpy's: WebAssembly has no flags for overflow and division by zero, so a tab has none of them."""

REWORDED = re.compile(r"(min|max)\(\) arg is an empty sequence")
"""The words of Python 3.11; a tab has 3.12."""


class Case(NamedTuple):
    """A learner's file, and the others beside it, by their paths in `exercises/`."""

    corpus: str
    exercise: str
    name: str
    source: str
    others: Mapping[str, str] = {}


def read_cases() -> list[Case]:
    """Return all solutions, right variants, listed mistakes and first attempts, ordered by exercise."""
    cases = [*_solutions(), *_variants(), *_mistakes(), *_first_attempts()]
    return sorted(cases, key=lambda case: case.exercise)


def _solutions() -> Iterator[Case]:
    files = reference_set(course())
    given = {name: text for name, text in files.items() if name.startswith("given_")}
    for exercise in course().exercises():
        yield Case("solutions", exercise.name, exercise.name, files[exercise.name], given)


def _variants() -> Iterator[Case]:
    for name, variant in read_variants():
        if "float32" not in variant:  # wrong by its rounding, which is another one without BLAS
            yield Case("variants", name, variant, write_variant(course().exercise(course().find(name)), variant))


def _mistakes() -> Iterator[Case]:
    given = {name: text for name, text in reference_set(course()).items() if name.startswith("given_")}
    for exercise in course().exercises():
        for mistake in course().mistakes(exercise.id):
            source = IMPORT.sub(r"from given_\1 import \2", mistake.source)
            source = re.sub(r"^from \. import (\w+)", r"import given_\1", source, flags=re.MULTILINE)
            yield Case("mistakes", exercise.name, mistake.version, source, given)


def _first_attempts() -> Iterator[Case]:
    for folder in first_attempts.FOLDERS:
        for attempt in first_attempts.attempts(folder):
            yield Case("first attempts", attempt.exercise, attempt.name, attempt.source)


class Native:
    """The path of `learn check`: a file in a workspace, run by a process of its own."""

    def __init__(self, launcher: Launcher) -> None:
        self._launcher = launcher
        self._prepared = PreparedExercises(course())

    def check(self, case: Case) -> dict[str, Any]:
        """Return the result document of a case."""
        exercise_id = course().find(case.exercise)
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**case.others, exercise_id: case.source}.items():
                path = Path(folder, "exercises", f"{name}.py")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text.encode())
            submission = Submission(Path(folder))
            with LearnerProcess(self._launcher, submission.modules) as process:
                graded = grade_exercise(self._prepared.of(exercise_id, 0), submission, process)
        return Result("", CourseStamp(id="", version=0, sha256=""), (graded,)).to_json()


def comparable(document: Any) -> Any:
    """Return a document without what differs between two runs, or between a tab and a process by their nature."""
    document = json.loads(json.dumps(document))
    for key in ("tool", "course", "confinement"):
        del document[key]
    for exercise in document["exercises"]:
        del exercise["seconds"]
        for check in exercise["checks"]:
            check["stdout"] = WARNING.sub("", check["stdout"])
            check["message"] = REWORDED.sub(r"\1() iterable argument is empty", check["message"])
    return document


def differences(one: Any, other: Any, path: str = "") -> Iterator[str]:
    """Yield where two documents differ."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            yield from differences(one[key], other[key], f"{path}.{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, pair in enumerate(zip(one, other, strict=True)):
            yield from differences(*pair, f"{path}[{index}]")
    elif one != other and not _are_close(one, other):
        yield f"{path}: {json.dumps(one)[:300]} | {json.dumps(other)[:300]}"


def _are_close(one: object, other: object) -> bool:
    are_numbers = isinstance(one, float) and isinstance(other, float)
    return are_numbers and math.isclose(one, other, rel_tol=CLOSE, abs_tol=CLOSE)


def compare(cases: Sequence[Case], runtime: Path) -> Iterator[tuple[Case, list[str]]]:
    """Yield each case with the differences between its two documents: natively | in the tab."""
    with tempfile.TemporaryDirectory() as folder:
        bundle = Path(folder, "course.zip")
        bundle.write_bytes(make_bundle(course()))
        launcher = open_launcher()
        native = Native(launcher)
        with NodeTab(runtime, bundle) as tab, ThreadPoolExecutor(1) as at_once:
            for case in cases:
                answer = at_once.submit(_ask, case, tab)
                yield case, list(_compared(native.check(case), answer.result()))
        launcher.close()


def _ask(case: Case, tab: NodeTab) -> Any:
    """Return the document of a tab; None if the tab had to be ended."""
    try:
        answer = tab.ask("check", case.exercise, case.source, json.dumps(case.others))
    except TabEndedError:
        return None
    if answer["is_modified"]:  # as a page does
        tab.close()
    return answer["document"]


def _compared(document: Any, other: Any) -> Iterator[str]:
    if other is None:
        yield "the tab had to be ended"
    else:
        yield from differences(comparable(document), comparable(other))


def main(runtime: Path, count: int | None = None) -> None:
    """Print the differences and their number."""
    cases = read_cases()
    cases = random.Random().sample(cases, count) if count else cases
    made, differing = Counter[str](), Counter[str]()
    for case, found in compare(cases, runtime):
        made[case.corpus] += 1
        if found:
            differing[case.corpus] += 1
            print(f"{case.corpus}: {case.exercise}: {case.name}", *found, sep="\n    ", flush=True)  # noqa: T201
    for corpus, number in made.items():
        print(f"{corpus}: {differing[corpus]} of {number} differ")  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:3]))
