"""The commands for a table of pushes, with a `gh` that gives what GitHub's interface describes, and the grades of that table."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from clones import commit
from places import ROOT
from systems import linux_only, needs_program
from workplace import TINY, Workplace

PAGE = ROOT / "docs/teaching/github.md"
GH = """#!{python}
import json, re, sys
found = json.load(open("activity.json"))[re.search("autumn-(\\w+)/activity", sys.argv[3])[1]]
query = sys.argv[5]  # as jq reads it: a filter, and a text with places to fill
kind = re.search('activity_type != "(\\w+)"', query)[1]
text = re.search('\\\\| "(.*)"$', query)[1]
for one in found:
    if one["activity_type"] != kind:
        print(re.sub(r"\\\\\\(\\.(\\w+)\\)", lambda place: one[place[1]], text))
"""

pytestmark = [
    pytest.mark.skipif(not PAGE.is_file(), reason="the documentation is in the checkout only"),
    linux_only("the page grades under confinement"), needs_program("git"), needs_program("bash"), pytest.mark.slow,
]  # fmt: skip


def test_the_commands_of_the_page_write_the_table_that_is_graded_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = Workplace(tmp_path, monkeypatch, capsys)
    right = (TINY / "solutions/small/total.py").read_text("utf-8")
    first = commit(tmp_path / "clones/autumn-ada", "2026-11-20T20:00:00Z", total="def total(values):\n    return 0.5\n")
    last = commit(tmp_path / "clones/autumn-ada", "2026-11-20T20:30:00Z", total=right)  # dated in time, pushed late
    other = commit(tmp_path / "clones/autumn-bo", "2026-11-20T20:00:00Z", total=right)
    times = ("2026-11-22T10:00:00Z", "2026-11-20T21:00:00Z", "2026-11-19T10:00:00Z")
    kinds = ("force_push", "push", "branch_creation")
    ada = [
        {"activity_type": kind, "timestamp": time, "after": after}
        for kind, time, after in zip(kinds, times, (last, first, "1" * 40), strict=True)
    ]
    gone = {"activity_type": "branch_deletion", "timestamp": times[0], "after": "0" * 40}
    bo = [{"activity_type": "pr_merge", "timestamp": times[1], "after": other}, gone]
    place.write("activity.json", json.dumps({"ada": ada, "bo": bo}))
    place.write("bin/gh", GH.format(python=sys.executable))
    (tmp_path / "bin/gh").chmod(0o755)
    place.write("class.csv", "id,name\nada,Ada Lovelace\nbo,Bo Ek\n")
    place.write("deadlines.csv", "student,due\n*,2026-11-20T23:59:00Z\n")
    found = re.search(
        r"<!-- typed by tests/documents/test_pushes.py -->\n```sh\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL
    )
    assert found is not None
    learn = shutil.which("learn", path=Path(sys.executable).parent)
    assert learn is not None
    environment = {
        **os.environ,
        **place.environment,
        "PATH": f"{tmp_path}/bin:{Path(learn).parent}:{os.environ['PATH']}",
    }
    typed = subprocess.run(
        ["bash", "-e", "-c", found[1]], check=False, cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert (typed.returncode, typed.stderr) == (0, "")
    assert (tmp_path / "pushes.csv").read_text("utf-8").splitlines() == [
        "student,submitted,commit",
        *(f"ada,{one['timestamp']},{one['after']}" for one in ada),
        f"bo,{times[1]},{other}",
    ]
    results = {
        name: json.loads((tmp_path / f"results/results/{name}.json").read_text("utf-8")) for name in ("ada", "bo")
    }
    assert (results["ada"]["score"], results["ada"]["submission"]["commit"]) == (0, first)
    assert (results["bo"]["score"], results["bo"]["submission"]["commit"]) == (2, other)
