"""Make the pages that only a site has: the start page, units, tasks, and lists of what else there is."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from markupsafe import Markup

from grader.authoring.site import lesson_page, workbench
from grader.authoring.site.framed_page import HOME, VERDICT, SitePlace, SiteUnit, between
from grader.course import lesson
from grader.course.course import Course
from grader.course.effort import hours
from grader.course.exercise import Source
from grader.course.lesson_files import PICTURE, lesson_ids, unit_of
from grader.files import html_page, markdown

HERE = Path(__file__).parent / "template"
ARRAYS = "`Array[V]` is an array of floats with the shape `(V,)`; `...` stands for any axes, or none."
GITHUB = "github.com"
FIRST_PAGES = ("opening", "checks")
"""Pages of a course that are read before its units."""
ABOUT = "You write small Python functions. Each is checked as soon as you save it, and a mistake that the course knows gets its name."
VERDICT_WORDS = (
    "A verdict, recorded in a terminal",
    "A terminal with a verdict: the failing call, what it gives, what is expected, and the mistake behind it",
)


def path_of(course: Course, target: str) -> str | None:
    """Return the file of the site for `exercise:unit/name` or `page:id`; None for any other address."""
    kind, _, name = target.partition(":")
    if kind == "exercise":
        return f"units/{name}.html"
    if kind != "page":
        return None
    return f"units/{name}/index.html" if unit_of(course, name) else f"pages/{name}.html"


def _href(course: Course, path: str, target: str) -> str:
    """Return the address that leads from a file of the site to a target; other addresses stay."""
    found = path_of(course, target)
    return between(path, found) if found else target


def start_page(
    course: Course,
    others: Sequence[SitePlace],
    engine: str,
    documentation: str = "",
    player: str = "",
    verdict: bytes = b"",
    *,
    has_engine: bool = False,
) -> str:
    """Return the start page: what this is, units and tasks, ways to begin, and what else there is.

    It shows the course's playground; without one, the picture of a verdict, if there is any. With `has_engine` it leads to
    the first task and shows what has passed.
    """
    units = [
        {
            "place": place,
            "time": lesson.unit_time(course, unit),
            "builds": unit.then.can if unit.then else "",
            "picture": _first_picture(course, unit.id),
        }
        for unit, place in zip(course.units, site_units(course), strict=True)
    ]
    first, more = _course_pages_around(course)
    counts = ((len(course.exercise_ids), "exercise"), (len(units), "unit"))
    size = " in ".join(f"{count} {noun}{'' if count == 1 else 's'}" for count, noun in counts)
    about = " ".join(filter(None, (course.about, ABOUT)))
    return rendered(
        "start.html",
        HOME,
        f"{course.title}: a course of {size}. {about}",
        data=workbench.course_data(course) if has_engine else None,
        course=course,
        size=size,
        about=about,
        documentation=documentation,
        first_task=site_units(course)[0].tasks[0],
        player=Markup(player),
        verdict=SitePlace(VERDICT, *VERDICT_WORDS) if verdict else None,
        verdict_size=_size_of(verdict),
        ways=ways_to_start(course, engine) if course.repository else None,
        time=hours(map(course.effort, course.exercise_ids)),
        first=first,
        units=units,
        more=more,
        others=[*others],
    )


def site_units(course: Course) -> tuple[SiteUnit, ...]:
    """Return the units with their tasks, each with its path."""
    return tuple(
        SiteUnit(
            f"units/{unit.id}/index.html",
            unit.title,
            tuple(SitePlace(f"units/{each}.html", course.words(each).title) for each in unit.exercise_ids),
        )
        for unit in course.units
    )


def course_pages(course: Course) -> list[SitePlace]:
    """Return the pages of a course in reading order: its first pages, the units with their tasks, and the other pages."""
    first, more = _course_pages_around(course)
    units = [(SitePlace(unit.path, unit.title), *unit.tasks) for unit in site_units(course)]
    return [*first, *(place for unit in units for place in unit), *more]


def _course_pages_around(course: Course) -> tuple[list[SitePlace], list[SitePlace]]:
    """Return the pages that belong to no unit: those to read before the units, and the others."""
    ids = [page_id for page_id in lesson_ids(course) if unit_of(course, page_id) is None]
    titles = {page_id: lesson.open_lesson(course, page_id).title for page_id in ids}
    places = {page_id: SitePlace(f"pages/{page_id}.html", title) for page_id, title in titles.items()}
    first = [places[page_id] for page_id in FIRST_PAGES if page_id in places]
    return first, [place for place in places.values() if place not in first]


def ways_to_start(course: Course, engine: str) -> dict[str, Any]:
    """Return the ways to begin a course whose repository is known; `engine` is the address of this package.

    `uvx` and `pip` are commands for one's own machine, `codespaces` is where GitHub opens the repository in an editor, empty if
    it is elsewhere; `ready` is a notebook of this package, empty for other courses.
    """
    address = urlsplit(course.repository)
    codespaces = f"https://codespaces.new{address.path.removesuffix('.git')}" if address.netloc == GITHUB else ""
    clone, own = [], ""
    if course.repository != engine:  # else this package brings its course
        clone, own = [f"git clone {course.repository} course"], " --course course"
    uvx = f"uvx --from git+{engine} token-by-token"
    environment = ["python3 -m venv .venv", ". .venv/bin/activate", f"pip install git+{engine}"]
    ready = "" if own else f"https://colab.research.google.com/github{address.path}/blob/main/examples/softmax.ipynb"
    return {
        "codespaces": codespaces,
        "ready": ready,
        "uvx": [*clone, f"{uvx} init my-course{own}", "cd my-course", f"{uvx} watch"],
        "pip": [*environment, *clone, f"learn init my-course{own}", "cd my-course", "learn"],
    }


def lesson_page_of(course: Course, page_id: str, path: str, player: str = "", *, has_engine: bool = False) -> str:
    """Return the page of a unit with its playground and links to its tasks, a page of the course, or the glossary."""
    href = partial(_href, course, path)
    shown = lesson_page.shown_lesson(
        course, page_id, href, level=1, exercise_href=lambda exercise_id: href(f"exercise:{exercise_id}")
    )
    unit = unit_of(course, page_id)
    about = (
        f"Unit {shown.number} of {course.title}: {shown.time}" if unit else f"{shown.title}, a page of {course.title}"
    )
    return rendered(
        "lesson.html",
        path,
        about,
        data=workbench.course_data(course) if has_engine else None,
        course=course,
        title=shown.title,
        article=lesson_page.article(shown, player),
        unit=unit,
    )


def task_page(course: Course, exercise_id: str, path: str, *, engine_bytes: int = 0) -> str:
    """Return the page of a task: what `learn show` says, with the hints and the answer to try by hand folded.

    Nothing of the checks is read but their names and points, and neither the solution nor the explanation.
    With the bytes of an engine the function can be written and checked there.
    """
    words, effort, data = course.words(exercise_id), course.effort(exercise_id), course.data(exercise_id)
    marked_up = partial(marked_up_on, course, path)
    number, unit = next(row for row in enumerate(course.units, 1) if exercise_id in row[1].exercise_ids)
    later = course.exercise_ids[course.exercise_ids.index(exercise_id) + 1 :]
    return rendered(
        "task.html",
        path,
        data["objective"].strip(),
        data=workbench.bench_data(course, exercise_id, engine_bytes) if engine_bytes else None,
        course=course,
        words=words,
        effort=effort,
        unit=unit,
        number=number,
        unit_path=between(path, f"units/{unit.id}/index.html"),
        task=marked_up(words.task),
        figure=lesson_page.figure(course, words.picture) if words.picture else "",
        arrays=marked_up(ARRAYS) if "Array[" in "".join(words.signatures) else "",
        answer=marked_up(lesson.answer(course, exercise_id)),
        hints=[marked_up(hint) for hint in words.hints],
        sources=[Source(**source) for source in data["sources"]],
        next_task=SitePlace(between(path, f"units/{later[0]}.html"), course.words(later[0]).title) if later else None,
    )


def marked_up_on(course: Course, path: str, text: str) -> Markup:
    """Return a text of an exercise in HTML, for a page of the site."""
    return lesson_page.marked_up(course, text, href=partial(_href, course, path), level=1)


def list_page(course: Course, path: str, title: str, about: str, places: Sequence[SitePlace]) -> str:
    """Return a page that lists files of the site, each with a sentence about it."""
    return rendered(
        "list.html", path, f"{title}, for {course.title}", course=course, title=title, about=about, places=places
    )


def text_page(course: Course, path: str, text: str) -> str:
    """Return a page of Markdown that begins with its title; links to other files are left out."""
    title, _, body = text.partition("\n")
    title = title.removeprefix("#").strip()
    made = Markup(markdown.page_to_html(body, lambda link: link if link.startswith("https://") else None, level=1))
    article = Markup('<article class="wide"><h1>{}</h1>\n{}</article>').format(title, made)
    return rendered(
        "lesson.html",
        path,
        f"{title}, for {course.title}",
        course=course,
        title=title,
        article=article,
        unit=None,
    )


def search_page(course: Course, path: str) -> str:
    """Return the page of the search."""
    return rendered("search.html", path, f"Search in {course.title}", course=course, title="Search")


def playground_page(course: Course, path: str, player: str) -> str:
    """Return the page of the course's playground."""
    about = "Watch a tiny language model choose each token, and turn the dials of its sampler."
    return rendered("playground.html", path, about, course=course, title="Playground", player=Markup(player))


def rendered(name: str, path: str, description: str, data: Mapping[str, Any] | None = None, **values: Any) -> str:
    """Render a template; its page has no style of its own, since `SiteFrame` links the site's.

    With `data` for them it has scripts, and the policy that allows these.
    """
    plain = " ".join(markdown.to_plain(description).split())
    values |= {"description": plain, "here": lambda end: between(path, end), "data": data}
    page = lesson_page.with_words_of_formulas(html_page.page(HERE, name, "", **values))
    return workbench.allow_scripts(page, data) if data else page


def _size_of(svg: bytes) -> tuple[str, str]:
    """Return width and height of a picture, so that a browser knows its place before it has come."""
    found = re.search(rb'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    return (found[1].decode(), found[2].decode()) if found else ("", "")


def _first_picture(course: Course, page_id: str) -> Markup | str:
    marked = PICTURE.search(lesson.open_lesson(course, page_id).text) if page_id in lesson_ids(course) else None
    return lesson_page.figure(course, marked[1]) if marked else ""
