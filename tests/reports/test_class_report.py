"""The table of a class and its three forms: the figures, who is in which group, and what hostile names can do."""

from __future__ import annotations

import csv
import io
import re
import statistics
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from class_cases import CLASS, LATE, SPOKEN, hostile_class, nucleus, softmax
from golden import assert_golden
from html_elements import Elements
from hypothesis import given, settings
from hypothesis import strategies as st
from report_cases import NAMED, RAISED, check, result, results

from grader.core.escape import FORMULA
from grader.core.result import CourseStamp, Result, Verdict
from grader.reports.class_report.render import HEADER, render_csv, render_page, render_text
from grader.reports.class_report.table import ClassTable, Person, percent
from grader.reports.document import LeftOut, Stored

DROPPED = "The token that crosses top_p is dropped."


def tabulate(each: dict[str, Result], roster: Sequence[str] = (), *, is_anonymous: bool = False) -> ClassTable:
    """Add results to a table, some of them late."""
    found = ClassTable([Person(student) for student in roster], is_anonymous=is_anonymous)
    for student, one in each.items():
        found.add(Stored(student, one, student in LATE, LATE.get(student)))
    return found


def tabulate_problems(*, is_anonymous: bool = False) -> ClassTable:
    """Return a class with everything that a teacher must look into."""
    roster = [Person("bo", "Bo Ek", "bo@example.org"), Person("cy", "", "cy@example.org")]
    found = ClassTable(roster, is_anonymous=is_anonymous)
    newer = CLASS["ada"]._replace(course=CourseStamp("course", 8, "1" * 64))
    found.add(Stored("ada", newer, is_on_roster=False))
    why = "nucleus.py is missing, and ada hw.rar cannot be opened: not a zip file; pack it again"
    unread = check(Verdict.UNREADABLE, message=why, obstacle="is missing, and something else was handed in")
    found.add(Stored("bo", result(softmax(Verdict.INTERNAL), nucleus(unread)), is_late=True, late_seconds=90000))
    twice = ("nucleus.py is graded, but not Di nucleus (1).py",)
    found.add(Stored("di", result(softmax(), nucleus(check(Verdict.FORBIDDEN, points=2))), unclear=twice))
    module = RAISED._replace(obstacle="imports `di_helpers`, which cannot be found")
    found.add(Stored("eve", result(nucleus(module))))
    found.add(LeftOut("x\u202e.json", "it is not JSON"))
    return found


def rows(written: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(written, newline="")))


# --- figures --------------------------------------------------------------------------------------


@pytest.mark.slow
@given(st.lists(results(), max_size=8))
@settings(deadline=None, max_examples=30)
def test_every_figure_is_what_an_independent_count_of_the_documents_finds(drawn: list[Result]) -> None:
    found = tabulate({f"s{number}": one for number, one in enumerate(drawn)})
    documents = [one._replace(student=f"s{number}").to_json() for number, one in enumerate(drawn)]
    exercises = [(one["student"], each) for one in documents for each in one["exercises"]]
    ungraded = {"unreadable", "internal"}
    passed = Counter(each["id"] for _, each in exercises if each["status"] == "pass")
    graded = Counter(each["id"] for _, each in exercises if each["status"] not in ungraded)
    assert +Counter({one.id: one.passed for one in found.exercises}) == passed
    assert +Counter({one.id: one.graded for one in found.exercises}) == graded
    made = {
        (each["id"], check["mistake"]["name"], who)
        for who, each in exercises
        for check in each["checks"]
        if check["mistake"]
    }
    listed = [(one.exercise, one.mistake.name, who) for one in found.mistakes for who in one.who.students]
    assert (set(listed), len(listed)) == (made, len(made))
    failed = {(each["id"], who) for who, each in exercises if each["status"] not in {"pass", *ungraded}}
    helped = [(one.id, who) for one in found.exercises for group in one.groups for who in group.students]
    assert (set(helped), len(helped)) == (failed, len(failed))  # each in one group
    shares = sorted(
        100 * one["score"] / one["max_score"]
        for one in documents
        if one["max_score"] and not {each["status"] for each in one["exercises"]} & ungraded
    )
    assert [number for number in found.bins.values()] == (
        [sum(low <= share < low + 10 for share in shares) for low in range(0, 110, 10)] if shares else []
    )
    if shares and len({one["max_score"] for one in documents}) > 1:
        assert f"{statistics.median(shares):.3g} %" in found.summary or "points" in found.summary


def test_a_student_counts_once_for_a_mistake_that_many_checks_show() -> None:
    first, second = tabulate(CLASS).mistakes
    assert first.who == (DROPPED, 2, ("Bo", "cy"))
    assert second.who == ("One token too many.", 1, ("dora",))


def test_a_mistake_beside_others_is_a_group_of_its_own_and_lends_no_call() -> None:
    assert NAMED.mistake
    partial = NAMED._replace(mistake=NAMED.mistake._replace(is_partial=True), call="f(1)", got="2", expected="3")
    whole = partial._replace(mistake=NAMED.mistake, call="f(1, 2, 3)")
    class_of = {"ada": result(nucleus(partial)), "Bo": result(nucleus(whole)), "cy": result(nucleus(partial))}
    for students, call in (("ada Bo cy", "f(1, 2, 3)"), ("ada cy", "")):
        (one,) = tabulate({student: class_of[student] for student in students.split()}).mistakes
        assert (one.call, one.who.title) == (call, DROPPED)
    assert [(group.title, group.students) for group in tabulate(class_of).exercises[0].groups] == [
        (f"One of the mistakes here: {DROPPED}", ("ada", "cy")),
        (DROPPED, ("Bo",)),
    ]


def test_who_has_no_number_is_in_no_rate_and_listed_by_the_reason_with_the_address() -> None:
    found = tabulate_problems()
    assert found.summary.startswith("4 results: 3 graded, 1 without a number, 1 student with nothing handed in. ")
    assert [(one.passed, one.graded, one.counts["not graded"]) for one in found.exercises] == [(2, 2, 1), (1, 3, 1)]
    who = "bo (Bo Ek, bo@example.org)"
    assert [(group.title, group.students) for group in found.ungraded] == [
        ("a fault of the grader", (f"{who}: internal: a check",)),
        (
            "the file is missing, and something else was handed in",
            (f"{who}: ada hw.rar cannot be opened: not a zip file; pack it again",),
        ),
    ]
    assert [(group.title, group.students) for group in found.notes] == [
        ("Late", (f"{who}: 1 day 1 hour late",)),
        ("Nothing handed in", ("cy (cy@example.org)",)),
        ("Not on the roster", ("ada",)),
        ("Graded, but other files may be meant", ("di: nucleus.py is graded, but not Di nucleus (1).py",)),
    ]


def test_whoever_is_on_the_roster_and_has_no_result_is_missing_in_whatever_letters() -> None:
    assert tabulate(CLASS, ["Ada", "BO", "zoe", "Cy", "yan"]).missing == ["zoe", "yan"]


def test_a_call_is_kept_for_the_cards_unless_it_holds_words_of_a_learner() -> None:
    def shown(*checks: Any) -> tuple[str, str, str]:
        (mistake,) = tabulate({"ada": result(nucleus(*checks))}).mistakes
        return mistake.call, mistake.got, mistake.expected

    assert shown(SPOKEN) == ("", "", "")
    assert shown(SPOKEN, NAMED) == ("nucleus(np.array([0.5, 0.3, 0.2]), 0.7)", "[0]", "[0, 1]")


@pytest.mark.parametrize(
    ("part", "whole", "expected"),
    [(0, 0, ""), (0, 3, "0 %"), (1, 1000, "1 %"), (999, 1000, "99 %"), (3, 3, "100 %"), (1, 8, "13 %"), (2, 3, "67 %")],
)
def test_a_share_is_0_or_100_percent_only_if_it_is_nobody_or_everybody(part: int, whole: int, expected: str) -> None:
    assert percent(part, whole) == expected


# --- text and csv ---------------------------------------------------------------------------------


def test_the_text_is_as_it_was_looked_at(request: pytest.FixtureRequest) -> None:
    assert_golden(request, "class_report.text", render_text(tabulate(CLASS, ["zoe"])))
    assert_golden(request, "class_report_problems.text", render_text(tabulate_problems()))


@pytest.mark.parametrize("width", [40, 80, 100])
def test_no_line_is_wider_than_the_terminal_or_a_command_for_github(width: int) -> None:
    for each in (CLASS, hostile_class()):
        written = render_text(tabulate(each, ["::error::zoe", "W" * 300]), width=width)
        assert max(map(len, written.splitlines())) <= width
        assert not [line for line in written.splitlines() if line.strip().startswith(("::", "##["))]
        assert written.replace("\n", "").isprintable()


def test_the_table_has_a_row_for_each_student_and_exercise() -> None:
    found = rows(render_csv(tabulate(CLASS, ["zoe"])))
    assert len(found) == 2 * len(CLASS) + 1
    assert found[3] == dict(
        zip(HEADER, ("Bo", "", "picking/nucleus", "fail", "0", "6", "1 day 1 hour late", DROPPED), strict=True)
    )
    assert (found[-1]["student"], found[-1]["verdict"]) == ("zoe", "missing")
    assert rows(render_csv(tabulate(CLASS, is_anonymous=True)))[0] == {
        "exercise": "picking/nucleus", "reason": "One token too many.", "students": "1"
    }  # fmt: skip


def test_no_cell_is_a_formula_and_every_line_has_its_cells() -> None:
    written = render_csv(tabulate(hostile_class(), ["=cmd|'/c calc'!A1", "+49"]))
    found = list(csv.reader(io.StringIO(written, newline="")))
    assert {len(row) for row in found} == {len(HEADER)}
    assert [cell for row in found for cell in row if cell.startswith(FORMULA)] == []
    assert "'=1+1" in {row[0] for row in found}
    assert all(cell.isprintable() for row in found for cell in row)


# --- page -----------------------------------------------------------------------------------------


def test_hostile_names_are_texts_of_the_page_and_never_elements() -> None:
    harmless = Elements(render_page(tabulate(CLASS, ["zoe"])))
    hostile = Elements(render_page(tabulate(hostile_class(), ["<img src=x onerror=alert(1)>"])))
    assert hostile.names <= harmless.names
    assert hostile.attributes <= harmless.attributes
    assert "<b>x</b>" in hostile.texts
    assert "".join(hostile.texts).replace("\n", "").isprintable()
    assert {link[0] for link in hostile.links} == {"#"}
    assert {link[1:] for link in hostile.links} <= set(hostile.ids)
    assert len(hostile.ids) == len(set(hostile.ids))


def test_the_bars_are_as_long_as_the_numbers_beside_them_say() -> None:
    found = re.search(
        r"Softmax by hand.*?4 of 6 <small>67 %</small>(.*?)</tr>", render_page(tabulate(CLASS)), re.DOTALL
    )
    assert found
    assert re.findall(r'class="(\w+)"(?: x="([\d.]+)%")? width="([\d.]+)%"', found[1]) == [
        ("good", "", "66.67"),
        ("bad", "66.67", "16.67"),
        ("wait", "83.33", "16.67"),
    ]
    assert "1 failed, 1 not attempted" in re.sub(r"\s+", " ", found[1])


def test_the_anonymous_report_names_nobody_and_no_file_in_any_format() -> None:
    nameless = tabulate_problems(is_anonymous=True)
    page = render_page(nameless)
    for written in (render_text(nameless), render_csv(nameless), page.partition("<body>")[2]):
        for name in ("bo", "Ek", "example.org", "cy", "hw.rar", "Di", "di_helpers", "x\\u202e"):
            assert not re.search(rf"\b{name}\b", written), name
        assert "imports a module, which cannot be found" in written
    assert "This report names no students." in page
    assert DROPPED in render_text(tabulate(CLASS, is_anonymous=True))
