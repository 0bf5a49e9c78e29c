"""The figures of the page on the loop, and of its answers."""

from functools import cache

import numpy as np

from ..flashcards.as_text import grouped, short
from ..loop import finish_reason as ending
from ..loop import log_probs as scoring
from ..loop import prediction_loop as loop
from ..loop import stop_sequences as stops
from ..loop import stream_hold_back as streaming
from ..loop import train_bigram as training
from ..tiny_lm import corpus
from ..tiny_lm import model as tiny_lm
from .drawing import following, listed

DOCUMENTS, STEPS = 100, 300
PROMPT = "2 + 3 ="
PIECES = ["Us", "er", ": hi", " you", "!"]
STOP = "User:"


def page() -> dict[str, str]:
    """Return a run of the tiny model, the calls of a run by hand, and a stop sequence across tokens."""
    tokenizer = tiny_lm.tokenizer()
    model, lengths = tiny_lm.load("target"), []

    def watched(ids: list[int]) -> np.ndarray:
        lengths.append(len(ids))
        return model(ids)

    ids, reason = loop.generate(watched, tokenizer.encode(PROMPT), 6, tokenizer.eos, lambda row: int(row.argmax()))
    visible, taken, _ = stops.apply_stops(PIECES, [STOP])
    assert (visible, streaming.stream(PIECES, [STOP])[0]) == ("", "")
    texts = [tokenizer.bytes[each].decode() for each in ids]
    letters, losses, floor = bigram_of_letters()
    return {
        "letters": grouped(letters),
        "untrained": short(losses[0], 2),
        "trained": short(losses[-1], 2),
        "counted": short(floor, 2),
        "answer": texts[0].strip(),
        "chance": short(following(PROMPT).probabilities[0]),
        "steps": "\n".join(
            f"call {number}   {length} ids in   →  {text}"
            for number, (length, text) in enumerate(zip(lengths, [*map(repr, texts), "EOS"], strict=False), start=1)
        ),
        "calls": str(len(lengths)),
        "lengths": " + ".join(map(str, lengths)),
        "total": str(sum(lengths)),
        "reason": reason,
        "count": str(len(ids)),
        "taken": str(taken),
    }


def log_probs() -> dict[str, str]:
    """Return the surprises of tokens with the probabilities 1/2 and 1/8, their mean and the perplexity."""
    logs, mean, perplexity = scoring.log_probs(np.log([[1 / 2, 1 / 2], [1 / 8, 7 / 8], [1 / 2, 1 / 2]]), [0, 0, 0])
    first, second = (short(-each, 3) for each in logs)
    return {"first": first, "second": second, "mean": short(mean, 3), "perplexity": f"{perplexity:.0f}"}


def train_bigram() -> dict[str, str]:
    """Return the table and the losses of one step on 0, 1, 0, 1 with the rate 3."""
    (first, second), (before, after) = training.train_bigram([0, 1, 0, 1], 2, 1, 3.0)
    return {
        "first_gradient": listed([_written(each / -3) for each in first]),
        "first_row": listed([_written(each) for each in first]),
        "second_row": listed([_written(each) for each in second]),
        "before": short(before),
        "after": short(after),
    }


@cache
def bigram_of_letters() -> tuple[int, list[float], float]:
    """Train a bigram model of letters on the tiny model's texts; return the number of letters, the losses, and the floor."""
    text = "\n".join(corpus.documents(DOCUMENTS, seed=0))
    letters = sorted(set(text))
    ids = [letters.index(each) for each in text]
    losses = training.train_bigram(ids, len(letters), STEPS, 30.0)[1]
    counts = np.zeros((len(letters), len(letters)))
    np.add.at(counts, (ids[:-1], ids[1:]), 1)
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    floor = -(counts * np.log(np.where(counts > 0, shares, 1))).sum() / counts.sum()
    return len(ids), losses, float(floor)


def _written(number: float) -> str:
    return f"{number:.3g}".replace("0.", ".").replace("-", "−")


def prediction_loop() -> dict[str, str]:
    """Return the tokens of the model that adds modulo 7, and the number of calls."""
    calls = []

    def model(ids: list[int]) -> np.ndarray:
        calls.append(list(ids))
        return np.eye(7)[[sum(ids[: end + 1]) % 7 for end in range(len(ids))]]

    ids, reason = loop.generate(model, [3], 10, 5, lambda row: int(row.argmax()))
    assert reason == "eos"
    return {"ids": listed([*map(str, ids), "5"]), "calls": str(len(calls)), "shown": listed([*map(str, ids)])}


def finish_reason() -> dict[str, str]:
    """Return the reason if the cap and a stop sequence come together."""
    return {"reason": str(ending.finish_reason(5, 5, False, f"Hi {STOP}", [STOP]))}


def stop_sequences() -> dict[str, str]:
    """Return after how many pieces the stop sequence is there, and what is visible."""
    visible, taken, _ = stops.apply_stops(PIECES, [STOP])
    return {"taken": str(taken), "visible": visible or "nothing"}


def stream_hold_back() -> dict[str, str]:
    """Return the chunks of "Hi", " Us", "ual"."""
    first, second, third, _ = streaming.stream(["Hi", " Us", "ual"], [STOP])
    assert first == "Hi"
    return {"safe": second.replace(" ", "the space"), "third": third}
