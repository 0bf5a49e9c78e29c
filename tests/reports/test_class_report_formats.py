"""The class report as text, as CSV and as a page: what it says, how it looks, and what hostile names can do to it."""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser

import pytest
from class_cases import CLASS, LATE, hostile_class, nucleus, softmax
from golden import assert_golden
from report_cases import RAISED, check, result

from grader.core.escape import FORMULA
from grader.core.result import CourseStamp, NamedMistake, Result, Verdict
from grader.reports.class_report import page as class_page
from grader.reports.class_report import text as class_text
from grader.reports.class_report import wording
from grader.reports.class_report.statistics import ClassFigures, Count
from grader.reports.class_report.text import HEADER, render_csv
from grader.reports.document import LeftOut, Stored

ROSTER = ["zoe"]


def figures(each: dict[str, Result], roster: list[str] | None = None) -> ClassFigures:
    """Count results, some of them late."""
    count = Count()
    for student, one in each.items():
        count.add(Stored(student, one, student in LATE, LATE.get(student)))
    return count.figures(roster or [])


def problems() -> ClassFigures:
    """Return the figures of a class with everything that a teacher must look into."""
    count = Count()
    newer = CLASS["ada"]._replace(course=CourseStamp("course", 8, "1" * 64))
    count.add(Stored("ada", newer, is_on_roster=False))
    count.add(Stored("bo", result(softmax(Verdict.INTERNAL), nucleus(check(Verdict.FORBIDDEN, points=2)))))
    count.add(LeftOut("x\u202e.json", "it is not JSON"))
    return count.figures(["bo", "cy", "dora"])


def rows(written: str) -> list[dict[str, str]]:
    """Read the table."""
    return list(csv.DictReader(io.StringIO(written, newline="")))


# --- text -----------------------------------------------------------------------------------------


def test_the_text_is_as_it_was_looked_at(request: pytest.FixtureRequest) -> None:
    assert_golden(request, "class_report.text", class_text.render(figures(CLASS, ROSTER)))
    assert_golden(request, "class_report_problems.text", class_text.render(problems()))


@pytest.mark.parametrize("width", [40, 80, 100])
def test_no_line_is_wider_than_the_terminal_or_a_command_for_github(width: int) -> None:
    for each in (CLASS, hostile_class()):
        written = class_text.render(figures(each, ["::error::zoe", "W" * 300]), width=width, is_drawn=True)
        assert max(map(len, written.splitlines())) <= width
        assert not [line for line in written.splitlines() if line.strip().startswith(("::", "##["))]
        assert written.replace("\n", "").isprintable()


def test_what_is_long_is_counted() -> None:
    mistakes = [NamedMistake(f"m{number:02}", f"Mistake {number:02}.", "w") for number in range(14)]
    drawn = {
        f"s{number:02}": result(nucleus(check(Verdict.FAIL, "c", mistake=mistakes[number % 14])))
        for number in range(40)
    }
    written = class_text.render(
        figures({**drawn, **{f"t{number:02}": result(nucleus(RAISED)) for number in range(30)}})
    )
    assert "         … and 4 more\n\nThe nucleus: 70 of 70 have not passed\n" in written
    assert (
        "     30  raises an exception: 200 random inputs\n         t00, t01, t02, t03, t04, t05, t06, t07, t08, t09 and 20 more\n"
        in written
    )


def test_no_results_of_any_kind_make_a_report_all_the_same() -> None:
    empty = figures({"ada": result()})
    assert class_text.render(empty) == (
        "1 result. There are no points to earn in these results.\n"
        "Graded with course course 7 (0000000), Token by Token 1.2.3.\n"
    )
    assert "There are no points to earn" in class_page.render(empty)
    assert [row["about"] for row in rows(render_csv(empty))] == ["class"] * 3 + ["edition"] + ["score"] * 11


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "whole", "expected"),
    [(0, 0, ""), (0, 3, "0 %"), (1, 1000, "1 %"), (999, 1000, "99 %"), (3, 3, "100 %"), (1, 8, "13 %"), (2, 3, "67 %")],
)
def test_a_share_is_0_or_100_percent_only_if_it_is_nobody_or_everybody(part: int, whole: int, expected: str) -> None:
    assert wording.percent(part, whole) == expected


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (None, ""),
        (0, ""),
        (1, "less than a minute"),
        (60, "1 minute"),
        (7199, "1 hour"),
        (90000, "1 day"),
        (172800, "2 days"),
    ],
)
def test_lateness_is_told_in_one_unit(seconds: int | None, expected: str) -> None:
    assert wording.lateness(seconds) == expected


@pytest.mark.parametrize(
    ("value", "expected"), [(0.0014, "0.00 s"), (0.236, "0.24 s"), (12.34, "12.3 s"), (1234.5, "1234 s")]
)
def test_a_duration_has_as_many_digits_as_count(value: float, expected: str) -> None:
    assert wording.seconds(value) == expected


def test_every_verdict_that_can_be_counted_has_its_words() -> None:
    told = {*wording.TROUBLES, *wording.ENDINGS}
    assert set(Verdict) - told == {Verdict.PASS, Verdict.SKIPPED}


# --- csv ------------------------------------------------------------------------------------------


def test_each_figure_has_a_line_and_who_needs_help_too() -> None:
    table = rows(render_csv(figures(CLASS, ROSTER)))
    of = {(row["about"], row["exercise"], row["what"]): row for row in table if not row["student"]}
    passed = of["verdict", "picking/softmax", "pass"]
    assert (passed["students"], passed["of"], passed["percent"]) == ("4", "6", "66.7")
    assert of["mistake", "picking/nucleus", "The token that crosses top_p is dropped."]["students"] == "2"
    assert of["check", "picking/nucleus", "the worked example"]["students"] == "1"
    assert of["seconds", "picking/softmax", "median"]["seconds"] == "0.75"
    who = [(row["what"], row["student"]) for row in table if row["about"] == "who" and "nucleus" in row["exercise"]]
    assert who == [
        ("The token that crosses top_p is dropped.", "Bo"),
        ("The token that crosses top_p is dropped.", "cy"),
        ("One token too many.", "dora"),
        ("raises an exception: 200 random inputs", "fay"),
        ("fails in a way that no known mistake explains: small cases", "emil"),
    ]
    assert [(row["student"], row["seconds"]) for row in table if row["about"] == "late"] == [
        ("Bo", "90000"),
        ("fay", ""),
    ]
    assert [row["student"] for row in table if row["about"] == "missing"] == ["zoe"]


def test_no_cell_is_a_formula_and_every_line_has_its_nine_cells() -> None:
    written = render_csv(figures(hostile_class(), ["=cmd|'/c calc'!A1", "+49"]))
    table = list(csv.reader(io.StringIO(written, newline="")))
    assert table[0] == list(HEADER)
    assert {len(row) for row in table} == {len(HEADER)}
    assert [cell for row in table for cell in row if cell.startswith(FORMULA)] == []
    assert "'=1+1" in {row[-2] for row in table}
    assert all(cell.isprintable() for row in table for cell in row)


# --- page -----------------------------------------------------------------------------------------


class Elements(HTMLParser):
    """The elements of a page, its texts, and what it refers to."""

    def __init__(self, written: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.texts: list[str] = []
        self.feed(written)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_data(self, data: str) -> None:
        """Note a text."""
        self.texts.append(data)


def test_hostile_names_are_texts_of_the_page_and_never_elements() -> None:
    harmless = Elements(class_page.render(figures({**CLASS, "Bo": CLASS["Bo"]}, ["zoe"])))
    hostile = Elements(class_page.render(figures(hostile_class(), ["<img src=x onerror=alert(1)>"])))
    assert hostile.names <= harmless.names
    assert hostile.attributes <= harmless.attributes
    assert "<b>x</b>" in hostile.texts
    assert "".join(hostile.texts).replace("\n", "").isprintable()
    assert {link[0] for link in hostile.links} == {"#"}
    assert {link[1:] for link in hostile.links} <= set(hostile.ids)
    assert len(hostile.ids) == len(set(hostile.ids))


def test_a_long_list_of_students_is_cut_on_the_page_and_whole_in_the_table() -> None:
    many = figures({f"s{number:03}": result(nucleus(RAISED)) for number in range(100)})
    assert "s029</bdi> and 70 more</p>" in class_page.render(many)
    assert "s030" not in class_page.render(many)
    assert len([row for row in rows(render_csv(many)) if row["about"] == "who"]) == 100


def test_the_bars_are_as_long_as_the_numbers_beside_them_say() -> None:
    written = class_page.render(figures(CLASS))
    found = re.search(r"Softmax by hand.*?4 of 6 <small>67 %</small>(.*?)</tr>", written, re.DOTALL)
    assert found
    assert re.findall(r'class="(\w+)"(?: x="([\d.]+)%")? width="([\d.]+)%"', found[1]) == [
        ("good", "", "66.67"),
        ("bad", "66.67", "16.67"),
        ("wait", "83.33", "16.67"),
    ]
    assert "1 failed, 1 not attempted" in found[1]


def test_the_anonymous_report_names_nobody_in_any_format() -> None:
    count = Count()
    count.add(LeftOut("student-13.json", "it is not JSON"))
    for number in range(13):
        one = [*CLASS.values()][number % 6]
        count.add(Stored(f"student-{number}", one, number < 2, 60, is_on_roster=number > 2))
    nameless = count.figures(["student-14"], is_anonymous=True)
    for written in (class_text.render(nameless), render_csv(nameless), class_page.render(nameless)):
        assert "student-" not in written
        assert "The token that crosses top_p is dropped." in written
    assert "This report names no students." in class_page.render(nameless)


def test_a_mistake_may_hold_signs_of_markup_and_stays_text() -> None:
    odd = NamedMistake("m", "`a` < **b** $x$ {{ y }}", "w")
    written = class_page.render(figures({"ada": result(nucleus(check(Verdict.FAIL, "c", mistake=odd)))}))
    assert "`a` &lt; **b** $x$ {{ y }}" in written
