"""The editor of task pages: the checked-in file is the one that its pinned packages give."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from places import PACKAGE, ROOT

SOURCE = ROOT / ".ci" / "editor"
BUILT = "grader/authoring/site/template/tab/editor.js"


@pytest.mark.external
@pytest.mark.skipif(not shutil.which("npm"), reason="there is no npm to build it with")
@pytest.mark.skipif(not SOURCE.is_dir(), reason="the sources are in the checkout only")
def test_the_editor_is_the_one_that_its_lock_file_gives(tmp_path: Path) -> None:
    shutil.copytree(SOURCE, tmp_path / ".ci" / "editor", ignore=shutil.ignore_patterns("node_modules"))
    (tmp_path / BUILT).parent.mkdir(parents=True)
    subprocess.run([tmp_path / ".ci" / "editor" / "build"], check=True, capture_output=True)
    assert (tmp_path / BUILT).read_bytes() == (PACKAGE.parent / BUILT).read_bytes()
