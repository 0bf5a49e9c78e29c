"""Where the files are that learners' processes run: numpy, and `child/`."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from grader.core.errors import LaunchError


def child_folder() -> str:
    """Return the folder of what runs in learners' processes."""
    return str(Path(__file__).resolve().parent / "child")


def numpy_folder() -> str:
    """Return the folder that numpy is installed in.

    Raises:
        LaunchError: it is not installed.
    """
    found = importlib.util.find_spec("numpy")  # finds it without loading it
    if found is None or found.origin is None:
        raise LaunchError("numpy is not installed; install token-by-token again")
    return str(Path(found.origin).parent.parent)
