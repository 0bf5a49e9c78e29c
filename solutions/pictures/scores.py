"""Pictures of scores and probabilities."""

from collections.abc import Iterable
from typing import Any

from ..flashcards.as_text import short
from ..flashcards.worked_example import LOGITS, TOKENS
from ..scores.softmax_by_hand import softmax as softmax_by_hand
from ..scores.temperature_rescaling import temperature_probs

TEMPERATURES = (0.5, 1.0, 2.0)
UNORDERED, NAMES = (2.0, 0.5, 1.0), ("A", "B", "C")


def softmax() -> dict[str, Any]:
    """Draw the probabilities of the worked example as bars."""
    p = softmax_by_hand(LOGITS)
    words = ", ".join(f"{token} {short(share)}" for token, share in zip(TOKENS, p, strict=True))
    return {
        "title": "From five logits to five probabilities",
        "description": f"Five bars, each with a logit and a probability: {words}. Together they are 1.",
        "parts": [
            {
                "kind": "bars",
                "columns": ["token", "logit", "probability"],
                "rows": [
                    {"label": token, "shown": [_number(logit), short(share)], "value": float(share)}
                    for token, logit, share in zip(TOKENS, LOGITS, p, strict=True)
                ],
                "most": 1,
            }
        ],
    }


def temperature() -> dict[str, Any]:
    """Draw the worked example at three temperatures, from cold to hot."""
    rows = {T: temperature_probs(LOGITS, T) for T in TEMPERATURES}
    words = "; ".join(f"at T = {_number(T)} from {short(p[0])} down to {short(p[-1])}" for T, p in rows.items())
    return {
        "title": "From cold to hot",
        "description": f"The same five tokens as bars, three times: {words}.",
        "parts": [_bars(f"T = {_number(T)}", p) for T, p in rows.items()],
    }


def unnamed_temperatures() -> dict[str, Any]:
    """Draw the same in another order and without the temperatures, for a question."""
    rows = [temperature_probs(LOGITS, T) for T in UNORDERED]
    words = "; ".join(f"{name} from {short(p[0])} down to {short(p[-1])}" for name, p in zip(NAMES, rows, strict=True))
    return {
        "title": "One row of logits at three temperatures",
        "description": f"The same five tokens as bars, three times: {words}.",
        "parts": [_bars(name, p) for name, p in zip(NAMES, rows, strict=True)],
    }


def _bars(title: str, p: Iterable[float]) -> dict[str, Any]:
    """Return the part of a picture that has a bar for each token's probability."""
    return {
        "kind": "bars",
        "title": title,
        "rows": [
            {"label": token, "shown": [short(share)], "value": float(share)}
            for token, share in zip(TOKENS, p, strict=True)
        ],
        "most": 1,
    }


def _number(number: float) -> str:
    """Write a number as it is, without a zero in front of the point."""
    return f"{number:g}".removeprefix("0")
