"""Read state of workspaces that were handed in, in a process of its own: a command itself reads nothing of a learner's."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

import grader
from grader.core.shapes import Json, JsonObject
from grader.files.regular_file import read_below

BOOT = "import sys; sys.path.append(sys.argv[1]); from grader.classes.read_apart import serve; serve()"
MAX_BYTES = 1 << 20
MAX_NAME = 80
SECONDS = 60


def noted_courses(folders: Iterable[Path]) -> set[str]:
    """Return the ids of the courses in the notes of workspaces; a note that is damaged, or no regular file, has none."""
    return {str(one) for one in _read("workspace.json", dict.fromkeys(folders)).values()}


def quiz_counts(folders: Mapping[Path, str | None]) -> dict[Path, tuple[int, int, int]]:
    """Return how many quizzes were begun, how many answers given, and how many right, by folder; of its commit, if any."""
    found = _read("quiz.json", folders)
    return {Path(folder): (begun, answered, right) for folder, (begun, answered, right) in found.items()}


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
