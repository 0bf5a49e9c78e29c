"""`learn update`, from one version of a small course to the next: what comes, what goes, what stays as it was."""

from __future__ import annotations

import errno
import json
import os
import shutil
from pathlib import Path

import pytest
from workplace import TINY, Workplace

from grader.learner import progress

SCALE = "exercises/small/scale.py"
RECORD = ".learn/workspace.json"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a workspace of the small course's first version; the course is a copy that tests change."""
    shutil.copytree(TINY, tmp_path / "course", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "my work ü").mkdir()
    place = Workplace(tmp_path / "my work ü", monkeypatch, capsys, tmp_path / "course")
    assert place.learn("init").code == 0
    return place


def edit(place: Workplace, name: str, *changes: tuple[str, str]) -> None:
    """Change a file of the course."""
    path = place.folder.parent / "course" / name
    text = path.read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, "utf-8")


def add_exercise(place: Workplace) -> None:
    """Add an exercise, `sum_up`, a copy of `total`."""
    folder = place.folder.parent / "course"
    for name in ("exercises/small/total.yaml", "exercises/small/total.py", "solutions/small/total.py"):
        path = folder / name
        path.with_name(f"sum_up{path.suffix}").write_text(path.read_text("utf-8"), "utf-8")
    edit(place, "exercises/course.yaml", ("odd]", "odd, sum_up]"))


def tree(place: Workplace) -> dict[str, bytes]:
    """Return all files of the workspace by their paths, without the locks."""
    files = (path for path in place.folder.rglob("*") if path.is_file() and path.suffix != ".lock")
    return {path.relative_to(place.folder).as_posix(): path.read_bytes() for path in files}


NOTICE = "The course has changed: `learn update` adds what is new and keeps your files."


def test_a_new_exercise_gets_its_stub(place: Workplace) -> None:
    add_exercise(place)
    assert NOTICE in place.learn().out
    ran = place.learn("update")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == ("8 as they were, 1 new.\n  new: exercises/small/sum_up.py\n\nNext: learn show sum_up\n")
    stub = place.folder.parent / "course/exercises/small/sum_up.py"
    assert (place.folder / "exercises/small/sum_up.py").read_bytes() == stub.read_bytes()
    assert NOTICE not in place.learn().out


@pytest.mark.slow
def test_a_function_that_fails_the_new_checks_is_said_and_the_exit_code_is_1(place: Workplace) -> None:
    place.write("exercises/small/total.py", "def total(values):\n    return float(sum(values))\n")
    assert place.command("check", "total").code == 0  # another process, since this one loads a solution once
    edit(place, "exercises/small/total.yaml", ("the sum of none is 0", "the sum of none is 1"), ("a sum", "sums"))
    edit(place, "exercises/small/total.yaml", ("expect: 0.0", "expect: 1.0"))
    edit(place, "solutions/small/total.py", ("return ", "return not len(values) or "))
    ran = place.learn("update")
    assert (ran.code, ran.err) == (1, "")
    assert ran.out == (
        "7 as they were, 1 to look at.\n"
        "  to look at: total (the task changed; a check added: sums; a check removed: a\n      sum)\n"
        "    yours does not pass: 0 of 2 points\n"
        "\n"
        "Next: learn check total\n"
    )
    assert not progress.load(place.folder / ".learn").is_passed("small/total")


def test_a_link_is_never_replaced(place: Workplace) -> None:
    target = place.folder.parent / "elsewhere.py"
    (place.folder / SCALE).rename(target)
    (place.folder / SCALE).symlink_to(target)
    before = target.read_bytes()
    edit(place, SCALE, ('"""', '"""Anew. '))
    assert place.learn("update").code == 0
    assert (place.folder / SCALE).is_symlink()
    assert target.read_bytes() == before


@pytest.mark.slow
def test_a_stub_that_cannot_be_written_is_said_and_nothing_is_half_done(
    place: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_exercise(place)
    before = tree(place)
    path = place.folder / "exercises/small/sum_up.py"
    with monkeypatch.context() as patch:
        full = OSError(errno.ENOSPC, "No space left on device")
        patch.setattr(os, "replace", lambda *_, **__: (_ for _ in ()).throw(full))
        ran = place.learn("update")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == (
        f"learn: {path} cannot be written: No space left on device; nothing that you wrote has changed; "
        "correct that, then run `learn update` again\n"
    )
    assert tree(place) == before
    assert NOTICE in place.learn().out
    assert place.learn("update").out.startswith("8 as they were, 1 new.")


def test_an_interrupted_update_goes_on_where_it_stopped(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    add_exercise(place)
    edit(place, SCALE, ('"""', '"""Anew. '))
    replace = os.replace
    written: list[str] = []

    def interrupted(source: str, target: str, **folders: int) -> None:
        if Path(target).suffix == ".py":
            written.append(str(target))
            if len(written) == 2:
                raise KeyboardInterrupt
        replace(source, target, **folders)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", interrupted)
        assert place.learn("update").code == 130
    place.learn("update")
    course = place.folder.parent / "course"
    for path in (course / "exercises/small").glob("*.py"):
        assert (place.folder / "exercises/small" / path.name).read_bytes() == path.read_bytes()
    assert not list(place.folder.rglob("*.tmp"))


def test_names_in_a_hostile_record_reach_no_terminal(place: Workplace) -> None:
    place.solve("total")
    path = place.folder / RECORD
    noted = json.loads(path.read_text())
    noted["exercises"]["small/total"]["checks"] = {"\x1b[2Jgone\n": "1"}
    noted["exercises"]["../../small/total"] = noted["exercises"]["small/total"]
    noted["exercises"]["\x1b]0;x"] = noted["exercises"]["small/total"]
    path.write_text(json.dumps(noted))
    ran = place.learn("update")
    assert ran.code == 0
    assert "\x1b" not in ran.out
    assert "a check removed:" in ran.out
