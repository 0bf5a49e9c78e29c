"""Decisions by hand and the rule for lateness: what is read, what is refused, and the totals that they make."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from report_cases import check, exercise, result

from grader.classes.decisions import load_decisions
from grader.classes.lateness import LateRule, load_rule
from grader.classes.totals import StudentTotals
from grader.core.errors import ReportError, UserError
from grader.core.result import Result, Verdict
from grader.reports.gradebook import Total

HEAD = "student,exercise,points,excused,comment,by,date\n"
DAY = 86400


def work(nucleus: int = 6, scale: int = 4) -> Result:
    """Return a result of 12 and 8 possible points."""
    both = {"nucleus": (nucleus, 12), "scale": (scale, 8)}
    return result(
        *(
            exercise(check(points=got), check(Verdict.FAIL, "another", most - got), name=name)
            for name, (got, most) in both.items()
        )
    )


def totals(folder: Path, lines: str = "", rules: str = "") -> StudentTotals:
    """Write the files of a folder, and read them."""
    if lines:
        (folder / "decisions.csv").write_text(HEAD + lines, "utf-8")
    if rules:
        (folder / "rules.yaml").write_text(rules, "utf-8")
    return StudentTotals(folder)


@pytest.mark.parametrize(
    ("lines", "points", "steps"),
    [
        (
            "ada,nucleus,8,,unclear task,Ek,2026-11-24\n",
            12,
            ["nucleus 6 of 12, set to 8 by hand: unclear task (Ek, 2026-11-24)"],
        ),
        ("ada,picking/scale,+2.5,,,,\n", "12.5", ["scale 4 of 8, +2.5 by hand"]),
        ("ADA,scale,-9,,,,\n", 6, ["scale 4 of 8, −9 by hand"]),
        ('ada,scale,"7,25",,,,\n', "13.25", ["scale 4 of 8, set to 7.25 by hand"]),
        ("ada,nucleus,,yes,,,\n", 10, ["nucleus 6 of 12, excused", "4 of the other 8 points, as 10 of 20"]),
        ("ada,all,15,,,Ek,\n", 15, ["in all 10 of 20, set to 15 by hand: (Ek)"]),
        ("ada,all,+1,,,,\nada,scale,5,,,,\n", 12, ["scale 4 of 8, set to 5 by hand", "in all 11 of 20, +1 by hand"]),
        ("ada,all,,yes,ill,,\n", None, ["in all 10 of 20, excused: ill"]),
        ("ada,scale,,,well argued,,\n", 10, ["scale 4 of 8, comment: well argued"]),
        ("*,scale,8,,,,\nada,scale,5,,,,\n", 11, ["scale 4 of 8, set to 5 by hand"]),
        ("*,all,,yes,,,\nbo,all,3,,,,\n", None, ["in all 10 of 20, excused"]),
        ("bo,all,3,,,,\n", 10, []),
    ],
)
def test_a_total_says_how_it_was_made(tmp_path: Path, lines: str, points: int | str | None, steps: list[str]) -> None:
    total = totals(tmp_path, lines).of("ada", work())
    assert total.points == (None if points is None else Fraction(points))
    assert (total.most, list(total.steps), total.is_excused) == (20, steps, points is None)


def test_who_handed_in_nothing_gets_only_what_is_set_for_all(tmp_path: Path) -> None:
    decided = totals(tmp_path, "ada,all,5,,oral exam,,\nbo,all,+2,,,,\ncy,all,,yes,,,\n")
    decided.of("dee", work())
    assert decided.of("ada", None) == Total(Fraction(5), 20, ("in all set to 5 by hand: oral exam",))
    assert decided.of("bo", None).points is None
    assert decided.of("cy", None).is_excused
    assert decided.of("emil", None) == Total(None, 20)


def test_work_that_was_not_graded_has_no_number_until_one_is_set(tmp_path: Path) -> None:
    unread = exercise(check(Verdict.UNREADABLE, points=8, obstacle="is a link"), name="scale")
    partly = result(exercise(check(points=12)), unread)
    for lines, points in (("ada,scale,+2,,,,\n", None), ("ada,scale,5,,,,\n", 17), ("ada,scale,,yes,,,\n", 20)):
        total = totals(tmp_path, lines).of("ada", partly)
        assert (total.points, total.is_excused) == (points, False)
    assert totals(tmp_path, "bo,all,3,,,,\n").of("ada", partly).points is None


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("ada,scale,8x,,,,\n", ":2: '8x' is no number of points; write it like 8, 7.5, +2 or -1"),
        ("ada,scale,1e3,,,,\n", ":2: '1e3' is no number of points; write it like 8, 7.5, +2 or -1"),
        ("ada,scale,,maybe,,,\n", ":2: 'maybe' does not say whether the student is excused; write yes, or nothing"),
        ("ada,scale,3,yes,,,\n", ":2: excused work has no points; keep one of the two cells"),
        ("ada,scale,,,,Ek,\n", ":2: the line decides nothing; write points, excused or a comment"),
        ("ada,,3,,,,\n", ":2: a student and an exercise are needed; write all for the total, * for everybody"),
        ("ada,scale,3,,,,24.11.2026\n", ":2: '24.11.2026' is no date; write it like 2026-11-20"),
        (
            "ada,scale,3,,,,\nAda,picking/scale,4,,,,\n",
            ":3: 'Ada' and 'picking/scale' are there twice; keep one of the lines",
        ),
    ],
)
def test_a_line_that_is_not_understood_is_one_sentence(tmp_path: Path, lines: str, message: str) -> None:
    path = tmp_path / "decisions.csv"
    path.write_text(HEAD + lines, "utf-8")
    with pytest.raises(UserError) as caught:
        load_decisions(path)
    assert str(caught.value) == f"{path}{message}"


def test_unknown_students_exercises_and_numbers_have_a_sentence_at_their_line(tmp_path: Path) -> None:
    decided = totals(tmp_path, "adaa,scale,3,,,,\nada,scael,3,,,,\nada,scale,9,,,,\n")
    with pytest.raises(UserError) as caught:
        decided.check(["ada"], ["picking/scale"])
    path = tmp_path / "decisions.csv"
    assert str(caught.value).splitlines() == [
        f"{path}:2: 'adaa' is nobody in this class; correct the id",
        f"{path}:3: there is no exercise 'scael' here; write its id, or all",
    ]
    with pytest.raises(ReportError) as caught:
        decided.of("ada", work())
    why = "9 is more than the 8 points there; write +1 for points beyond them"
    assert str(caught.value) == f"{path}:4: {why}"


@pytest.mark.parametrize(
    ("rules", "seconds", "off"),
    [
        ("late: 10 % a day, at most 3\n", 1, 10),
        ("late: 10 % a day, at most 3\n", DAY, 10),
        ("late: 10 % a day, at most 3\n", DAY + 1, 20),
        ("late: 10 % a day, at most 3\n", 9 * DAY, 30),
        ("late: 10% per day, at most 3 days, then 0\n", 3 * DAY, 30),
        ("late: 10% per day, at most 3 days, then 0\n", 3 * DAY + 1, 100),
        ("late: 2.5 % an hour\n", 3601, 5),
        ("late: 50 % a day\n", 9 * DAY, 100),
        ("late: 10 % a day\ngrace: 15 minutes\n", 900, 0),
        ("late: 10 % a day\ngrace: 15 minutes\n", 901, 10),
    ],
)
def test_lateness_costs_what_the_rule_says(tmp_path: Path, rules: str, seconds: int, off: int) -> None:
    decided = totals(tmp_path, rules=rules)
    assert decided.of("ada", work(), seconds, is_late=True).points == 10 * Fraction(100 - off, 100)
    assert decided.of("ada", work(), 0).points == 10
    unknown = decided.of("ada", work(), None, is_late=True)
    assert unknown.points == 10
    assert "late by an unknown time" in unknown.steps[0]


def test_a_rule_that_is_not_understood_is_named_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    cases = {
        "grace: 1 day\nlate: ten percent\n": "2:7: `late` is not understood; write it like `10 % a day, at most 3` or "
        "`10 % a day, at most 3, then 0`",
        "late: 10 % a day\ngrace: soon\n": "2:8: `grace` is not understood; write it like `15 minutes`",
        "late: 10 % a day\ngrece: 1 day\n": "2:1: unknown key `grece`; did you mean `grace`?",
    }
    for text, message in cases.items():
        path.write_text(text, "utf-8")
        with pytest.raises(UserError) as caught:
            load_rule(path)
        assert str(caught.value) == f"{path}:{message}"
    path.write_text("late: 10 % a day, at most 3\n", "utf-8")
    assert load_rule(path) == LateRule(Fraction(10), "day", 3)


def test_lateness_comes_before_a_decision_on_all_and_after_one_on_an_exercise(tmp_path: Path) -> None:
    lines, rules = "ada,nucleus,8,,,,\nada,all,+1,,,,\n", "late: 10 % a day, at most 3\n"
    total = totals(tmp_path, lines, rules).of("ada", work(), 2 * DAY, is_late=True)
    assert list(total.steps) == [
        "nucleus 6 of 12, set to 8 by hand",
        "2 begun days late, 20 % off 12: 9.6",
        "in all 9.6 of 20, +1 by hand",
    ]
    assert total.text == "10.6 of 20 points"


def test_a_decision_is_listed_until_it_is_confirmed_when_the_score_under_it_changes(tmp_path: Path) -> None:
    decided = totals(tmp_path, "ada,nucleus,8,,,,\nbo,nucleus,8,,,,\n")
    decided.of("ada", work())
    decided.of("bo", work())
    changes, noted = decided.changes(None)
    assert changes == []
    for _ in range(2):
        again = StudentTotals(tmp_path)
        again.of("ada", work(nucleus=12))
        again.of("bo", work())
        changes, noted = again.changes(noted)
        where = f"{tmp_path / 'decisions.csv'}:2"
        assert changes == [f"6/12 → 12/12: ada nucleus ({where}: set to 8 by hand)"]
    confirmed = totals(tmp_path, "ada,nucleus,8,,,,2026-11-25\n")
    confirmed.of("ada", work(nucleus=12))
    assert confirmed.changes(noted)[0] == []


def test_decisions_are_noted_and_listed_in_one_order_whoever_is_graded_first(tmp_path: Path) -> None:
    lines = "ada,nucleus,8,,,,\nbo,nucleus,8,,,,\n"
    told = []
    for students in (["ada", "bo"], ["bo", "ada"]):
        decided, again = totals(tmp_path, lines), totals(tmp_path, lines)
        for student in students:
            decided.of(student, work())
            again.of(student, work(nucleus=12))
        _, noted = decided.changes(None)
        told.append((list(noted.items()), again.changes(noted)))
    assert told[0] == told[1]
