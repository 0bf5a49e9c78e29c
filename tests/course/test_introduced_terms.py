"""The glossary: bold words that are terms, the sentence of each, and what authors are told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from workplace import TINY

from grader.core.errors import CourseError, UnknownNameError
from grader.course import Content
from grader.course.course import Course
from grader.course.terms import Term, all_terms, find_term, key, term_problems


def course_with(folder: Path, text: str) -> Course:
    """Return the tiny course with an opening page."""
    shutil.copytree(TINY, folder / "course")
    (folder / "course/exercises/opening.md").write_text(f"# A page\n\n{text}\n", "utf-8")
    return Course(Content(folder / "course/exercises", folder / "course/solutions"))


def sentences(course: Course) -> dict[str, str]:
    """Return the sentence of each term."""
    return {term.name: term.sentence for term in all_terms(course)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("First. A **token** is a piece of text. Last.", {"token": "A **token** is a piece of text."}),
        ("**Softmax** makes\nscores probabilities.", {"softmax": "**Softmax** makes scores probabilities."}),
        ("- The **KV cache** keeps keys.\n- More.", {"KV cache": "The **KV cache** keeps keys."}),
        ("It costs 2.5 bits **per step**, or .5. Next", {"per step": "It costs 2.5 bits **per step**, or .5."}),
        ("Of p (see x.) a **share** is left. 1 is all.", {"share": "Of p (see x.) a **share** is left."}),
        ("**Equality is enough:** it stays. **Lead.** Text. *Stress.*", {}),
        ("`a ** b ** c` and\n\n    x **2** y\n\n| **cell** |\n|---|\n\n## A **title**", {}),
        ("```picture\n**drawn**\n```", {}),
    ],
)
def test_terms_are_bold_words_in_sentences(tmp_path: Path, text: str, expected: dict[str, str]) -> None:
    assert sentences(course_with(tmp_path, text)) == expected


def test_a_term_is_found_by_any_of_its_names(tmp_path: Path) -> None:
    text = "It uses **byte-pair encoding** (BPE) here. Two **merges**, or joins, follow it."
    course = course_with(tmp_path, text)
    for name in ("byte-pair encoding", "Byte pair encodings", "byte_pair_encoding", "bpe"):
        assert find_term(course, name).name == "byte-pair encoding"
    assert find_term(course, "merge").name == find_term(course, "join").name == "merges"
    assert find_term(course, "join").command == "learn read opening"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("keycache", "there is no term 'keycache'; did you mean 'key cache'?"),
        ("cache", "there is no term 'cache'; did you mean 'key cache'?"),
        ("token", "there is no term 'token'; `learn glossary` lists them all"),
        ("", "there is no term ''; `learn glossary` lists them all"),
    ],
)
def test_an_unknown_term_gets_advice(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        find_term(course_with(tmp_path, "A **key cache** is a cache for keys."), name)
    assert str(caught.value) == message


def test_a_course_without_terms_has_no_glossary(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match="this course introduces no terms, so it has no glossary"):
        find_term(course_with(tmp_path, "No term."), "token")


def test_authors_are_told_of_terms_introduced_twice_or_unexplained(tmp_path: Path) -> None:
    text = "A **token** is a small piece of some text. Many **tokens**. The **key**. Here is its **value**: the row is"
    course = course_with(tmp_path, text)
    found = list(term_problems(course))
    assert [each.removeprefix(f"{shown(course)}: ") for each in found] == [
        f"**tokens** is introduced a second time, after {shown(course)}; write it plain, or *so* to stress it",
        "**key** is in a sentence that has 1 other words; explain it in one sentence, or write *so* to stress it",
        "**value** is in a sentence that does not end with a period; explain it in one sentence, or write *so* to stress it",
    ]
    assert list(term_problems(course, ["small/mask"])) == []


def shown(course: Course) -> str:
    """Return the path of the page as messages name it."""
    from grader.course import shown_path

    return shown_path(course.content.exercises / "opening.md")


def test_names_are_compared_without_case_number_and_hyphens() -> None:
    assert key("KV-Caches") == key("kv cache") == "kv cache"
    assert key("loss") == "loss"
    assert key("ids") == "ids"


def test_a_place_is_shown_by_its_command() -> None:
    assert Term("a", "", "", "exercise:small/mask", "").command == "learn show mask"
