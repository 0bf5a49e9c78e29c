"""The pages to read: long enough and short enough, computed and not typed."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest
from places import COURSE

from grader.course.errata import without_section
from grader.course.lesson import Lesson, open_lesson, question
from grader.course.lesson_files import PICTURE, lesson_ids, lesson_path
from grader.course.load_lesson import count_words
from grader.course.rules import Rules

FEWEST_WORDS, MOST_WORDS = Rules().page_words
UNITS = [unit.id for unit in COURSE.units]
PAGES = ["opening", "checks", *UNITS, "settings", "closing"]
GIVEN = {
    "scores": ["1000"],
    "cost": ["800"],
    "settings": ["1.05"],
}
"""Numbers of three or more digits that the pages type because they are given, not computed."""


@cache
def page(page_id: str) -> Lesson:
    """Return a page, computed afresh."""
    return open_lesson(COURSE, page_id)


def test_there_is_a_page_for_each_unit_and_four_for_the_course() -> None:
    assert lesson_ids(COURSE) == PAGES


@pytest.mark.parametrize("page_id", PAGES)
@pytest.mark.slow
def test_pages_are_short_enough_to_be_read(page_id: str) -> None:
    fewest = FEWEST_WORDS if page_id != "checks" else 300
    assert fewest <= count_words(without_section(page(page_id).text)) <= (MOST_WORDS if page_id != "closing" else 950)


@pytest.mark.parametrize("page_id", PAGES)
@pytest.mark.slow
def test_a_term_is_in_bold_once_on_a_page(page_id: str) -> None:
    terms = [each.casefold() for each in re.findall(r"\*\*([^*]+)\*\*", page(page_id).text)]
    assert [term for term, count in Counter(terms).items() if count > 1] == []
    assert len(terms) >= 1


@pytest.mark.parametrize("page_id", PAGES)
def test_numbers_are_computed_and_not_typed(page_id: str) -> None:
    text = lesson_path(COURSE, page_id).read_text("utf-8")
    text = re.sub(r"\{\{.*?\}\}|\]\([^)]*\)|`[^`]*`|\b(19|20)\d\d\b|(?<=RFC )\d+", "", text)
    typed = [each for each in re.findall(r"\d*\.?\d+(?:[ \u00a0]\d{3})*", text) if sum(map(str.isdigit, each)) > 2]
    assert typed == GIVEN.get(page_id, [])
    assert "{{" not in PICTURE.sub("", page(page_id).text)


@pytest.mark.parametrize("unit", UNITS)
def test_every_unit_names_sources_with_their_year(unit: str) -> None:
    text = page(unit).text
    history = text[text.index("## Where the idea comes from") : text.index("## What to read next")]
    years = [int(each) for each in re.findall(r"\b((?:19|20)\d\d)\b", re.sub(r"\]\([^)]*\)", "]", history))]
    assert len(years) >= 2
    assert all(1900 < year <= 2026 for year in years)
    assert history.count("](https://") >= 2


def test_everything_to_try_by_hand_has_an_answer() -> None:
    asked = [each for each in COURSE.exercise_ids if question(COURSE.words(each).task)]
    answered = [f"{unit}/{name}" for unit in UNITS for name in page(unit).answers]
    assert sorted(asked) == sorted(answered)
    assert len(asked) >= 33
