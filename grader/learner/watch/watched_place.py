"""The course and the workspace that a watch is about."""

from __future__ import annotations

from typing import NamedTuple


class WatchedPlace(NamedTuple):
    """The folders of the course, None for the installed one, and of the workspace, and the confinement wanted."""

    course: str | None
    workspace: str
    confine: str
