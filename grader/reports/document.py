"""Load stored results, so that every report can be written again without grading again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from grader.core.errors import ReportError
from grader.core.json_model import Kind, ShapeError
from grader.core.result import RESULT, SCHEMA, SUBMISSION, Result, Submitted

RESULTS, SECONDS, SETTINGS = "results", "seconds", "run.json"
"""The folders and the file that a class's results are stored in."""


def read_document(path: Path) -> Any:
    """Return the JSON of a result's file; names of learners' files in it may be invalid UTF-8.

    Raises:
        OSError: it cannot be read.
        ValueError: it is no JSON.
    """
    return json.loads(path.read_bytes().decode("utf-8", "surrogateescape"))


def read(document: Mapping[str, Any]) -> Result:
    """Return the result in a document of schema `learn/result/v1`; unknown keys are ignored.

    Raises:
        ReportError: it is not such a document.
    """
    if document.get("schema") != SCHEMA:
        raise ReportError(f"this is no result: its schema is {document.get('schema')!r}, not {SCHEMA!r}")
    return cast(Result, _loaded(RESULT, document, ""))


def read_submission(document: Mapping[str, Any]) -> Submitted | None:
    """Return a result's data on its submission; None if it was not graded with a class.

    Raises:
        ReportError: it does not keep to the schema.
    """
    if document.get("submission") is None:
        return None
    return cast(Submitted, _loaded(SUBMISSION, document["submission"], "submission"))


def _loaded(kind: Kind, data: Any, path: str) -> Any:
    try:
        return kind.load(data)
    except ShapeError as error:
        raise ReportError(f"this result is damaged ({f'{path}{error}'.removeprefix('.')}); grade again") from error
