"""Two vectors as pairs of bars: one scale for both, and the part around the first difference."""

from __future__ import annotations

import pytest
from report_cases import ONE

from grader.core.result import Vectors
from grader.reports.verdict_html import BAR, HEIGHT, MOST, STEP, Bar, bar_pairs, render


def test_both_vectors_have_one_scale_that_includes_zero() -> None:
    drawn = bar_pairs(Vectors((0.5, -0.5), (1.0, 0.5), 0, ""))
    assert drawn.zero == 48  # from 1 down to -0.5 in 72 pixels
    assert drawn.got == (Bar(1, 24, 24), Bar(STEP + 1, 48, 24))
    assert drawn.expected == (Bar(BAR + 2, 0, 48), Bar(STEP + BAR + 2, 24, 24))
    assert (drawn.width, drawn.mark) == (2 * STEP, BAR + 1)


@pytest.mark.parametrize(("first", "start"), [(0, 0), (50, 30), (99, 60)])
def test_of_a_long_vector_the_part_around_the_first_difference_is_drawn(first: int, start: int) -> None:
    numbers = tuple(float(number == first) for number in range(100))
    drawn = bar_pairs(Vectors((0.0,) * 100, numbers, first, ""))
    assert len(drawn.got) == len(drawn.expected) == MOST
    assert [place for place, bar in enumerate(drawn.expected) if bar.height == HEIGHT] == [first - start]
    assert drawn.mark == STEP * (first - start) + BAR + 1


def test_a_verdict_with_vectors_has_the_drawing_and_its_words() -> None:
    exercise = ONE.exercises[0]
    first = exercise.first_failure
    assert first is not None
    vectors = Vectors((1.0, 2.0), (1.0, 3.0), 1, "[1] is 2, not <3>")
    text = render(exercise._replace(checks=(first._replace(vectors=vectors),)), "this cell")
    assert text.count("<rect ") == 4
    assert 'aria-label="The numbers as bars: [1] is 2, not &lt;3&gt;"' in text
    assert "<svg" not in render(exercise._replace(checks=(first._replace(vectors=None),)), "this cell")
