"""Make the pages to read one HTML page: for the screen, with answers to unfold, or for paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup, escape

from grader.course import lesson
from grader.course.course import Course
from grader.course.lesson_files import lesson_path, unit_of
from grader.course.picture import open_picture
from grader.course.terms import all_terms
from grader.course.translation import translated_path
from grader.files import drawing_canvas, html_page, markdown, markdown_page
from grader.files.html_page import PAPER_SIZES, Paper

GLOSSARY = "glossary"
"""The page of all terms, made from the others."""
_PICTURE = re.compile(r"<p>\{\{ picture: *([\w/]+) \}\}</p>")
_FORMULA = re.compile(r'(<svg class="formula[^"]*") role="img" aria-label="([^"]*)"')
HERE = Path(__file__).parent / "template"


class ShownExercise(NamedTuple):
    """An exercise below the page of its unit; question and answer are empty if there is nothing to try by hand."""

    name: str
    title: str
    time: str
    question: Markup
    answer: Markup


class ShownLesson(NamedTuple):
    """A page, ready for the template; `language` is empty if it is in that of the whole document."""

    id: str
    language: str
    title: str
    number: str
    time: str
    body: Markup
    exercises: list[ShownExercise]


def render(course: Course, ids: Sequence[str], paper: Paper, *, for_screen: bool = True) -> str:
    """Render pages; `write_pdf` needs no fonts and styles for the screen.

    Raises:
        YamlError: a page is not valid.
    """
    style = (HERE / "lessons.css").read_text("utf-8").replace("PAPER", PAPER_SIZES[paper])
    style += markdown.CSS + drawing_canvas.CSS
    if for_screen:
        style = html_page.font_css() + style + (HERE / "lessons_screen.css").read_text("utf-8")
    pages = [_glossary(course, ids) if each == GLOSSARY else _shown(course, each, ids) for each in ids]
    made = html_page.page(HERE, "lessons.html", style, has_fonts=True, course=course, pages=pages)
    # As words beside it, a formula is there for text browsers as well, which know neither SVG nor `aria-label`.
    return _FORMULA.sub(r'<span class="unseen" lang="en">\2</span>\1 aria-hidden="true"', made) if for_screen else made


def _shown(course: Course, page_id: str, ids: Sequence[str]) -> ShownLesson:
    found = lesson.open_lesson(course, page_id)
    unit = unit_of(course, page_id)

    def marked_up(text: str) -> Markup:
        return Markup(_PICTURE.sub(drawn, _marked_up(course, ids, text)))

    def drawn(found: re.Match[str]) -> str:
        picture = open_picture(course, found[1])
        return f"<figure>{picture.svg}<figcaption>{escape(picture.title)}</figcaption></figure>"

    exercises = []
    for each in unit.exercise_ids if unit else ():
        words = course.words(each)
        answer = found.answers.get(words.name, "")
        question = marked_up(lesson.question(course.data(each)["task"], words.task)) if answer else Markup()
        exercises.append(
            ShownExercise(words.name, words.title, course.effort(each).minutes, question, marked_up(answer))
        )
    number = str(course.units.index(unit) + 1) if unit else ""
    path = translated_path(course.content, course.language, lesson_path(course, page_id))
    return ShownLesson(
        page_id,
        course.language if path else "",
        found.title,
        number,
        lesson.lesson_time(course, page_id),
        marked_up(found.text),
        exercises,
    )


def _glossary(course: Course, ids: Sequence[str]) -> ShownLesson:
    """Return the page of all terms, each with a link to its introduction if that is among the pages."""
    entries = (
        f"- **{term.name}**: {term.sentence} – [{term.title}]({term.place}) (`{term.command}`)"
        for term in all_terms(course)
    )
    return ShownLesson(GLOSSARY, "", "Glossary", "", "", _marked_up(course, ids, "\n".join(entries)), [])


def _marked_up(course: Course, ids: Sequence[str], text: str) -> Markup:
    """Convert Markdown; links to exercises and pages work if those are among the pages."""
    on_page = {each for page in ids if (unit := unit_of(course, page)) for each in unit.exercise_ids}

    def href(target: str) -> str | None:
        kind, _, name = target.partition(":")
        if kind == "exercise":
            return f"#{name.rpartition('/')[2]}" if name in on_page else None
        if kind == "page":
            return f"#page-{name}" if name in ids else None
        return target

    return Markup(markdown_page.to_html(text, href, level=2))
