"""The pictures: their form, the words for those who see none, and what no solution computes: what stands where in them."""

from __future__ import annotations

import math
import re
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest
from places import COURSE

from grader.course.picture import open_picture, picture_names, picture_path

NAMES = picture_names(COURSE)
LOGITS = [4, 3, 2, 1, 0.5]
WIDTH = 360
DRAW = COURSE.solutions.reference("pictures/draw")
DATA: dict[str, Any] = DRAW.pictures()


def values(name: str, part: int = 0) -> list[float]:
    """Return the lengths of the bars of a part."""
    return [row["value"] for row in DATA[name]["parts"][part]["rows"]]


def softmax(T: float = 1) -> list[float]:
    """Return the probabilities of the worked example, with the math module only."""
    exponentials = [math.exp(each / T) for each in LOGITS]
    return [each / math.fsum(exponentials) for each in exponentials]


def near(*numbers: float) -> Any:
    """Compare as pytest does."""
    return pytest.approx(list(numbers), rel=1e-9)


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


def test_the_unnamed_temperatures_are_2_and_a_half_and_1() -> None:
    parts = DATA["scores/unnamed_temperatures"]["parts"]
    assert [part["title"] for part in parts] == ["A", "B", "C"]
    assert [values("scores/unnamed_temperatures", part) for part in range(3)] == [
        near(*softmax(T)) for T in (2, 0.5, 1)
    ]


def test_the_number_line() -> None:
    (part,) = DATA["picking/number_line"]["parts"]
    p = softmax()
    assert [cell["span"] for cell in part["rows"][0]["cells"]] == near(*p)
    assert [tick["at"] for tick in part["ticks"]] == near(0, *(math.fsum(p[:end]) for end in (1, 2, 3)), 1)
    ((token, at),) = [
        (cell["text"], each["at"])
        for cell in part["rows"][0]["cells"]
        if cell["look"] == "full"
        for each in part["marks"]
    ]
    assert token == "an"
    assert math.fsum(p[:2]) < at < math.fsum(p[:3])


def spans(name: str, part: int = 0) -> list[list[tuple[str, float]]]:
    """Return look and length of the cells of each row."""
    rows = DATA[name]["parts"][part]["rows"]
    return [[(cell.get("look", "light"), cell.get("span", 1)) for cell in row["cells"]] for row in rows]


def test_the_triangle_is_causal_and_its_end_is_shifted() -> None:
    for part, positions in enumerate((range(4), range(2, 4))):
        expected = [[("full" if key <= position else "empty", 1) for key in range(4)] for position in positions]
        assert spans("cache/triangle", part) == expected


def test_the_cache_grows_and_without_it_everything_is_fed() -> None:
    kept_and_new = [(0, 4), (4, 1), (5, 1)]
    assert spans("cache/growth", 0) == [[("light", 1)] * kept + [("full", 1)] * new for kept, new in kept_and_new]
    assert spans("cache/growth", 1) == [[("full", 1)] * length for length in (4, 5, 6)]
    assert DATA["cache/growth"]["title"] == "With a cache 6 positions are computed, without one 15"


def test_nothing_of_a_stop_sequence_is_shown() -> None:
    rows = DATA["loop/hold_back"]["parts"][0]["rows"]
    for row in rows:
        shown = "".join(cell["text"] for cell in row["cells"] if cell["look"] != "empty").replace("␣", " ")
        held = "".join(cell["text"] for cell in row["cells"] if cell["look"] == "empty")
        assert held == "" or "User:".startswith(held)
        assert not any(shown.endswith("User:"[:length]) for length in range(1, 6))


def test_the_mask_has_one_row_for_each_token() -> None:
    rows = DATA["structure/mask"]["parts"][0]["rows"]
    assert {"".join(cell["text"] for cell in row["cells"]): row["note"] for row in rows} == {
        "2": "may come", "}": "may come", "}}": "banned", ',␣"': "may come", "true": "banned",
    }  # fmt: skip
    assert [cell["look"] for cell in rows[2]["cells"]] == ["light", "empty"]


def test_the_automaton_allows_what_can_become_a_match() -> None:
    states = [row["cells"] for row in DATA["structure/automaton"]["parts"][0]["rows"]]
    for state, written in enumerate(["", "y", "ye", "yes", "n"]):
        for cell in states[state]:
            name, _, then = cell["text"].partition(":")
            is_end = written in {"yes", "no"} if name == "end" else "yes".startswith(written + name) and state < 3
            assert (cell["look"] == "light") == (is_end or written + name == "no")
            assert (then != "") == (cell["look"] == "light" and name != "end")
            assert then in ("", "3" if written + name == "no" else str(len(written + name)))


def test_the_system_has_every_exercise_once() -> None:
    (part,) = DATA["closing/system"]["parts"]
    listed = [name for step in part["steps"] for name in step["text"].split(", ")]
    assert sorted(listed) == sorted(each.rpartition("/")[2] for each in COURSE.exercise_ids)


def drawn(part: dict[str, Any]) -> Element:
    """Return a part, drawn."""
    return fromstring(DRAW.svg({"title": "a < b", "description": "Parts.", "parts": [part]}))


def test_bars_are_as_long_as_their_values_and_words_are_escaped() -> None:
    svg = drawn(
        {"kind": "bars", "rows": [{"label": "<b>&", "value": 3}, {"label": "c", "value": 1.5, "look": "empty"}]}
    )
    widths = [float(each.get("width", "")) for each in svg.findall("{*}rect")]
    assert widths[0] == pytest.approx(2 * (widths[1] + 1), abs=0.2)  # an outline is drawn within its box
    assert [svg[0].text, *(each.text for each in svg.findall("{*}text"))] == ["a < b", "<b>&", "c"]


def test_branches_of_a_tree_lead_from_each_cell_to_the_one_that_holds_it() -> None:
    cells = [{"text": "a"}, {"text": "b"}, {"text": "c"}], [{"text": "a"}, {"text": "bc", "span": 2}]
    svg = drawn({"kind": "strips", "is_tree": True, "rows": [{"cells": list(row)} for row in cells]})
    lines = [[pair.split(",")[0] for pair in each.get("points", "").split()] for each in svg.findall("{*}polyline")]
    assert lines == [["13", "13"], ["39", "52"], ["65", "52"]]


def test_a_flow_has_an_arrow_between_two_steps_and_one_back() -> None:
    steps = [{"name": "In", "text": "x", "then": "f"}, {"name": "Out"}]
    back = {"start": "Out", "end": "In", "label": "again"}
    assert len(list(drawn({"kind": "flow", "steps": steps, "back": back}).findall("{*}polygon"))) == 2
    with pytest.raises(KeyError, match="Inn"):
        drawn({"kind": "flow", "steps": steps, "back": {**back, "end": "Inn"}})
