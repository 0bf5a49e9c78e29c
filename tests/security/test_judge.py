"""One submission cannot harm its class: whatever breaks while it is graded, both neighbours get their points."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import sabotage
from places import COURSE
from sizes import first_row_always
from systems import linux_only
from workplace import TINY

from grader.course.printed_solution import printed_solution

pytestmark = [linux_only("limits of memory, and processes in /proc"), pytest.mark.slow]

MOST_MIB = 512
RIGHT = ("pass", 9)
WRONG = "def total(values):\n    return float(max([0.0, *values]))\n"
ONLY = ("--exercise", "total", "--exercise", "scale", "--confine", "none", "--seed", "7")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Return a folder with a class of three: two whose work is right, and between them a zip of carl's, which is not."""
    for student in ("bob", "zoe"):
        shutil.copytree(TINY / "solutions/small", tmp_path / "class" / student, ignore=shutil.ignore_patterns("*_*"))
    with zipfile.ZipFile(tmp_path / "class/carl.zip", "w") as made:
        made.writestr("total.py", WRONG)
    yield tmp_path
    subprocess.run(["rm", "-r", str(tmp_path / "class")], check=True)  # pytest's own way recurses, even in later runs


class Graded(NamedTuple):
    """A class that was graded: the exit code, what was printed, the most MiB used, every student's status and score."""

    code: int
    text: str
    mib: int
    status: dict[str, tuple[str, int]]
    results: dict[str, Any]


def grade(folder: Path, *sabotaged: str) -> Graded:
    """Grade the class as a command of its own, in which a stage of carl's grading is broken."""
    arguments = ["grade", "class", "--out", "out", "--jobs", "1", *ONLY, "--export", "csv=class.csv"]
    command = [sys.executable, sabotage.__file__, *sabotaged, *arguments]
    environment = {**os.environ, "LEARN_COURSE": str(TINY), "COLUMNS": "200"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    results = {
        path.stem: json.loads(path.read_bytes().decode("utf-8", "surrogateescape"))
        for path in (folder / "out/results").glob("*.json")
    }
    status = {name: (each["status"], each["score"]) for name, each in results.items()}
    *text, last = done.stdout.splitlines()
    return Graded(done.returncode, "\n".join(text) + done.stderr, json.loads(last)["mib"], status, results)


@pytest.mark.parametrize(("stage", "kind"), first_row_always(product(sabotage.STAGES, sabotage.KINDS)))
def test_whatever_breaks_a_submission_costs_no_other_its_points(folder: Path, stage: str, kind: str) -> None:
    graded = grade(folder, stage, kind)
    status = graded.status.pop("carl", None)
    assert graded.status == {"bob": RIGHT, "zoe": RIGHT}
    (row,) = [line.split()[:3] for line in graded.text.splitlines() if line.startswith("carl ")]
    rows = dict(line.split(",")[:2] for line in (folder / "class.csv").read_text("utf-8").splitlines())
    assert rows.keys() >= {"bob", "carl", "zoe"}
    if kind == "exception":
        assert graded.code == 4
        assert status in (None, ("internal", 0))
        assert "ZeroDivisionError: sabotage" in (graded.text if status is None else str(graded.results["carl"]))
        assert row[1] in ("internal", "0/9")
    else:
        assert (graded.code, status) == (0, ("timeout" if kind == "hang" else "memory", 0))
        assert row[:2] == ["carl", "0/9"]
    assert graded.mib <= MOST_MIB


def test_a_result_that_cannot_be_stored_is_its_students_alone(folder: Path) -> None:
    graded = grade(folder, "store", "exception")
    assert (graded.code, graded.status) == (4, {"bob": RIGHT, "zoe": RIGHT})
    assert "not graded: ZeroDivisionError: sabotage" in graded.text


# --- real submissions that fill, hang or confuse what judges them -------------------------------

ALONE = """
import json, sys
from grader.cli.main import run
sys.path.append(sys.argv[1])
from sabotage import most_mib
code = run(sys.argv[2:])
print(json.dumps({"mib": most_mib()}))
raise SystemExit(code)
"""
"""Runs a command, and prints the most MiB that this process and any that it waited for have held."""
FLOOD = """
import sys
sys.modules["child.codec"].Encoder._builtin = lambda self, value, kind, depth: {"l": [{"l": []}] * 600_000}
def softmax(logits):
    return ("anything",)
"""
HONEST = printed_solution(COURSE, "speculative/speculative_generate")
"""Only an honest attempt is held to the laws, of which one has such a model."""
HOSTILE = {
    "coins without end": ("speculative_generate", "memory", """
def speculative(target, draft, prompt, max_tokens, gamma, rng, eos, sampling):
    rng.random(2_000_000_000)
    return [], {}
"""),
    "a model that remembers everything": ("speculative_generate", "memory", f"""
{HONEST}
honest = speculative
def speculative(target, draft, prompt, max_tokens, gamma, *others):
    if (max_tokens, gamma) == (12, 4):
        target([0] * 60_000, target.new_cache())
    return honest(target, draft, prompt, max_tokens, gamma, *others)
"""),
    "a given function without end": ("stream_hold_back", "timeout", """
from stop_sequences import apply_stops
apply_stops(["a"] * 400_000, ["ab"] * 50)
"""),
    "a given function of much memory": ("cached_forward", "memory", """
import numpy as np
from causal_attention import attend
attend(np.zeros((30_000, 1)), np.zeros((30_000, 1)), np.zeros((30_000, 1)))
"""),
    "a flood of empty lists": ("softmax_by_hand", "memory or timeout or output", FLOOD),
}  # fmt: skip


@pytest.mark.parametrize(("exercise", "verdict", "source"), HOSTILE.values(), ids=list(HOSTILE))
def test_what_code_makes_its_judge_do_is_its_own_verdict(
    tmp_path: Path, exercise: str, verdict: str, source: str
) -> None:
    (tmp_path / f"{exercise}.py").write_text(source, "utf-8")
    arguments = ["grade", str(tmp_path), "--exercise", exercise, "--seed", "1", "--confine", "auto"]
    command = [sys.executable, "-c", ALONE, str(Path(sabotage.__file__).parent), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    text, _, last = done.stdout.rstrip().rpartition("\n")
    assert (done.returncode, done.stderr) == (0, "")
    statuses = {check["status"] for check in json.loads(text)["exercises"][0]["checks"]}
    assert statuses & set(verdict.split(" or "))
    assert "internal" not in statuses
    assert json.loads(last)["mib"] <= MOST_MIB


# --- what lies where submissions are looked for -------------------------------------------------


def nested(path: Path) -> None:
    """Make 1,500 folders in one another; not by their path, which would be too long."""
    here = os.getcwd()
    path.mkdir()
    os.chdir(path)
    for _ in range(1500):
        os.mkdir("a")
        os.chdir("a")
    os.chdir(here)


def listing_of_many(path: Path) -> None:
    """Make a zip file of 200,000 empty members."""
    with zipfile.ZipFile(path, "w") as made:
        for number in range(200_000):
            made.writestr(zipfile.ZipInfo(f"{number}.py"), b"")


def with_git(path: Path, make: Any) -> None:
    """Make a submission whose `.git` is something else."""
    path.mkdir()
    make(path / ".git")


FOUND = {
    "nested folders": nested,
    "a pipe": lambda path: os.mkfifo(f"{path}.zip"),
    "a link to itself": lambda path: path.symlink_to(path),
    "a link to everything": lambda path: path.symlink_to("/"),
    "a name that is no text": lambda path: Path(os.fsdecode(b"%s-\xff\x1b[2J" % os.fsencode(path))).mkdir(),
    "a pipe for a repository": lambda path: with_git(path, os.mkfifo),
    "a link for a repository": lambda path: with_git(path, lambda git: git.symlink_to("/")),
    "a folder for a zip file": lambda path: Path(f"{path}.zip").mkdir(),
    "a zip file that is none": lambda path: Path(f"{path}.zip").write_bytes(b"PK\3\4" * 1000),
    "a zip file of very many": lambda path: listing_of_many(Path(f"{path}.zip")),
}


@pytest.mark.parametrize("make", FOUND.values(), ids=list(FOUND))
def test_whatever_lies_beside_submissions_costs_no_other_its_points(folder: Path, make: Any) -> None:
    (folder / "class/carl.zip").unlink()
    make(folder / "class/carl")
    graded = grade(folder, "store", "none")
    assert {name: graded.status[name] for name in ("bob", "zoe")} == {"bob": RIGHT, "zoe": RIGHT}
    assert graded.code in (0, 3)
    assert "\x1b" not in graded.text
    assert "Traceback" not in graded.text
    assert graded.mib <= MOST_MIB
