"""Rosters, deadlines and times of submission: tolerant headers, strict lines, every error at its place."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from grader.classes.deadlines import late_seconds, load_deadlines, load_submitted
from grader.classes.roster import Student, load_roster
from grader.core.errors import ClassError

CET = timezone(timedelta(hours=1))


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written(text: str | bytes) -> Path:
    """Write a table and return its place."""
    path = Path("class.csv")
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def complaint(text: str | bytes) -> str:
    """Return what is said of a roster that is not right."""
    with pytest.raises(ClassError) as caught:
        load_roster(written(text))
    return str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "id,name,email\nada,Ada Lovelace,ada@example.org\n",
        "\ufeffStudent ID;Full Name;E-Mail\r\nada;Ada Lovelace;ada@example.org\r\n",
        "NAME\tEmail Address\tsis_user_id\tshoe size\nAda Lovelace\tada@example.org\tada\t38\n",
        '"id","name","email"\n\n"ada","Ada Lovelace","ada@example.org"\n\n',
    ],
    ids=["plain", "another spelling", "other columns", "quoted"],
)
def test_headers_are_known_in_many_spellings(text: str) -> None:
    assert load_roster(written(text)).students == (Student("ada", "Ada Lovelace", "ada@example.org"),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "class.csv:1: the file is empty; begin with a line of headers: id"),
        ("name\nAda\n", "class.csv:1: there is no column `id`; the first line must name it"),
        ("id,Student ID\n1,2\n", "class.csv:1: two columns stand for `id`; rename one of them"),
        ("id,name\nada\n", "class.csv:2: 1 cells under 2 headers; correct the line"),
        ("id,name\n,Ada\n", "class.csv:2: there is no id; give every student one"),
        ("id\nada\nbo\nAda\n", "class.csv:4: the id 'Ada' is that of class.csv:2, too; keep one of the lines"),
        ("id\na\u202eb\n", "class.csv:2: the id 'a\\u202eb' has characters that cannot be shown; correct it"),
        ('id,name\nada,"Ada\n', "class.csv:2: not a line of CSV: unexpected end of data; check the quotes"),
        (b"id\nada\nz\x81e\n", "class.csv:3: not text in UTF-8; save the table as CSV in UTF-8"),
    ],
)
def test_a_roster_that_is_not_right_is_told_at_its_line(text: str | bytes, message: str) -> None:
    assert complaint(text) == message


def test_a_roster_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(ClassError) as caught:
        load_roster(Path("nowhere.csv"))
    assert str(caught.value) == "nowhere.csv: cannot be opened: No such file or directory; is it the right file?"


def test_a_deadline_is_a_students_own_or_everybodys() -> None:
    deadlines = load_deadlines(written("student,due\n*,2026-11-20T23:59:00+01:00\nAda,2026-11-21T12:00:00Z\n"))
    assert deadlines.of("bo") == datetime(2026, 11, 20, 23, 59, tzinfo=CET)
    assert deadlines.of("ada") == datetime(2026, 11, 21, 12, tzinfo=UTC)
    assert load_deadlines(written("student,due\nada,2026-11-20T23:59:00+01:00\n")).of("bo") is None


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("ada,tomorrow", "class.csv:2: 'tomorrow' is not a time; write it like 2026-11-20T23:59:00+01:00"),
        (
            "ada,2026-11-20T23:59:00",
            "class.csv:2: '2026-11-20T23:59:00' has no time zone; write it like 2026-11-20T23:59:00+01:00",
        ),
        (
            "ada,2026-11-20T23:59:00Z\nADA,2026-11-20T23:59:00Z",
            "class.csv:3: 'ADA' is there twice; keep one of the lines",
        ),
    ],
)
def test_a_time_that_is_not_right_is_told_at_its_line(line: str, message: str) -> None:
    with pytest.raises(ClassError) as caught:
        load_submitted(written(f"student,submitted\n{line}\n"))
    assert str(caught.value) == message


def test_how_late_something_is_does_not_depend_on_zones() -> None:
    due = datetime(2026, 11, 20, 23, 59, tzinfo=CET)
    assert late_seconds(due.astimezone(UTC), due) == 0
    assert late_seconds(due + timedelta(seconds=90.2), due) == 91
    assert late_seconds(due - timedelta(days=1), due) == 0
    assert late_seconds(None, due) is None
    assert late_seconds(due, None) is None
