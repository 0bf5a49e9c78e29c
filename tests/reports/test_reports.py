"""Every report of results made by hand: ordinary ones, and ones that carry hostile text."""

from __future__ import annotations

import json
import re
import textwrap
import unicodedata
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from golden import assert_golden, assert_table
from places import ROOT
from report_cases import (
    EMPTY,
    HOSTILE_RESULT,
    NAMED,
    ONE,
    RUNNER,
    SEVERAL,
    check,
    exercise,
    result,
)
from sizes import three_always

from grader.core.errors import ReportError
from grader.core.escape import UNSAFE, line
from grader.core.result import Location, NamedMistake, Result, Verdict
from grader.reports import ClassFormat, Format, formats, render, result_formats
from grader.reports.document import read
from grader.reports.github import MAX_SUMMARY_BYTES, summary
from grader.reports.md import escaped
from grader.reports.text import exercise_lines
from grader.reports.text import render as render_text

SCHEMA = json.loads((ROOT / "docs/schema/result.schema.json").read_text("utf-8"))

# --- what they look like ----------------------------------------------------------------------


@pytest.mark.parametrize("format_name", result_formats())
def test_a_report_is_the_golden_one(request: pytest.FixtureRequest, format_name: str) -> None:
    assert_golden(request, f"several.{format_name}", render(format_name, SEVERAL, RUNNER))


def test_the_tables_of_formats_in_the_documentation_are_made_of_their_files(request: pytest.FixtureRequest) -> None:
    known = formats()
    rows = [(f"`{name}`", each.audience, each.holds) for name, each in known.items() if isinstance(each, Format)]
    class_rows = [(f"`{name}`", each.holds) for name, each in known.items() if isinstance(each, ClassFormat)]
    assert_table(request, "docs/reference/reports.md", "formats", rows)
    assert_table(request, "docs/reference/reports.md", "class formats", class_rows)


def test_the_text_of_one_exercise_is_the_golden_one(request: pytest.FixtureRequest) -> None:
    assert_golden(request, "one.text", render("text", ONE))
    assert_golden(request, "one.40.text", render_text(ONE, width=40))


# --- text -------------------------------------------------------------------------------------


LONG_WORDS = NamedMistake("long", "A title that is rather long for one line of text.", "Words about it. " * 80)
VERDICTS = [Verdict.FAIL, Verdict.PASS, Verdict.SKIPPED, Verdict.ERROR, Verdict.TIMEOUT, Verdict.FAIL, Verdict.PASS]


@pytest.mark.parametrize("width", [40, 80, 100])
@pytest.mark.parametrize("count", [1, 5, 12, 19, 60])
@pytest.mark.parametrize("details", ["short", "long"])
def test_a_failing_exercise_takes_at_most_20_lines_besides_long_words(width: int, count: int, details: str) -> None:
    long = {"call": "f([1.0, 2.0])" * 40, "got": "1.5, " * 90, "expected": "2.5, " * 90, "stdout": "word\n" * 50}
    first = NAMED if details == "short" else NAMED._replace(mistake=LONG_WORDS, message="why " * 900, **long)
    others = [check(VERDICTS[n % 7], f"check number {n} of them, with a long name") for n in range(1, count)]
    shown = exercise_lines(exercise(first, *others), width)
    words = len(textwrap.wrap(LONG_WORDS.words, width - 4)) if details == "long" else 0
    assert len(shown) <= (20 if width > 40 else 24) + words  # of 18 asked for: words, place and output are not cut
    assert max(map(len, shown)) <= width
    assert any(each.startswith("    Mistake: ") for each in shown)


PRINTING = check(Verdict.FAIL, call="f(1)", got="1", expected="2", location=Location("f.py", 7))


@pytest.mark.parametrize("count", [5, 18, 19, 40])
def test_output_that_does_not_fit_ends_with_the_command_that_shows_it(count: int) -> None:
    failed = PRINTING._replace(stdout="word\n" * count)
    shown = exercise_lines(exercise(failed), 80, height=20)
    assert shown[6] == "    See f.py:7"
    if count <= 11:
        assert shown[8:] == ["    printed:", *["    word"] * count]
    else:
        assert len(shown) == 20
        assert shown[-1] == f"    … {count} lines in all; all of them: learn check nucleus --prints"
    assert exercise_lines(exercise(failed), 80, height=20, printed=1 << 20)[9:] == ["    word"] * count


def test_checks_with_a_mistake_that_an_earlier_one_explains_are_folded_on_a_page() -> None:
    first, other = (NamedMistake(name, f"{name} is wrong.", "Look.") for name in ("one", "two"))
    checks = [
        PRINTING._replace(name=f"check {place}", mistake=each)
        for place, each in enumerate([first, other, first, first])
    ]
    page = render("html", result(exercise(*checks)))
    shown, folded = page.split("<details>")
    assert [word for word in ("check 0", "check 1", "check 2", "check 3") if word in shown] == ["check 0", "check 1"]
    assert "<summary>2 more with a mistake from above: <bdi>check 2; check 3</bdi></summary>" in folded
    assert "<details>" not in render("html", result(exercise(*checks[:2])))


# --- hostile text -----------------------------------------------------------------------------


@pytest.mark.parametrize("format_name", result_formats())
def test_no_report_passes_on_control_characters_or_direction_marks(format_name: str) -> None:
    text = render(format_name, HOSTILE_RESULT, RUNNER)
    assert {each for each in text if unicodedata.category(each) in UNSAFE} - {"\n"} == set()


@pytest.mark.parametrize(
    ("given", "safe"),
    [
        ("ünïcödé ✓ 日本", "ünïcödé ✓ 日本"),
        ("a\tb", "a    b"),
        ("a\nb", "a b"),
        ("\x1b[31m", "\\x1b[31m"),
        ("a\rb", "a\\rb"),
        ("\u202e", "\\u202e"),
        ("\ud800", "\\ud800"),
        ("\U000e0001", "\\U000e0001"),
    ],
    ids=ascii,
)
def test_a_line_is_made_safe(given: str, safe: str) -> None:
    assert line(given) == safe


def test_markdown_shows_hostile_text_as_it_is() -> None:
    assert escaped("a | `b` <c> [d](e) *f* _g_ #1 @h ~i~ $j$ &amp; \\") == (
        "a \\| \\`b\\` \\<c\\> \\[d\\]\\(e\\) \\*f\\* \\_g\\_ \\#1 \\@h \\~i\\~ \\$j\\$ \\&amp; \\\\"
    )


def test_markdown_keeps_hostile_text_in_its_cell_or_fence() -> None:
    text = render("md", HOSTILE_RESULT)
    rows = [row for row in text.splitlines() if row.startswith("|")]
    assert [len(re.findall(r"(?<!\\)\|", row)) for row in rows] == [4] * 5
    fences = [row for row in text.splitlines() if re.fullmatch("`{3,}(text)?", row)]
    assert fences == ["````text", "````", "````text", "````"]


def test_github_gets_one_command_a_line_whatever_the_text_says() -> None:
    first, second, points, *notices = render("github", HOSTILE_RESULT).splitlines()
    assert first.startswith("::error title=The nucleus%3A a check,file=%3A%3Aerror file=x%3A%3Apwned %3A%3Astop")
    assert second.startswith("::error title=%3A%3Aerror file=x%3A%3Apwned ")
    assert [points, *notices] == [
        "0 of 3 points",
        "::notice title=Autograding complete::Points 0/3",
        '::notice title=Autograding report::{"totalPoints":0,"maxPoints":3}',
    ]
    properties = first.removeprefix("::error ").partition("::")[0]
    assert [each.partition("=")[0] for each in properties.split(",")] == ["title", "file", "line"]


def test_github_shows_ten_errors_ten_warnings_and_two_notices() -> None:
    stub = exercise(check(Verdict.NOT_ATTEMPTED, message="still raises NotImplementedError"))
    shown = render(
        "github", result(*[stub] * 12, *[exercise(check(Verdict.FAIL, message="differs"))] * 12)
    ).splitlines()
    assert shown == [
        *["::error title=The nucleus%3A a check::differs"] * 10,
        *["::warning title=The nucleus%3A a check::still raises NotImplementedError"] * 10,
        "0 of 24 points",
        "::notice title=Autograding complete::Points 0/24",
        '::notice title=Autograding report::{"totalPoints":0,"maxPoints":24}',
    ]


def test_a_job_summary_that_is_too_long_counts_what_it_leaves_out() -> None:
    long = exercise(check(Verdict.FAIL, message="ü" * 400, call="🐱" * 400, got="x"))
    many = result(*[long] * 900)
    text = summary(many)
    assert MAX_SUMMARY_BYTES - 3000 < len(text.encode()) <= MAX_SUMMARY_BYTES
    told, left = text.count("### The nucleus"), re.findall(r"There is no room here for (\d+) more;", text)
    assert (text.count("| The nucleus | fail |"), [str(900 - told)]) == (900, left)
    assert text.endswith("`learn check NAME` shows them.\n")
    assert summary(SEVERAL) == render("md", SEVERAL)


# --- machines ---------------------------------------------------------------------------------


@pytest.mark.parametrize("document", [ONE, SEVERAL, HOSTILE_RESULT, EMPTY], ids=["one", "several", "hostile", "empty"])
def test_json_keeps_to_the_published_schema(document: Result) -> None:
    text = render("json", document)
    jsonschema.validate(json.loads(text), SCHEMA)
    assert text.isascii()


def paths_of(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the path of every value in a document."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from paths_of(each, (*path, key))


VALUES = [None, "x", -1, 0, 1, 1.5, True, [], [1], {}]
SUMS = ("score", "max_score", "status", "checks", "exercises")
"""Comparisons that the reader makes as well, since a schema cannot."""


@pytest.mark.parametrize("path", three_always(paths_of(ONE.to_json())), ids=lambda path: ".".join(map(str, path)))
def test_what_the_schema_refuses_is_not_read(path: tuple[str | int, ...]) -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for value in VALUES:
        document = ONE.to_json()
        place: Any = document
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        if validator.is_valid(document) and path[-1] not in SUMS:
            read(document)
        elif path[-1] not in (*SUMS, "sha256"):
            with pytest.raises(ReportError):
                read(document)
