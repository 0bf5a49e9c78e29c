"""A stored result document, read back: so that every report can be written again without grading again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grader.core.errors import ReportError
from grader.core.result import SCHEMA, CheckResult, CourseStamp, ExerciseResult, Location, NamedMistake, Result
from grader.core.verdict import Verdict

RESULTS, SECONDS, SETTINGS = "results", "seconds", "run.json"
"""The folders and the file that a class's results are stored in."""


def read_document(path: Path) -> Any:
    """Return what a result's file holds; a file of a learner may have a name that is no text.

    Raises:
        OSError: it cannot be read.
        ValueError: it is no JSON.
    """
    return json.loads(path.read_bytes().decode("utf-8", "surrogateescape"))


def read(document: Mapping[str, Any]) -> Result:
    """Return the result that a document of schema `learn/result/v1` holds; keys that came later are left out.

    Raises:
        ReportError: it is not such a document.
    """
    if document.get("schema") != SCHEMA:
        raise ReportError(f"this is no result: its schema is {document.get('schema')!r}, not {SCHEMA!r}")
    try:
        return Result(
            tool_version=document["tool"]["version"],
            course=CourseStamp(**{name: document["course"][name] for name in CourseStamp._fields}),
            exercises=tuple(map(_exercise, document["exercises"])),
            student=document["student"],
            seed=document["seed"],
            confinement=tuple(document["confinement"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ReportError(f"this result is damaged ({type(error).__name__}: {error}); grade again") from error


def _exercise(data: Mapping[str, Any]) -> ExerciseResult:
    return ExerciseResult(
        id=data["id"],
        title=data["title"],
        file=data["file"],
        checks=tuple(map(_check, data["checks"])),
        seconds=data["seconds"],
    )


def _check(data: Mapping[str, Any]) -> CheckResult:
    mistake, location = data["mistake"], data["location"]
    check = CheckResult(
        name=data["name"],
        verdict=Verdict(data["status"]),
        max_score=data["max_score"],
        message=data["message"],
        call=data["call"] or "",
        got=data["got"] or "",
        expected=data["expected"] or "",
        mistake=NamedMistake(**mistake) if mistake else None,
        location=Location(**location) if location else None,
        stdout=data["stdout"],
        note=data["note"] or "",
        is_hidden=data["hidden"],
    )
    if check.score != data["score"]:
        raise ValueError(f"the check {check.name!r} has {data['score']} points and the verdict {check.verdict.value}")
    return check
