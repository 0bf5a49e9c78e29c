"""The same result has the same score in every export, whatever it holds."""

from __future__ import annotations

import base64
import csv
import io
import json
import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from report_cases import HOSTILE_RESULT, NAMES, PIECES, RUNNER, SEVERAL, TEXTS, check, exercise, results
from report_cases import result as result_of

from grader.core.errors import ReportError
from grader.core.escape import FORMULA, cell, guarded, line, title
from grader.core.result import UNGRADED, Result, Verdict
from grader.reports import export_class, render, result_formats
from grader.reports.document import read
from grader.reports.gradebook import Entry, Gradebook

Scores = tuple[int, int]
unhurried = settings(max_examples=40, deadline=None)
"""A busy machine is no fault of a report's."""


def of_phrase(text: str) -> Scores:
    """Read “3 of 7”."""
    found = re.search(r"(\d+) of (\d+)", text)
    assert found
    return int(found[1]), int(found[2])


def of_json(text: str) -> Scores:
    """Read our own document: the total, which has to be the sum of the checks."""
    document = json.loads(text)
    checks = [check for exercise in document["exercises"] for check in exercise["checks"]]
    assert document["score"] == sum(check["score"] for check in checks)
    return document["score"], document["max_score"]


def of_junit(text: str) -> Scores:
    """Add up the properties of the suites."""
    root = ElementTree.fromstring(text.encode())
    said = {name: [int(each.attrib["value"]) for each in root.iter("property") if each.attrib["name"] == name]
            for name in ("score", "max_score")}  # fmt: skip
    return sum(said["score"]), sum(said["max_score"])


def of_md(text: str) -> Scores:
    return of_phrase(last_row(text))


def last_row(text: str) -> str:
    return next(row for row in text.splitlines() if row.startswith("| **all** |"))


def heading(page: str) -> str:
    return re.findall("<h1>(.*?)</h1>", page, re.DOTALL)[0]


def of_github(text: str) -> Scores:
    """Read both notices and the line before them."""
    *_, points, complete, report = text.splitlines()
    told = json.loads(report.removeprefix("::notice title=Autograding report::"))
    assert complete == f"::notice title=Autograding complete::Points {told['totalPoints']}/{told['maxPoints']}"
    assert of_phrase(points) == (told["totalPoints"], told["maxPoints"])
    return of_phrase(points)


def of_classroom(text: str) -> Scores:
    """Compute what the reporter computes, in both of its ways."""
    assert text.startswith("result=")
    assert text.count("\n") == 1
    document = json.loads(base64.b64decode(text.removeprefix("result=")))
    tests = document["tests"]
    score, passed = sum(test["score"] for test in tests), sum(test["status"] == "pass" for test in tests)
    assert score == pytest.approx(passed / len(tests) * document["max_score"])
    return score, document["max_score"]


def of_tests(text: str, score: str, most: str) -> Scores:
    """Add up tests."""
    tests = json.loads(text)["tests"]
    assert {type(test[key]) for test in tests for key in (score, most)} <= {int}
    return sum(test[score] for test in tests), sum(test[most] for test in tests)


def of_classroom50(text: str) -> Scores:
    """Read the total, which has to be the sum of the tests."""
    document = json.loads(text)
    assert of_tests(text, "score", "max-score") == (document["score"], document["max-score"])
    return document["score"], document["max-score"]


def of_gradescope(text: str) -> Scores:
    """Read the total, which has to be the sum of the tests."""
    document = json.loads(text)
    assert of_tests(text, "score", "max_score") == (document["score"], document["extra_data"]["max_score"])
    return of_tests(text, "score", "max_score")


READERS: dict[str, Callable[[str], Scores]] = {
    "json": of_json,
    "junit": of_junit,
    "md": of_md,
    "html": lambda text: of_phrase(heading(text)),
    "github": of_github,
    "classroom": of_classroom,
    "classroom50": of_classroom50,
    "gradescope": of_gradescope,
}
"""How the score is read back, where it is not the first “3 of 7” in the text."""


def formats_of(result: Result) -> list[str]:
    """Return the formats that a result can be written in."""
    names = result_formats()
    return [name for name in names if name != "classroom50" or result.verdict is not Verdict.UNREADABLE]


@given(result=results())
@example(result=HOSTILE_RESULT)
@unhurried
@pytest.mark.slow
def test_every_export_has_the_same_score(result: Result) -> None:
    if not result.is_graded:
        return
    texts = {name: render(name, result, RUNNER) for name in result_formats()}
    if len(result.exercises) == 1:  # then its title comes first, and may say “3 of 7” as well
        texts["text"] = texts["text"].split("\n", 1)[0].rpartition(": ")[2]
    assert {READERS.get(name, of_phrase)(text) for name, text in texts.items()} == {(result.score, result.max_score)}


UNREADABLE = result_of(
    exercise(check(Verdict.UNREADABLE, points=8, obstacle="is a link", message="scale.py is a link"), name="scale"),
    exercise(check(points=5), check(Verdict.FAIL, points=7)),
)
"""One exercise was not graded, the other has 5 of its 12 points."""


@pytest.mark.parametrize("verdict", UNGRADED)
def test_what_was_not_graded_has_no_number_in_any_format_that_can_do_without(verdict: Verdict) -> None:
    first, other = UNREADABLE.exercises
    ungraded = UNREADABLE._replace(
        exercises=(first._replace(checks=(first.checks[0]._replace(verdict=verdict),)), other)
    )
    texts = {name: render(name, ungraded) for name in result_formats() if name not in ("classroom50", "json")}
    assert heading(texts["html"]) == "not graded"
    assert texts["text"].startswith("not graded\n")
    assert last_row(texts["md"]) == f"| **all** | {verdict.value} | not graded |"
    assert "title=Autograding" not in texts["github"]
    assert texts["github"].endswith("\nNo grade: not all of it was graded\n")
    reported = json.loads(base64.b64decode(texts["classroom"].removeprefix("result=")))
    assert (reported["status"], "max_score" in reported) == ("error", False)
    assert of_junit(texts["junit"]) == (5, 12)  # of the suite that was graded; the other has none


def test_gradescope_hides_a_total_that_is_not_of_all_and_tells_both_why() -> None:
    document = json.loads(render("gradescope", UNREADABLE))
    *tests, last = document["tests"]
    assert [test.get("score") for test in tests] == [None, 5, 0]
    assert (last["name"], last["visibility"]) == ("No grade: not all of it was graded", "hidden")
    assert "score" not in last
    why = "No grade: not all of it was graded. The nucleus: not graded. scale.py is a link. The nucleus: 5 of 12. fail: a check."
    assert (document["output"], document["score"], document["visibility"]) == (why, 5, "visible")


def test_classroom_50_gets_no_document_where_not_all_was_graded() -> None:
    with pytest.raises(
        ReportError, match=r"^No grade: not all of it was graded\. The nucleus: not graded\. scale\.py is a"
    ):
        render("classroom50", UNREADABLE, RUNNER)


def number(result: Result) -> str:
    return str(result.score) if result.is_graded else ""


def rows_of(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


@pytest.mark.slow
@given(drawn=st.dictionaries(NAMES.filter(str.strip), results(), max_size=3))
@unhurried
def test_every_table_of_a_class_has_the_same_scores(drawn: dict[str, Result]) -> None:
    entries = [Entry(student, result, name=student, late="no") for student, result in drawn.items()]
    wanted = {cell(student): number(result) for student, result in drawn.items()}
    for format_name, place in (("csv", 2), ("moodle", 1)):
        header, *rows = rows_of(export_class(format_name, entries).content.decode())
        assert {row[0]: row[place] for row in rows} == wanted
        assert {len(row) for row in rows} <= {len(header)}


@pytest.mark.slow
@given(drawn=st.lists(results(), max_size=5))
@unhurried
def test_a_filled_gradebook_has_the_same_scores(drawn: list[Result]) -> None:
    rows = [f'"Name {number}",{number},u{number},Section,' for number in range(len(drawn))]
    gradebook = "\n".join(["Student,ID,SIS Login ID,Section,Decoding (77)", *rows, ""])
    entries = [Entry(f"u{number}", result) for number, result in enumerate(drawn)]
    filled = rows_of(export_class("canvas", entries, Gradebook(gradebook.encode(), "77")).content.decode())
    assert [row[4] for row in filled[1:]] == [number(result) for result in drawn]


@given(result=results())
@example(result=HOSTILE_RESULT)
@unhurried
@pytest.mark.slow
def test_a_stored_result_is_read_back_whole(result: Result) -> None:
    assert read(json.loads(json.dumps(result.to_json()))) == result


# --- injection --------------------------------------------------------------------------------

COMMAND = re.compile(r"^\s*::|##\[", re.MULTILINE)
"""The commands of GitHub's runner (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands)."""
OURS = re.compile(r"^::(error|warning|notice) title=")


@pytest.mark.slow
@given(result=results())
@example(result=HOSTILE_RESULT)
@unhurried
def test_no_text_of_anybody_becomes_a_command_of_githubs_runner(result: Result) -> None:
    rows = {name: render(name, result, RUNNER).splitlines() for name in formats_of(result)}
    more = 3 if result.is_graded else 1
    assert len(rows["github"]) == sum(each.first_failure is not None for each in result.exercises) + more
    rows["github"] = [OURS.sub("", row, count=1) for row in rows["github"]]
    tests = json.loads(base64.b64decode(rows["classroom"][0].removeprefix("result=")))["tests"]
    assert all("\n" not in test["name"] and test["name"] for test in tests)
    rows["classroom"] = [
        row for test in tests for key in ("name", "message", "test_code") for row in test[key].split("\n")
    ]
    assert [(name, row) for name in rows for row in rows[name] if COMMAND.search(row)] == []


@given(text=TEXTS | st.sampled_from(PIECES))
@unhurried
@pytest.mark.slow
def test_a_title_in_markdown_is_one_cell_and_says_what_it_says(text: str) -> None:
    name = title(text)
    page = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(
        f"| Test | Result |\n|---|---|\n| {name.replace('|', chr(92) + '|')} | PASS |\n"
    )  # fmt: skip
    cells = [each for each in page if each.type == "inline"]
    assert [each.content for each in cells][2:] == [name, "PASS"]
    assert {child.type for child in cells[2].children or []} <= {"text"}
    said = "".join(child.content for child in cells[2].children or [])
    assert said == (guarded(line(text).strip()).replace("|", "¦") or "unnamed")


@given(text=TEXTS)
@unhurried
def test_a_cell_is_one_line_and_no_formula(text: str) -> None:
    shown = cell(text)
    assert not shown.lstrip().startswith(FORMULA)
    assert not {"\n", "\r", "\t"} & set(shown)
    assert shown.removeprefix("'") == line(text).removeprefix("'")


@pytest.mark.slow
@given(result=results())
@example(result=HOSTILE_RESULT)
@unhurried
def test_a_page_has_no_tag_and_no_entity_of_anybody_else(result: Result) -> None:
    tags = set(re.findall(r"<[^>]*>", render("html", result)))
    known = r"""<!doctype html>|</?\w+( (href="#exercise-\d+"|id="exercise-\d+(-title)?"|[\w-]+="[^"<>]*"))*>"""
    assert {tag for tag in tags if not re.fullmatch(known, tag)} == set()
    assert not tags & {"<b>", "<script>", "<img>"}


@pytest.mark.parametrize(
    ("path", "value"),
    [("exercises.0.checks.0.score", 1), ("exercises.0.status", "fail"), ("exercises.1.max_score", 99), ("score", 1)],
)
def test_a_result_whose_points_were_changed_by_hand_is_refused(path: str, value: object) -> None:
    document = json.loads(render("json", SEVERAL))
    *keys, last = path.split(".")
    place = document
    for key in keys:
        place = place[int(key) if key.isdigit() else key]
    assert place[last] != value
    place[last] = value
    with pytest.raises(ReportError, match=re.escape(f"({path} is not what the rest comes to); grade again")):
        read(document)
