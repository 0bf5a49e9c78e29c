"""The bundle of a site whose pages check code: small, the same twice, and enough without what a tab lacks."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from places import COURSE

from grader.authoring.site import runtime
from grader.authoring.site.runtime import FILES, is_whole, read_runtime
from grader.authoring.site.tab_bundle import make_bundle
from grader.core.errors import UserError
from grader.course.printed_solution import printed_solution

MOST_BYTES = 1_500_000
CHECK = """
import json, sys
from grader.tab.worker import Tab
tab = Tab(sys.argv[1])
for name, source in json.load(sys.stdin):
    answer = json.loads(tab.check(name, source))
    print(answer["document"]["status"], len(answer["html"]) > 100)
"""


@pytest.mark.slow
def test_a_bundle_is_small_and_the_same_twice() -> None:
    bundle = make_bundle(COURSE)
    assert len(bundle) <= MOST_BYTES
    assert make_bundle(COURSE) == bundle


@pytest.mark.slow
def test_a_bundle_needs_numpy_alone(tmp_path: Path) -> None:
    zipfile.ZipFile(io.BytesIO(make_bundle(COURSE))).extractall(tmp_path / "tab")
    (tmp_path / "numpy").mkdir()
    for path in Path(np.__file__).parents[1].glob("numpy*"):
        (tmp_path / "numpy" / path.name).symlink_to(path)
    path = os.pathsep.join([str(tmp_path / "tab"), str(tmp_path / "numpy")])
    sources = [(each, printed_solution(COURSE, each)) for each in COURSE.exercise_ids[:5]]
    ran = subprocess.run(
        [sys.executable, "-S", "-P", "-c", CHECK, str(tmp_path / "tab/course")],
        input=json.dumps([*sources, (COURSE.exercise_ids[0], "def nothing(): pass\n")]),
        env={"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.stdout.split("\n")[:6], ran.stderr) == (["pass True"] * 5 + ["error True"], "")


def test_a_runtime_with_another_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        UserError, match=r"pyodide.js is missing, a file of Pyodide .*; make the folder by `.ci/runtime "
    ):
        list(read_runtime(tmp_path))
    (tmp_path / "pyodide.js").write_text("other")
    with pytest.raises(UserError, match=r"pyodide.js has other content than Pyodide"):
        list(read_runtime(tmp_path))
    assert not any(is_whole(tmp_path / name) for name in FILES)


def test_the_list_of_packages_has_the_pinned_wheel() -> None:
    locked = json.loads(runtime.lock_file())
    assert locked["packages"]["numpy"]["sha256"] == FILES[locked["packages"]["numpy"]["file_name"]]
    assert locked["info"]["version"] == runtime.VERSION
