"""The figures on the cards of the deck `loop`."""

import numpy as np

from ..loop.log_probs import log_probs
from ..loop.prediction_loop import generate
from ..loop.stop_sequences import apply_stops
from ..loop.stream_hold_back import stream
from ..loop.train_bigram import train_bigram
from ..scores.softmax_stable import softmax
from .as_text import several, short
from .worked_example import LOGITS

STOP = "User:"


def perplexity() -> dict[str, str]:
    """Return cross-entropy and perplexity of three tokens with the probabilities 1/2, 1/4 and 1/64."""
    rows = np.log([[p, 1 - p] for p in (1 / 2, 1 / 4, 1 / 64, 1 / 2)])
    _, nats, found = log_probs(rows, [0] * 4)
    return {"nats": short(nats, 3), "bits": short(nats / np.log(2), 0), "perplexity": short(found, 0)}


def smallest_probability() -> dict[str, str]:
    """Return the zeros behind the point of a number too small for a float, and the log-probability of a token 1000 logits behind."""
    lead = 1000
    (found, _), _, _ = log_probs(np.array([[0.0, -lead], [0.0, 0.0], [0.0, 0.0]]), [0, 1, 0])
    zeros = -int(np.floor(np.log10(np.nextafter(0, 1))))
    return {"zeros": str(zeros), "lead": str(lead), "gap": short(found, 0)}


def gradient() -> dict[str, str]:
    """Return the probabilities of the worked example minus 1 at the second token."""
    return {"gradient": several(softmax(LOGITS) - np.eye(len(LOGITS))[1]).replace("−0.", "−.")}


def end_of_training() -> dict[str, str]:
    """Return where a row ends that has one token three times and another one once, as training finds it."""
    logits, losses = train_bigram([0, 1, 0, 1, 0, 1, 0, 2], 3, 2000, 5.0)
    p = softmax(logits[0])[1:]
    row = losses[-1] * 7 / 4  # the other three pairs are certain in the end, and add less than .001
    assert abs(row + float((p * np.log(p)).sum())) < 0.001
    return {"nats": short(-float((p * np.log(p)).sum())), "shares": several(p, 2)}


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
