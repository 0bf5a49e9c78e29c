"""Read state of workspaces that were handed in, in a process of its own: a command itself reads nothing of a learner's."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import grader
from grader.core.shapes import Json, JsonObject
from grader.files.regular_file import read_below

BOOT = "import sys; sys.path.append(sys.argv[1]); from grader.classes.read_apart import serve; serve()"
MAX_BYTES = 1 << 20
MAX_NAME = 80
SECONDS = 60


class QuizCount(NamedTuple):
    """How many quizzes somebody has begun, how many questions they have answered, and how many rightly."""

    quizzes: int
    answered: int
    right: int

    @property
    def text(self) -> str:
        """Return the counts in words."""
        return f"{self.right} of {self.answered} answers right; quizzes and drills begun: {self.quizzes}"


def noted_courses(folders: Iterable[Path]) -> set[str]:
    """Return the ids of the courses in the notes of workspaces; a note that is damaged, or no regular file, has none."""
    return {str(one) for one in _read("workspace.json", dict.fromkeys(folders)).values()}


def quiz_counts(folders: Mapping[Path, str | None]) -> dict[Path, QuizCount]:
    """Return the counts of the quizzes that were begun, by folder; of its commit, if any."""
    return {Path(folder): QuizCount(*counts) for folder, counts in _read("quiz.json", folders).items()}


def handed_in_quizzes(noted: JsonObject, commits: Mapping[str, str | None]) -> dict[str, QuizCount]:
    """Return the counts of students whose folder, or the commit of it that was graded, has answers.

    They are learners' word, not a grade. `noted` says where each submission was in the last run.
    """
    from grader.classes.plan import SUBMISSIONS  # the process that reads needs less

    places = noted.get(SUBMISSIONS)
    folders: dict[str, Path] = {}
    for student in sorted(commits):
        try:
            path, files = places[student]  # type: ignore[index]  # anything, if the file was edited
        except (KeyError, TypeError, ValueError):
            continue
        if not files:
            folders[student] = Path(str(path)).absolute()
    counts = quiz_counts({folder: commits[student] for student, folder in folders.items()})
    return {student: counts[folder] for student, folder in folders.items() if folder in counts}


def serve() -> None:
    """Answer the request on stdin, a file's name and folders of workspaces with their commits: what READERS finds in the file of each."""
    name, folders = json.load(sys.stdin)
    found = ((folder, _try(name, Path(folder), commit)) for folder, commit in folders.items())
    json.dump({folder: one for folder, one in found if one}, sys.stdout)


def _read(name: str, folders: Mapping[Path, str | None]) -> JsonObject:
    listed = {
        str(folder.absolute()): commit
        for folder, commit in folders.items()
        if commit or os.path.lexists(folder / ".learn" / name)
    }
    if not listed:
        return {}
    option = "-I" if sys.flags.isolated else "-P"  # nothing is imported from the current folder
    command = [sys.executable, option, "-c", BOOT, str(Path(grader.__file__).resolve().parents[1])]
    try:
        request = json.dumps([name, listed]).encode()
        ran = subprocess.run(command, input=request, capture_output=True, timeout=SECONDS, check=False)
        return dict(json.loads(ran.stdout))
    except (OSError, subprocess.TimeoutExpired, ValueError):
        return {}


def _try(name: str, folder: Path, commit: str | None) -> Json:
    from grader.classes.at_deadline import file_of  # the parent needs less

    with contextlib.suppress(ValueError, KeyError, TypeError, AttributeError, RecursionError, MemoryError):
        path = folder / ".learn" / name
        content = (
            file_of(folder, commit, (".learn", name), MAX_BYTES) if commit else read_below(folder, path, MAX_BYTES)
        )
        return READERS[name]((content or b"{}").decode())
    return None


def _course(text: str) -> Json:
    data = json.loads(text)
    return data["course"][:MAX_NAME] if isinstance(data["course"], str) else None


def _quiz(text: str) -> Json:
    from grader.questions.quiz import progress  # few hand in their answers

    kept = progress.parse(text)
    scores = [score for sitting in kept.sittings.values() for score in sitting.scores.values()]
    begun = sum(bool(sitting.scores) for sitting in kept.sittings.values())
    return [begun, len(scores), sum(score.is_right for score in scores)] if scores else None


READERS: Final[dict[str, Callable[[str], Json]]] = {"workspace.json": _course, "quiz.json": _quiz}
