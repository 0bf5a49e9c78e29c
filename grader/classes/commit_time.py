"""Read the time of a clone's last commit.

The time comes from the committer's clock and can be set to anything; a table of times of pushes is better evidence.
"""

import re
from datetime import datetime, timedelta, timezone
from pathlib import Path

from grader.classes.clone import head, opened
from grader.classes.discover import only_folder
from grader.files.regular_file import UnreadableError

COMMITTER = re.compile(r"^committer .* (\d{1,12}) ([+-])(\d\d)(\d\d)$", re.MULTILINE)


def commit_time(folder: Path) -> datetime | None:
    """Return the time of the commit that a clone has checked out; None if it is no clone, or git is not installed.

    The clone may be the only folder in a folder.
    """
    git = only_folder(folder) / ".git"
    commit = head(git)
    if commit is None or not (git / "objects").is_dir():
        return None
    try:
        with opened(git) as objects:
            return committed(objects.read(commit, "commit"))
    except UnreadableError:
        return None


def committed(commit: bytes) -> datetime | None:
    """Return the time of a commit by its committer's clock; None if it has none."""
    header = commit.partition(b"\n\n")[0]  # the message after it may hold a line like a committer's
    match = COMMITTER.search(header.decode("utf-8", "replace"))
    if match is None:
        return None
    seconds, sign, hours, minutes = match.groups()
    offset = timedelta(hours=int(hours), minutes=int(minutes)) * (-1 if sign == "-" else 1)
    try:
        return datetime.fromtimestamp(int(seconds), timezone(offset))
    except (OverflowError, ValueError, OSError):
        return None
