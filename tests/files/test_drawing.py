"""Pictures from plain data: drawn as SVG and in characters, and refused with the place of what is wrong."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest

from grader.files.drawing import DrawingError, read_picture
from grader.files.drawing_canvas import staggered

ROWS = [{"label": "a", "value": 3, "shown": ["3"]}, {"label": "bb", "value": 1.5, "look": "empty"}]


def picture(*parts: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """Return the data of a picture."""
    return {"title": "Two bars", "description": "Two bars.", "parts": list(parts), **changed}


def drawn(*parts: dict[str, Any]) -> Element:
    """Return a picture as SVG."""
    return fromstring(read_picture(picture(*parts)).svg())


def text(*parts: dict[str, Any]) -> list[str]:
    """Return a picture in lines of characters."""
    return read_picture(picture(*parts)).text().splitlines()


def test_bars_are_as_long_as_their_values() -> None:
    part = {"kind": "bars", "rows": ROWS}
    widths = [float(each.get("width", "")) for each in drawn(part).iter("rect")]
    assert widths[0] == pytest.approx(2 * (widths[1] + 1), abs=0.2)  # an outline is drawn within its box
    assert text(part) == [f"a   3  {'█' * 30}", f"bb     {'░' * 15}"]


def test_a_limit_crosses_the_bars_and_a_cut_follows_its_row() -> None:
    part = {
        "kind": "bars",
        "rows": ROWS,
        "limit": {"value": 2, "label": "two"},
        "cuts": [{"after": 1, "label": "here"}],
    }
    assert text(part) == [
        f"a   3  {'█' * 20}│{'█' * 9}",
        "───────  ▲ here",
        f"bb     {'░' * 15}     │",
        "│ two",
    ]
    dashed = [each.get("points", "").split() for each in drawn(part).iter("polyline") if each.get("stroke-dasharray")]
    assert len(dashed) == 2


def test_cells_of_all_rows_stand_below_one_another() -> None:
    cells = [{"text": "ab", "span": 2, "look": "full"}, {"text": "c", "span": 1}], [{"text": "abc", "span": 3}]
    part = {"kind": "strips", "rows": [{"cells": list(row)} for row in cells]}
    assert text(part) == ["███ab██ ░c░", "░░░░abc░░░░"]
    first, second, third = drawn(part).iter("rect")
    right = [float(each.get("x", "")) + float(each.get("width", "")) for each in (second, third)]
    assert right[0] == pytest.approx(right[1], abs=0.2)
    assert float(first.get("fill-opacity", "1")) < 0.3  # letters are legible on it


def test_branches_of_a_tree_lead_from_each_cell_to_the_one_that_holds_it() -> None:
    cells = [{"text": "a"}, {"text": "b"}, {"text": "c"}], [{"text": "a"}, {"text": "bc", "span": 2}]
    part = {"kind": "strips", "is_tree": True, "rows": [{"cells": list(row)} for row in cells]}
    assert text(part) == ["░a░ ░b░ ░c░", " │   └─┬─┘", "░a░ ░░░bc░░"]
    ends = [
        tuple(pair.split(",")[0] for pair in each.get("points", "").split()) for each in drawn(part).iter("polyline")
    ]
    assert ends == [("13", "13"), ("39", "52"), ("65", "52")]


def test_a_text_that_does_not_fit_into_its_cell_goes_above() -> None:
    part = {
        "kind": "strips",
        "is_scaled": True,
        "rows": [{"cells": [{"span": 99}, {"text": "a long name", "span": 1}]}],
    }
    above, line = text(part)
    assert above.strip() == "a long name"
    assert line.startswith("|░")
    y = {each.text: float(each.get("y", "")) for each in drawn(part).iter("text")}
    assert y["a long name"] < min(float(each.get("y", "")) for each in drawn(part).iter("rect"))


def test_labels_that_would_touch_take_several_rows() -> None:
    assert staggered([(10, 20), (15, 20), (90, 20)], 100, 2) == [(10, 0), (15, 1), (90, 0)]
    assert staggered([(0, 20), (100, 20)], 100, 2) == [(10, 0), (90, 0)]


def test_a_flow_has_an_arrow_between_two_steps_and_one_back() -> None:
    part = {
        "kind": "flow",
        "steps": [{"name": "In", "text": "x", "then": "f"}, {"name": "Out"}],
        "back": {"start": "Out", "end": "In", "label": "again"},
    }
    assert text(part) == ["In   x", "       │ f", "Out", "  └─► again: back to “In”"]
    assert len(list(drawn(part).iter("polygon"))) == 2


def test_words_are_escaped_and_given_to_screen_readers() -> None:
    made = read_picture(picture({"kind": "bars", "rows": [{"label": "<b>&", "value": 1}]}, title="a < b"))
    svg = fromstring(made.svg())
    assert [each.text for each in svg][:2] == ["a < b", "Two bars."]
    assert "<b>&" in [each.text for each in svg.iter("text")]
    assert fromstring(made.svg("Picture"))[0].text == "Picture"


WRONG = [
    ("bars", "is no dictionary; return `title`, `description` and `parts`"),
    (picture({"kind": "bars", "rows": ROWS}, description=" "), "has no description; write it"),
    (picture({"kind": "bars", "rows": ROWS}, title=""), "has no title; write it"),
    (picture(), "shows nothing; write `parts`, each with rows or steps"),
    (picture({"kind": "bars", "rows": []}), "shows nothing; write `parts`, each with rows or steps"),
    (picture({"kind": "bar", "rows": ROWS}), "has a wrong value at `parts.0`:"),
    (picture({"kind": "bars", "rows": [{"label": "a"}]}), "has a wrong value at `parts.0.bars.rows.0.value`:"),
    (
        picture({"kind": "strips", "is_tree": True, "rows": [{"cells": [{}, {}]}, {"cells": [{}]}]}),
        "is a tree with rows of different lengths; make their spans add up to the same",
    ),
    (
        picture({"kind": "bars", "row": ROWS, "rows": ROWS}),
        "has a key that is unknown, `parts.0.bars.row`; docs/authoring/pictures.md lists all",
    ),
]


@pytest.mark.parametrize(("data", "message"), WRONG, ids=[message[:40] for _, message in WRONG])
def test_wrong_data_are_refused_with_their_place(data: Any, message: str) -> None:
    with pytest.raises(DrawingError) as caught:
        read_picture(data)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("value", [-1, float("nan"), float("inf")])
def test_a_length_is_a_number_from_0_up(value: float) -> None:
    for part in (
        {"kind": "bars", "rows": [{"label": "a", "value": value}]},
        {"kind": "strips", "rows": [{"cells": [{"span": value}]}]},
    ):
        with pytest.raises(DrawingError, match=r"has a wrong value at"):
            read_picture(picture(part))


@pytest.mark.parametrize("names", [("Out", "Inn"), ("Otu", "In")])
def test_an_arrow_back_joins_two_steps(names: tuple[str, str]) -> None:
    back = {"start": names[0], "end": names[1], "label": "again"}
    with pytest.raises(DrawingError, match="names no step"):
        read_picture(picture({"kind": "flow", "steps": [{"name": "In"}, {"name": "Out"}], "back": back}))
