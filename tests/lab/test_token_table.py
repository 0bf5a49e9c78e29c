"""The tokens of a text as lines: sums, heat, and lines that fit the window."""

import math
from typing import Any

import pytest
from places import COURSE

token_table: Any = COURSE.solutions.reference("lab/token_table")


def scored(chance: float | None, text: bytes = b" a", entropy: float = 1.0) -> dict[str, object]:
    """Return what a reader tells of one token."""
    best = [] if chance is None else [{"token": 1, "text": b" b", "chance": 0.9}]
    return {"token": 0, "text": text, "chance": chance, "likelier": 1, "entropy": entropy, "best": best}


def test_sums_leave_out_the_first_token() -> None:
    found = token_table.totals([scored(None), scored(0.5), scored(0.125, entropy=3.0)])
    assert found.tokens == 3
    assert found.log_probability == pytest.approx(math.log(0.5) + math.log(0.125))
    assert found.bits == pytest.approx(2.0)
    assert found.entropy == pytest.approx(2.0)
    assert found.perplexity == pytest.approx(4.0)


def test_an_impossible_token_is_an_endless_surprise() -> None:
    found = token_table.totals([scored(None), scored(0.0)])
    assert found.perplexity == math.inf
    assert token_table.heat(0.0) == "burning"
    assert "inf" in token_table.scored_row(scored(0.0), width=80, is_drawn=True)


@pytest.mark.parametrize(
    ("chance", "degree"),
    [(None, ""), (0.9, "expected"), (0.5, "mild"), (0.1, "warm"), (0.01, "hot"), (1e-5, "burning")],
)
def test_heat_grows_with_surprise(chance: float | None, degree: str) -> None:
    assert token_table.heat(chance) == degree
