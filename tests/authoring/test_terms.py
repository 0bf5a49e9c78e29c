"""The glossary: terms by their names, and the problems of a glossary for its author."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from workplace import TINY

from grader.authoring.validate_content import term_problems
from grader.core.errors import CourseError, UnknownNameError
from grader.course import Content
from grader.course.course import Course
from grader.course.terms import all_terms, find_term

KEYS = "{means: Memory that keeps keys., introduced: opening, also: [KV, KV cache]}"
ENTRY = "{means: 'A thing.', introduced: opening}"


def course_with(folder: Path, text: str, *terms: str) -> Course:
    """Return the tiny course with an opening page, and a glossary if there are terms."""
    shutil.copytree(TINY, folder / "course")
    exercises = folder / "course/exercises"
    (exercises / "opening.md").write_text(f"# A page\n\n{text}\n", "utf-8")
    if terms:
        (exercises / "terms.yaml").write_text("terms:\n" + "".join(f"  {term}\n" for term in terms), "utf-8")
    return Course(Content(exercises, folder / "course/solutions"))


def problems(folder: Path, text: str, *terms: str) -> list[str]:
    """Return the problems of such a course, without the folder."""
    found = term_problems(course_with(folder, text, *terms))
    return [problem.partition("course/exercises/")[2] for problem in found]  # the path may be relative


def test_a_term_is_found_by_any_of_its_names(tmp_path: Path) -> None:
    course = course_with(tmp_path, "A **key cache**.", f"key cache: {KEYS}")
    for name in ("key cache", "Key caches", "key_cache", "kv", "KV-cache"):
        assert find_term(course, name).name == "key cache"
    assert find_term(course, "kv").command == "learn read opening"
    assert [(term.means, term.title) for term in all_terms(course)] == [("Memory that keeps keys.", "A page")]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("keycache", "there is no term 'keycache'; did you mean 'key cache'?"),
        ("cache", "there is no term 'cache'; did you mean 'key cache'?"),
        ("token", "there is no term 'token'; `learn read terms` lists them all"),
        ("", "there is no term ''; `learn read terms` lists them all"),
    ],
)
def test_an_unknown_term_gets_advice(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        find_term(course_with(tmp_path, "A **key cache**.", f"key cache: {ENTRY}"), name)
    assert str(caught.value) == message


def test_a_course_without_the_file_has_no_glossary(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match="this course has no glossary"):
        find_term(course_with(tmp_path, "No term."), "token")


def test_two_terms_cannot_share_a_name(tmp_path: Path) -> None:
    other = "{means: A thing., introduced: opening, also: [tokens]}"
    found = problems(tmp_path, "A **token**, a **piece**.", f"piece: {other}", f"token: {ENTRY}")
    assert "terms.yaml:3:3: `token` has a name of `piece`, too; leave one out" in found


def test_a_term_is_in_the_text_that_introduces_it(tmp_path: Path) -> None:
    found = problems(tmp_path, "Two TOKENS.", f"token: {ENTRY}", f"key cache: {ENTRY}")
    assert found == ["terms.yaml:3:46: `key cache` is not in opening, which `introduced` names; correct one of them"]


def test_a_term_names_a_place_that_there_is(tmp_path: Path) -> None:
    found = problems(tmp_path, "A **token**.", f"token: {ENTRY.replace('opening', 'openign')}")
    assert found == ["terms.yaml:2:42: unknown page or exercise `openign`; did you mean `opening`?"]
