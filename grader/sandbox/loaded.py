"""What became of loading a learner's file, as their process tells it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from grader.core.call import Happened, Outcome, Raised
from grader.sandbox.child.codec import Json, WireError, clean
from grader.sandbox.protocol import is_line, read_happened, read_raised


class Loaded(NamedTuple):
    """What became of loading a learner's file: an outcome, and what the file defines."""

    outcome: Outcome
    is_defined: bool = False
    is_callable: bool = False
    names: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    line: int | None = None


def read_loaded(header: Json, limit_texts: Mapping[Happened, str]) -> Loaded:
    """Read what a process says of loading.

    Raises:
        WireError: it says it in a form that it should not use.
    """
    happened = read_happened(header)
    names, missing = header.get("names", []), header.get("missing", [])
    if not isinstance(missing, list) or not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise WireError("a malformed answer to loading")
    has_error = happened in (Happened.RAISED, Happened.FORBIDDEN)
    raised: Raised | None = read_raised(header.get("error")) if has_error else None
    return Loaded(
        Outcome(
            happened=happened, raised=raised, detail=limit_texts.get(happened) or (raised.message if raised else "")
        ),
        is_defined=header.get("is_defined") is True,
        is_callable=header.get("callable") is True,
        names=tuple(clean(name, 60) for name in names[:20]),
        missing=tuple(str(name) for name in missing),
        line=header["line"] if is_line(header.get("line")) else None,
    )
