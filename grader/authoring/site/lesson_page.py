"""Convert the pages to read to HTML for the pages of a site."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup, escape

from grader.course import lesson, picture
from grader.course.course import Course
from grader.course.lesson_files import lesson_path, unit_of
from grader.course.picture import open_picture
from grader.course.terms import all_terms
from grader.files import html_page, markdown

GLOSSARY = "glossary"
"""The page of all terms, made from the others."""
_PICTURE = re.compile(r"<p>\{\{ picture: *([\w/]+) \}\}</p>")
_DISPLAYED = re.compile(r'<p>(<svg class="formula(?:(?!<svg).)*?</svg>)</p>', re.DOTALL)
"""Matches a paragraph that is only a formula."""
_FORMULA = re.compile(r'(<svg class="formula[^"]*") role="img" aria-label="([^"]*)"')
HERE = Path(__file__).parent / "template"
Href = Callable[[str], str | None]
"""Returns where a link of the course leads, `exercise:unit/name` or `page:id`; None for words without a link."""
CSS = markdown.CSS + picture.CSS
"""Style that a page with a lesson needs besides lessons.css."""


class ShownExercise(NamedTuple):
    """An exercise below the page of its unit; question and answer are empty if there is nothing to try by hand."""

    name: str
    title: str
    time: str
    question: Markup
    answer: Markup
    href: str
    """The address of its own page; empty if it has none."""


class ShownLesson(NamedTuple):
    """A page, ready for the template."""

    id: str
    title: str
    number: str
    time: str
    body: Markup
    exercises: list[ShownExercise]


def style() -> str:
    """Return the style sheet of pages to read, without fonts."""
    own = "".join((HERE / name).read_text("utf-8") for name in ("lessons.css", "lessons_screen.css"))
    return html_page.face(has_fonts=False) + own + CSS


def with_words_of_formulas(page: str) -> str:
    """Return a page with each formula as words, too, for text browsers, which know neither SVG nor `aria-label`."""
    return _FORMULA.sub(r'<span class="unseen">\2</span>\1 aria-hidden="true"', page)


def article(shown: ShownLesson, player: str = "") -> Markup:
    """Return a page as an HTML element whose title is a heading of the first level, with a playground above its text."""
    template = html_page.environment(HERE).get_template("lesson_article.html").module
    return Markup(template.article(shown, 1, Markup(player)))  # type: ignore[attr-defined]  # a macro


def shown_lesson(
    course: Course, page_id: str, href: Href, *, level: int, exercise_href: Callable[[str], str] = lambda _: ""
) -> ShownLesson:
    """Return the page of a unit, or of the course; of a unit without a page, its title and exercises; or the glossary.

    Raises:
        YamlError: the page is not valid.
    """
    if page_id == GLOSSARY:
        return _shown_glossary(course, href)
    unit = unit_of(course, page_id)
    has_page = unit is None or lesson_path(course, page_id).is_file()
    found = lesson.open_lesson(course, page_id) if has_page else None
    exercises = []
    for exercise_id in unit.exercise_ids if unit else ():
        words = course.words(exercise_id)
        answer = found.answers.get(words.name, "") if found else ""
        asked = lesson.question(words.task) if answer else ""
        question = marked_up(course, asked, href, level=level)
        answer_html, address = marked_up(course, answer, href, level=level), exercise_href(exercise_id)
        time = course.effort(exercise_id).minutes
        exercises.append(ShownExercise(words.name, words.title, time, question, answer_html, address))
    number = str(course.units.index(unit) + 1) if unit else ""
    title = found.title if found else unit.title if unit else ""
    body = marked_up(course, found.text, href, level=level) if found else Markup()
    return ShownLesson(page_id, title, number, lesson.lesson_time(course, page_id), body, exercises)


def _shown_glossary(course: Course, href: Href) -> ShownLesson:
    """Return the page of all terms, each with a link to its introduction if `href` knows it."""
    terms = all_terms(course)
    entries = [
        Markup('<dt id="{}">{}</dt>\n<dd>{}\n{}</dd>\n').format(
            term_anchor(term.name),
            term.name,
            marked_up(course, term.means, href, level=2),
            marked_up(course, f"[{term.title}]({term.place})", href, level=2),
        )
        for term in terms
    ]
    body = Markup('<dl class="terms">\n{}</dl>').format(Markup().join(entries))
    return ShownLesson(GLOSSARY, "Glossary", "", "", body, [])


def term_anchor(name: str) -> str:
    """Return the id of a term in the glossary."""
    return "term-" + re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def marked_up(course: Course, text: str, href: Href, *, level: int) -> Markup:
    """Convert Markdown with pictures of the course; `## ` becomes the heading one below `level`.

    Raises:
        PictureError: there is no such picture, or its file is wrong.
    """
    made = _DISPLAYED.sub(r'<p class="displayed">\1</p>', markdown.page_to_html(text, href, level=level))
    return Markup(_PICTURE.sub(lambda found: figure(course, found[1]), made))


def figure(course: Course, name: str) -> Markup:
    """Return a picture of the course with its title; raise PictureError if there is none, or its file is wrong."""
    found = open_picture(course, name)
    return Markup(f"<figure>{found.svg}<figcaption>{escape(found.title)}</figcaption></figure>")
