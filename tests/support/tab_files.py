"""The files that let a site's pages check code: the runtime that `.ci/runtime` makes, and the bundle of the course."""

from __future__ import annotations

import os
import shutil
from functools import cache
from pathlib import Path

import pytest
from places import COURSE

from grader.authoring.site.tab_bundle import engine_files as files_of

VARIABLE = "LEARN_RUNTIME"


def runtime_folder() -> Path:
    """Return the folder of the runtime that the environment names; skip the test if it names none."""
    if not os.environ.get(VARIABLE):
        pytest.skip(f"{VARIABLE} names no folder of `.ci/runtime`")
    return Path(os.environ[VARIABLE])


def need_node() -> None:
    """Skip the test if there is no Node."""
    if not shutil.which("node"):
        pytest.skip("there is no Node to start")


@cache
def engine_files() -> dict[str, bytes]:
    """Return the files of the engine by their paths in a site's `tab/`; skip the test if there is no runtime."""
    return files_of(COURSE, runtime_folder())
