"""The pictures: their form, the words for those who see none, and what no solution computes: what stands where in them."""

from __future__ import annotations

import re
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from places import COURSE

from grader.course.picture import open_picture, picture_names, picture_path

NAMES = picture_names(COURSE)
WIDTH = 360
DRAW = COURSE.solutions.reference("pictures/draw")
DATA: dict[str, Any] = DRAW.pictures()


@pytest.mark.parametrize("name", NAMES)
def test_every_picture_has_words_and_is_as_its_code_draws_it(name: str) -> None:
    shown = open_picture(COURSE, name)
    assert 10 <= len(shown.title) <= 90
    assert len(shown.description.split()) >= 8
    assert shown.description.endswith(".")
    svg = fromstring(shown.svg)
    assert [each.tag.rpartition("}")[2] for each in svg][:2] == ["title", "desc"]
    assert svg.get("role") == "img"
    assert fromstring(shown.unnamed)[0].text == "Picture"
    assert DRAW.svg(DATA[name]) == picture_path(COURSE, name).read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_every_mark_is_within_the_frame_and_no_letter_is_small(name: str) -> None:
    svg = fromstring(open_picture(COURSE, name).svg)
    height = float(svg.get("height", "0"))
    for each in svg.iter():
        tag = each.tag.rpartition("}")[2]
        if tag == "rect":
            x, y, wide, high = (float(each.get(key, "")) for key in ("x", "y", "width", "height"))
            assert -0.1 <= x <= x + wide <= WIDTH + 0.1
            assert 0 <= y <= y + high <= height
        if tag in ("polyline", "polygon"):
            points = [tuple(map(float, pair.split(","))) for pair in each.get("points", "").split()]
            assert all(-1 <= x <= WIDTH + 1 and 0 <= y <= height for x, y in points)
        if tag == "text":
            assert float(each.get("font-size", "0")) >= 13


def test_the_numbers_in_the_words_are_in_the_picture() -> None:
    for name in NAMES:
        shown = open_picture(COURSE, name)
        drawn = " ".join(each.text or "" for each in fromstring(shown.svg).findall("{*}text"))
        computed = re.findall(r"(?<![\d\w])\.\d{2,}", shown.description)
        assert [each for each in computed if each not in drawn] == [], name


def test_nothing_of_a_stop_sequence_is_shown() -> None:
    rows = DATA["loop/hold_back"]["parts"][0]["rows"]
    for row in rows:
        shown = "".join(cell["text"] for cell in row["cells"] if cell["look"] != "empty").replace("␣", " ")
        held = "".join(cell["text"] for cell in row["cells"] if cell["look"] == "empty")
        assert held == "" or "User:".startswith(held)
        assert not any(shown.endswith("User:"[:length]) for length in range(1, 6))


def test_the_system_has_every_exercise_once() -> None:
    (part,) = DATA["closing/system"]["parts"]
    listed = [name for step in part["steps"] for name in step["text"].split(", ")]
    assert sorted(listed) == sorted(each.rpartition("/")[2] for each in COURSE.exercise_ids)
