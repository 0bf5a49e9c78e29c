"""Remember what the gate has found right, by the content of all that it depends on, for `learn author check --changed`."""

import hashlib
import sys
from collections import Counter
from contextlib import suppress
from functools import cache
from pathlib import Path

import numpy as np

import grader
from grader.authoring.validate_submissions import submissions_folder
from grader.course.course import TABLE, Course, SolutionError
from grader.course.dependencies import code_sha256, exercise_sha256, files_sha256
from grader.course.parsed_cache import ParsedCache, default_cache
from grader.files.strict_yaml import YamlError
from grader.questions.numeric.question import FOLDER, MISTAKES

ROOMS = ("child", "core", "files", "checks", "course", "sandbox", "grading", "questions", "authoring")
"""The rooms whose code decides whether an exercise or a numeric question is right."""
NAME = "proof"


class Proofs:
    """The exercises and numeric questions of a course in which the gate has found no problem.

    A hash is computed once, before the thing is inspected: what is edited meanwhile is not taken for right.
    """

    def __init__(self, course: Course, *, is_forgetful: bool = False) -> None:
        self._course = course
        self._is_forgetful = is_forgetful
        self._cache = ParsedCache(default_cache())
        self._keys: dict[str, str] = {}

    def counts(self, thing: str) -> Counter[str] | None:
        """Return what was counted in an exercise, by its id, or a question, by its path, when it was found right as it is now.

        None if it was not yet, if it cannot be read, or if nothing is to be remembered.
        """
        self._keys[thing] = key = self._key(thing)
        known = self._cache.read(NAME, key) if key and not self._is_forgetful else {}
        return Counter(known["counts"]) if known else None

    def keep(self, thing: str, counts: Counter[str]) -> None:
        """Remember that there is no problem in a thing, as it was when its counts were asked for."""
        if key := self._keys[thing]:
            self._cache.write(NAME, key, {"thing": thing, "counts": dict(counts)})

    def _key(self, thing: str) -> str:
        """Return a hash over all that decides whether a thing is right; empty if it cannot be read."""
        course = self._course
        with suppress(YamlError, SolutionError, OSError):
            if thing.startswith(f"{FOLDER}/"):
                depends = code_sha256(course.solutions, [thing, f"{thing}{MISTAKES}"])
            else:
                root = course.content.exercises.parent
                beside = [
                    *course.content.exercises.glob(f"{thing}.*"),
                    *course.content.solutions.glob(f"{thing}_*.yaml"),
                ]
                beside += [course.content.exercises / f"{TABLE}.yaml", *submissions_folder(course, thing).glob("*.py")]
                depends = f"{exercise_sha256(course, thing)} {files_sha256(root, beside)}"
            return hashlib.sha256(f"{_engine_sha256()}\0{thing}\0{depends}".encode()).hexdigest()
        return ""


@cache
def _engine_sha256() -> str:
    """Return a hash over the code of the gate, and the versions of Python and numpy."""
    package = Path(grader.__file__).parent
    code = files_sha256(package, (path for room in ROOMS for path in (package / room).rglob("*.py")))
    return f"{sys.version}\0{np.__version__}\0{code}"
