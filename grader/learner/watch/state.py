"""The state that a watch shows, and the styles that the terminal has."""

import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from grader.core.result import ExerciseResult, Verdict
from grader.course.course import Course, Unit, Words
from grader.course.lesson_files import lesson_path
from grader.learner.folder import Workspace
from grader.learner.progress import Progress

if TYPE_CHECKING:
    from grader.learner.by_hand import Question

ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\]8;[^;\x1b]*;[^\x1b]*\x1b\\)")
"""Characters that take no room on a screen. A link may have parameters before its address: rich writes `id=…`."""


class Look(NamedTuple):
    """The functions that style texts; each returns its text unchanged where there are no styles.

    `style` takes a text and a role: bold, dim, good, bad, key, added, removed or chosen. `markdown` and `code` take a
    text and a width and return lines.
    """

    paint: Callable[[str, Verdict], str]
    style: Callable[[str, str], str]
    markdown: Callable[[str, int], list[str]]
    code: Callable[[str, int], list[str]]
    has_bar: bool = True
    has_links: bool = False

    def link(self, text: str, path: Path) -> str:
        """Return a text that opens a file when it is clicked, in terminals that can (OSC 8)."""
        return f"\x1b]8;;{path.absolute().as_uri()}\x1b\\{text}\x1b]8;;\x1b\\" if self.has_links else text

    def dimmed(self, lines: list[str]) -> list[str]:
        """Return lines in gray, without styles of their own."""
        return [self.style(ESCAPE.sub("", row), "dim") for row in lines]


@dataclass
class State:
    """The state that a watch shows."""

    course: Course
    workspace: Workspace
    current: str
    noted: Progress
    has_keys: bool = True
    """True if the learner can press keys, and so answer a question."""
    result: ExerciseResult | None = None
    so_far: ExerciseResult | None = None
    """The checks of the current exercise that were made, while a verdict that takes long is awaited."""
    last_whole: ExerciseResult | None = None
    """The last result of the current exercise whose file was valid Python."""
    view: str = "verdict"
    page: str = ""
    """The page to read that the view `page` shows."""
    question: "Question | None" = None
    """The question to answer by hand, if the current exercise has one that is open."""
    typed: str = ""
    """Its answer, as far as it is typed."""
    payoff_unit: str = ""
    """The finished unit whose commands were run."""
    payoff: list[str] = field(default_factory=list)
    """The commands with what they print, and what to practise next."""
    is_welcome: bool = False
    """True if the page is the first thing that a learner sees of the course."""
    scroll: int = 0
    rows: int = 24
    """Lines that the window has for the body."""
    notice: str = ""
    is_slow: bool = False
    """True if a verdict is awaited long enough to say so."""
    all_results: list[ExerciseResult] = field(default_factory=list)
    filter: str = ""
    chosen: int = 0
    fault: str = ""
    ids: list[str] = field(init=False)
    """The exercises that were handed out, and the one that the watch was started for."""

    def __post_init__(self) -> None:
        handed_out = {*self.workspace.handed_out(self.course), self.current}
        self.ids = [exercise_id for exercise_id in self.course.exercise_ids if exercise_id in handed_out]

    @property
    def words(self) -> Words:
        return self.course.words(self.current)

    @property
    def path(self) -> Path:
        return self.workspace.stub_path(self.current)

    @property
    def has_passed(self) -> bool:
        return self.result.verdict is Verdict.PASS if self.result else self.noted.is_passed(self.current)


def unit_of(course: Course, exercise_id: str) -> Unit:
    return next(unit for unit in course.units if exercise_id in unit.exercise_ids)


def has_page(course: Course, page_id: str) -> bool:
    """Return whether a course has a page to read of that name."""
    return lesson_path(course, page_id).is_file()


def wrapped(words: str, width: int) -> list[str]:
    """Return a text as lines of a width, one at least."""
    return textwrap.wrap(words, width, break_on_hyphens=False) or [""]
