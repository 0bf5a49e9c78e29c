"""Collect what a learner has built, once every exercise has passed, and let it write a text."""

from __future__ import annotations

import datetime
import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from grader.core.escape import lines
from grader.core.result import Result
from grader.course.course import Course, CourseEnding
from grader.learner.generate import source
from grader.learner.generate.confined import OwnSystem
from grader.sandbox.launcher import Launcher

SETTINGS = {"temperature": 0.8, "top_p": 0.9, "max_tokens": 48}
"""Settings that make the tiny model's texts varied, and still sentences."""
SEEDS = 10_000


class Part(NamedTuple):
    """An exercise that has passed, and what its function does in the running generator."""

    title: str
    does: str
    points: int


class FinishedUnit(NamedTuple):
    """A unit of the course with its parts."""

    title: str
    parts: tuple[Part, ...]


class OwnText(NamedTuple):
    """A text that the learner's functions have written."""

    prompt: str
    text: str
    command: str
    """The command that writes it again."""
    yours: tuple[str, ...]
    """The parts of the generator that were the learner's."""
    others: tuple[str, ...]
    """The parts that were the course's."""


class FinishedCourse(NamedTuple):
    """A whole course, passed."""

    title: str
    date: datetime.date
    units: tuple[FinishedUnit, ...]
    ending: CourseEnding
    own_text: OwnText | None

    @property
    def exercise_count(self) -> int:
        """Return the number of exercises."""
        return sum(len(unit.parts) for unit in self.units)

    @property
    def points(self) -> int:
        """Return the points of all exercises."""
        return sum(part.points for unit in self.units for part in unit.parts)

    @property
    def day(self) -> str:
        """Return the date in words, such as `22 November 2026`."""
        return f"{self.date.day} {self.date:%B %Y}"


def finished_course(course: Course, result: Result, date: datetime.date, own_text: OwnText | None) -> FinishedCourse:
    """Return a course of which every exercise has passed."""
    points = {each.id: each.score for each in result.exercises}
    units = tuple(
        FinishedUnit(
            unit.title,
            tuple(
                Part(each.title, each.place.does, points[each.id]) for each in map(course.exercise, unit.exercise_ids)
            ),
        )
        for unit in course.units
    )
    return FinishedCourse(course.title, date, units, course.ending, own_text)


def seed_of(modules: Mapping[str, tuple[str, bytes]]) -> int:
    """Return a seed for the text that depends on every letter of the learner's files, so that each learner gets another."""
    return zlib.crc32(b"\0".join(modules[name][1] for name in sorted(modules))) % SEEDS


def write_own_text(
    course: Course, system: OwnSystem, launcher: Launcher, defaults: Mapping[str, Any], seed: int
) -> OwnText | None:
    """Let the learner's functions write a text in a confined process; None if the course has no prompt for it.

    Raises:
        MineError: one of the functions failed.
    """
    prompt = course.ending.prompt
    if not prompt:
        return None
    settings = {**defaults, **SETTINGS, "seed": seed, "stop": []}
    given = dict.fromkeys(("has_draft", "is_json", "is_shown"), False)
    request = {"prompt": prompt, "settings": settings, "has_cache": True, "yours": system.yours, **given}
    text = "".join(event.get("text", "") for event in system.events(request, launcher))
    yours, others = source.cast(source.find(course.solutions), course.exercises(), request)
    options = " ".join(f"--{name.replace('_', '-')} {value}" for name, value in {**SETTINGS, "seed": seed}.items())
    command = f'learn generate "{prompt}" --mine {options}'
    return OwnText(prompt, " ".join(lines(text)).strip(), command, tuple(yours), tuple(others))
