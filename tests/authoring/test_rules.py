"""The rules for texts: ours, or those of course.yaml."""

from __future__ import annotations

from pathlib import Path

import pytest
from workplace import Workplace

from grader.authoring.validate_content import inspect_around
from grader.course import find
from grader.course.course import Course
from grader.files.strict_yaml import YamlError

TABLE = "id: one\ntitle: One\nversion: 1\nunits: [{id: small, title: Small, exercises: [initials]}]\n"
RULES = "rules: {page_words: [3, 50], headings: [In short, Before you begin], hints: 2}\n"
PAGE = "# Small\n\nA page with a **bold** word.\n\n## In short\n\nText.\n\n## Before you begin\n\nText.\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a course of an exercise with two hints, and of a short page with headings and bold words of its own."""
    place = Workplace(tmp_path, monkeypatch, capsys, course=None)
    (tmp_path / "exercises").mkdir()
    (tmp_path / "exercises/course.yaml").write_text(TABLE, "utf-8")
    assert place.learn("author", "new", "small/initials", "--like", "function").code == 0
    (tmp_path / "exercises/small/lesson.md").write_text(PAGE, "utf-8")
    path = tmp_path / "exercises/small/initials.yaml"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if not line.startswith("  - Which words")), "utf-8")
    return place


def problems(place: Workplace) -> list[str]:
    """Return what is wrong with the exercise and with everything beside it."""
    course = Course(find(place.folder))
    try:
        course.exercise("small/initials")
    except YamlError as error:
        return list(map(str, error.problems))
    return list(inspect_around(course).problems)


def test_our_rules_hold_unless_the_course_has_others(place: Workplace) -> None:
    table, exercise = place.folder / "exercises/course.yaml", "exercises/small/initials.yaml"
    what = "the number of hints is 2; write 3 hints, from a nudge to almost the answer"
    assert [problem.partition(": ")[2] for problem in problems(place)] == [what]
    table.write_text(TABLE + "rules: {hints: 2}\n", "utf-8")
    found = "\n".join(problems(place))
    assert "the page has 13 words before `Try it by hand`; write 400 to 700" in found
    assert "the heading `## One number in full` is there 0 times; write it once" in found
    table.write_text(TABLE + RULES, "utf-8")
    assert problems(place) == []
    assert place.learn("hint", "initials", "--course", ".").out.startswith("Hint 1 of 2: ")
    refused = place.learn("hint", "initials", "--number", "3", "--course", ".")
    assert (refused.code, "3 is not in the range 1<=x<=2" in refused.err) == (2, True), exercise


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("{hint: 2}", "unknown key `hint`; did you mean `hints`?"),
        ("{hints: 0}", "`hints` is 0; write 1 to 9"),
        ("{page_words: [9, 3]}", "`page_words` is [9, 3]; write [fewest, most]"),
    ],
)
def test_a_rule_that_is_none_is_refused_at_its_line(place: Workplace, rules: str, message: str) -> None:
    (place.folder / "exercises/course.yaml").write_text(f"{TABLE}rules: {rules}\n", "utf-8")
    with pytest.raises(YamlError, match=r"course\.yaml:5") as error:
        Course(find(place.folder)).units  # noqa: B018 - the table is read when it is used
    assert message in str(error.value)
