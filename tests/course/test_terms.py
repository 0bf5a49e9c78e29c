"""The glossary: terms by their names, and what authors are told of definitions, bold words and the order of terms."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from workplace import TINY

from grader.authoring.validate_terms import term_problems
from grader.core.errors import CourseError, UnknownNameError
from grader.course import Content
from grader.course.course import Course
from grader.course.terms import Term, all_terms, find_term, key
from grader.files.strict_yaml import YamlError

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
    return [
        each.replace(f"{folder}/course/exercises/", "") for each in term_problems(course_with(folder, text, *terms))
    ]


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


def test_an_entry_without_a_definition_is_refused(tmp_path: Path) -> None:
    with pytest.raises(YamlError, match=r"terms\.yaml:2:"):
        all_terms(course_with(tmp_path, "A **token**.", "token: {introduced: opening}"))


@pytest.mark.parametrize(
    ("means", "problem"),
    [
        ("This is a piece of text.", "begins with “This”; write a definition that can be read alone"),
        ("It is a piece of text.", "begins with “It”; write a definition that can be read alone"),
        ("The result is a token.", "begins with “The result”; write a definition that can be read alone"),
        (f"{'word ' * 25}word.", "is defined in 26 words; write at most 25"),
        ("A piece of text", "does not end with a period; write one sentence"),
        ("Items of text, small ones.", None),
    ],
)
def test_a_definition_can_be_read_alone(tmp_path: Path, means: str, problem: str | None) -> None:
    found = problems(tmp_path, "A **token**.", f"token: {{means: '{means}', introduced: opening}}")
    assert found == ([f"terms.yaml: `token` {problem}"] if problem else [])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "A **token**, a **key**.",
            "opening.md:3:16: **key** has no entry in terms.yaml; add one, or write *so* to stress it",
        ),
        ("A **token**, two **tokens**.", "opening.md:3:18: the term `token` is in bold 2 times; write it so once"),
        ("A token.", "opening.md: the term `token` is in bold 0 times; write it so once"),
        ("A **token**. **A lead:** text. *Stress.* `a ** b ** c`\n\n| **cell** |\n|---|\n\n## A **title**", None),
    ],
)
def test_bold_words_and_entries_belong_together(tmp_path: Path, text: str, problem: str | None) -> None:
    assert problems(tmp_path, text, f"token: {ENTRY}") == ([problem] if problem else [])


def test_a_term_in_bold_elsewhere_is_reported_with_both_places(tmp_path: Path) -> None:
    found = problems(tmp_path, "A **token**.", "token: {means: A thing., introduced: small/mask}")
    assert found == [
        "opening.md:3:3: **token** is introduced in small/mask.yaml, says the glossary; write it plain, or change one",
        "small/mask.yaml: the term `token` is in bold 0 times; write it so once",
    ]


def test_two_terms_cannot_share_a_name(tmp_path: Path) -> None:
    other = "{means: A thing., introduced: opening, also: [tokens]}"
    found = problems(tmp_path, "A **token**, a **piece**.", f"piece: {other}", f"token: {ENTRY}")
    assert "terms.yaml: `token` has a name of `piece`, too; leave one out" in found


def test_a_term_of_a_later_unit_is_reported_but_not_an_everyday_word_or_a_link(tmp_path: Path) -> None:
    course = course_with(tmp_path, "Nothing.", "mask: {means: A thing., introduced: late/last}")
    exercises = course.content.exercises
    table, first = exercises / "course.yaml", exercises / "small/mask.yaml"
    table.write_text(table.read_text("utf-8") + "  - {id: late, title: Late, exercises: [last]}\n", "utf-8")
    (exercises / "late").mkdir()
    task = first.read_text("utf-8").replace("task: |\n", "task: |\n  Two masks.\n", 1)
    assert "Two masks" in task
    first.write_text(task, "utf-8")
    (exercises / "late/last.yaml").write_text(task.replace("Two masks", "The **mask**"), "utf-8")
    early = [each for each in term_problems(Course(course.content)) if "later unit" in each]
    assert early == [
        f"{first}: “masks” is a term of the later unit `late`; say it in other words, or introduce it here"
    ]
    for replacement in ("Two [masks](x.md).", "Two `masks`."):
        first.write_text(task.replace("Two masks.", replacement), "utf-8")
        assert not [each for each in term_problems(Course(course.content)) if "later unit" in each]
    first.write_text(task, "utf-8")
    terms = exercises / "terms.yaml"
    terms.write_text(terms.read_text("utf-8").replace("}", ", everyday: true}"), "utf-8")
    assert not [each for each in term_problems(Course(course.content)) if "later unit" in each]


def test_names_are_compared_without_case_number_and_hyphens() -> None:
    assert key("KV-Caches") == key("kv cache") == "kv cache"
    assert key("loss") == "loss"
    assert key("ids") == "ids"


def test_a_place_is_shown_by_its_command() -> None:
    assert Term("a", (), "", "exercise:small/mask", "").command == "learn show mask"
