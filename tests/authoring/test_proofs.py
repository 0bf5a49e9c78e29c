"""`learn author check --changed` inspects again what may have become wrong, and nothing else."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from pathlib import Path

import pytest
from workplace import TINY, Workplace

from grader.authoring.proofs import Proofs
from grader.course import find
from grader.course.course import Course

THINGS = ("small/total", "small/scale", "small/draw", "numeric/half")
HALF = '"""Half."""\nfrom ._steps import halved\n\n\ndef draw(rng):\n    return {"x": 2}\n\n\nanswer = halved\n'
EDITS: dict[str, tuple[str, ...]] = {
    "exercises/small/total.yaml": ("small/total",),
    "exercises/small/total.py": ("small/total",),
    "solutions/small/total.py": ("small/total", "small/scale"),
    "solutions/small/total_mistakes.yaml": ("small/total",),
    "solutions/small/total_mutants.yaml": ("small/total",),
    "solutions/small/draw_checks.py": ("small/draw",),
    "tests/submissions/total/right-loop.py": ("small/total",),
    "solutions/numeric/half_mistakes.py": ("numeric/half",),
    "solutions/numeric/_steps.py": ("numeric/half",),
    "solutions/weights.json": THINGS,
    "exercises/course.yaml": THINGS[:3],
    "exercises/opening.md": (),
    "solutions/flashcards/five.py": (),
}
"""The things to inspect again after a line was added to a file, which need not be there before."""


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the tiny course, one of whose solutions imports another, with a numeric question."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    shutil.copytree(TINY, tmp_path / "course", ignore=shutil.ignore_patterns("__pycache__"))
    numeric = tmp_path / "course/solutions/numeric"
    numeric.mkdir()
    (numeric / "half.py").write_text(HALF)
    (numeric / "_steps.py").write_text("def halved(keep, x):\n    return x / 2\n")
    (numeric / "half_mistakes.py").write_text("")
    with (tmp_path / "course/solutions/small/scale.py").open("a") as file:
        file.write("from .total import total\n")
    return tmp_path / "course"


def changed(course: Path) -> list[str]:
    """Return what is not proved as it is now."""
    proofs = Proofs(Course(find(course)))
    return [thing for thing in THINGS if proofs.counts(thing) is None]


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_undoes_the_proofs_that_hang_on_it(course: Path, name: str) -> None:
    proofs = Proofs(Course(find(course)))
    assert [proofs.counts(thing) for thing in THINGS] == [None] * len(THINGS)
    for thing in THINGS:
        proofs.keep(thing, Counter(check=2))
    assert changed(course) == []
    assert Proofs(Course(find(course))).counts("small/total") == Counter(check=2)
    path = course / name
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_bytes() if path.is_file() else b""
    path.write_bytes(before + (b"// " if name.endswith(".json") else b"# ") + b"edited\n")
    assert changed(course) == list(EDITS[name])
    path.write_bytes(before)
    os.utime(path, (0, 0))
    assert before == b"" or changed(course) == []  # the time of a file says nothing


def test_a_forgetful_gate_proves_everything_again_and_what_cannot_be_read_is_never_proved(course: Path) -> None:
    proofs = Proofs(Course(find(course)), is_forgetful=True)
    for thing in THINGS:
        proofs.counts(thing)
        proofs.keep(thing, Counter())
    assert changed(course) == []
    assert {proofs.counts(thing) for thing in THINGS} == {None}
    (course / "exercises/small/total.yaml").write_text("title: [")
    broken = Proofs(Course(find(course)))
    assert broken.counts("small/total") is None
    broken.keep("small/total", Counter())
    assert changed(course) == ["small/total"]


@pytest.mark.slow
def test_the_second_run_inspects_what_was_edited(
    course: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree(course / "solutions/numeric")
    table = course / "exercises/course.yaml"
    table.write_text(table.read_text().partition("    exercises:")[0] + "    exercises: [total]\n")
    place = Workplace(course, monkeypatch, capsys, course=None)
    runs = [place.learn("author", "check", "--changed") for _ in range(2)]
    assert [run.err.count("checked ") for run in runs] == [1, 0]
    assert runs[0].out == runs[1].out
    stub = course / "exercises/small/total.py"
    stub.write_text(stub.read_text().replace("  # TODO", "   # TODO"))
    assert place.learn("author", "check", "--changed").err == "checked small/total\n"
    assert place.learn("author", "check", "--all").err.count("checked ") == 1
