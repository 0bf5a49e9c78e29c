"""The figures on the cards of the deck `loop`."""

import numpy as np

from ..loop.prediction_loop import generate
from ..loop.stop_sequences import apply_stops
from ..loop.stream_hold_back import stream

STOP = "User:"


def passes() -> dict[str, str]:
    """Return how often the loop calls a model that ends its text after 20 tokens."""
    calls = []

    def model(ids: list[int]) -> np.ndarray:
        calls.append(len(ids))
        return np.eye(2)[[int(len(ids) > 20)] * len(ids)]  # the prompt is one token; EOS is token 1

    ids, reason = generate(model, [0], 100, 1, lambda logits: int(np.argmax(logits)))
    assert (len(ids), reason) == (20, "eos")
    return {"passes": str(len(calls))}


def stop_across_tokens() -> dict[str, str]:
    """Return after how many tokens a stop sequence is complete."""
    _, taken, _ = apply_stops(["Us", "er", ": hi", " you"], [STOP])
    return {"taken": str(taken)}


def hold_back() -> dict[str, str]:
    """Return what a stream has shown after two tokens, and what it holds back."""
    pieces = ["Hi", " Us"]
    shown = "".join(stream(pieces, [STOP])[:-1])
    assert shown.endswith(" ")
    return {"shown": shown.rstrip(), "held": "".join(pieces).removeprefix(shown)}
