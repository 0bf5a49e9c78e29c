"""A stored result document, read back: so that every report can be written again without grading again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grader.core.errors import ReportError
from grader.core.json_model import Kind, ShapeError
from grader.core.result import RESULT, SCHEMA, SUBMISSION, Result, Submitted

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
    result: Result = _loaded(RESULT, document, "")
    return result


def read_submission(document: Mapping[str, Any]) -> Submitted | None:
    """Return what a result says of its submission; None if it was graded by itself, not with a class.

    Raises:
        ReportError: it does not keep to the schema.
    """
    if document.get("submission") is None:
        return None
    submitted: Submitted = _loaded(SUBMISSION, document["submission"], "submission")
    return submitted


def _loaded(kind: Kind, data: Any, path: str) -> Any:
    try:
        return kind.load(data)
    except ShapeError as error:
        raise ReportError(f"this result is damaged ({f'{path}{error}'.removeprefix('.')}); grade again") from error
