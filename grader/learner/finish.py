"""The page that `learn finish` writes: who finished the course, a text of their own, mistakes met, one picture."""

import datetime
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from grader.core.notation import course_numbers
from grader.course.commands import showcase_function
from grader.course.course import Course
from grader.course.picture import CSS, open_picture
from grader.files import html_page
from grader.files.markdown import as_prose
from grader.learner import progress
from grader.learner.folder import Workspace

HERE = Path(__file__).parent / "template"
SEEDS = 10_000


class FinishedCourse(NamedTuple):
    """A course of which every exercise has passed."""

    title: str
    name: str
    """The learner's; may be empty."""
    date: datetime.date
    built: str
    """The system that the exercises make up."""
    points: int
    prompt: str
    own_text: dict[str, Any] | None
    """The text that `write_text` of the course's showcase returned; None without one."""
    samplers: list[tuple[str, list[str]]]
    """Rows of a table: a sampler's name and its figures, the first row their names."""
    mistakes: list[str]
    """The titles of the mistakes that were met and overcome."""
    picture: Markup

    @property
    def day(self) -> str:
        return f"{self.date.day} {self.date:%B %Y}"


def finished_course(course: Course, workspace: Workspace, name: str, points: int) -> FinishedCourse:
    """Let the learner's functions write a text, and return all that the page shows."""
    prompt, own_text = course.ending.prompt, None
    if prompt and (write_text := showcase_function(course.solutions, "write_text")):
        modules = workspace.submission.modules  # each letter of their files makes another seed
        seed = zlib.crc32(b"\0".join(modules[module][1] for module in sorted(modules))) % SEEDS
        own_text = write_text(workspace.folder, prompt, seed)
    measure = showcase_function(course.solutions, "measure_samplers")
    measured = measure(workspace.folder) if measure else []
    rows = [("sampler", [figure for figure, _ in figures]) for _, figures in measured[:1]]
    rows += [(sampler, [course_numbers(f"{value:.2f}") for _, value in figures]) for sampler, figures in measured]
    pictures = [words.picture for words in map(course.words, course.main_ids) if words.picture]
    return FinishedCourse(
        title=course.title,
        name=name,
        date=datetime.datetime.now().astimezone().date(),
        built=course.ending.built or "You have written all of it.",
        points=points,
        prompt=prompt,
        own_text=own_text,
        samplers=rows,
        mistakes=[*_list_mistakes(course, workspace)],
        picture=Markup(open_picture(course, pictures[-1]).svg if pictures else ""),
    )


def _list_mistakes(course: Course, workspace: Workspace) -> Iterator[str]:
    """Yield the titles of the mistakes that checks have named, in the course's order."""
    noted = progress.load(workspace.state)
    for exercise_id in course.exercise_ids:
        if made := noted.standing(exercise_id).mistakes:
            known = course.mistakes(exercise_id)
            yield from (as_prose(mistake.title) for mistake in known if mistake.name in made)


def render_page(done: FinishedCourse, *, for_screen: bool = True) -> str:
    """Return the page; `write_pdf` brings the fonts itself."""
    style = html_page.face(HERE / "finish.css", has_fonts=for_screen) + CSS
    return html_page.page(HERE, "finish.html", style, done=done)
