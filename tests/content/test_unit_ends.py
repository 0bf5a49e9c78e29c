"""The command after each unit shows the learner's own functions, with nothing solved but the units up to it."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from learner_sets import passed_set
from places import COURSE
from workplace import Workplace

from grader.learner.after_unit import payoff_lines, practice_lines
from grader.learner.folder import Workspace


def test_every_unit_ends_with_what_ones_code_can_do() -> None:
    assert [unit.id for unit in COURSE.units if unit.then is None] == []
    assert max(len(unit.then.can) for unit in COURSE.units if unit.then) <= 160  # two lines of a terminal


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(COURSE.units)), ids=[unit.id for unit in COURSE.units])
def test_the_command_of_a_unit_runs_with_ones_own_functions(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = Workplace(tmp_path, monkeypatch, capsys, course=None)
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    names = tuple(each for unit in COURSE.units[: number + 1] for each in unit.exercise_ids)
    passed_set(COURSE, tmp_path, names)
    then = COURSE.units[number].then
    assert then is not None
    program, *arguments = shlex.split(then.command)
    ran = place.learn(*arguments)
    assert (program, ran.code) == ("learn", 0), ran.err
    assert ran.out.strip()
    yours = ran.err.partition("Yours: ")[2].partition("The course's")[0]
    assert any(each.rpartition("/")[2] in yours for each in COURSE.units[number].exercise_ids)
    shown = payoff_lines(COURSE.units[number], Workspace(tmp_path), None, 80)
    assert shown[0].startswith("$ learn ")
    assert sum(row.startswith("$ learn ") for row in shown) == 2
    assert "Both print the same." not in shown
    assert ran.out.strip("\n").splitlines()[0] in shown
    (questions,) = practice_lines(COURSE, COURSE.units[number])
    assert " questions on this unit: learn quiz " in questions
