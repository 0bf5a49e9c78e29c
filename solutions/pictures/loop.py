"""Pictures of the loop: a loss that falls, and text that is held back while it may become a stop sequence."""

from typing import Any

import numpy as np

from ..flashcards.as_text import grouped, short
from ..lessons.loop import STEPS, bigram_of_letters
from ..loop.log_probs import log_probs
from ..loop.stop_sequences import apply_stops
from ..loop.stream_hold_back import stream
from ..tiny_lm import model as tiny_lm

PIECES = ["Hi", " Us", "ual", " User", ":"]
STOP = "User:"
SHOWN = (0, 1, 3, 10, 30, 100, STEPS)
TEXTS = ("The capital of France is Paris.", "The capital of France is London.")


def surprise() -> dict[str, Any]:
    """Draw the surprise of the tiny model at each token of two texts, and the mean."""
    tokenizer, parts, words = tiny_lm.tokenizer(), [], []
    for text in TEXTS:
        ids = tokenizer.encode(text)
        logs, mean, perplexity = log_probs(tiny_lm.load("target")(ids), ids)
        rows = [
            {
                "label": tokenizer.bytes[token].decode().strip(),
                "shown": [short(np.exp(log), 3), short(abs(log), 2)],
                "value": -float(log),
            }
            for token, log in zip(ids[1:], logs, strict=True)
        ]
        parts.append(
            {
                "kind": "bars",
                "title": f"“… {text.split()[-1]}”: perplexity {perplexity:.2f}",
                "columns": ["token", "p", "nats"],
                "rows": rows,
                "limit": {"value": mean, "label": f"mean {short(mean, 2)}"},
            }
        )
        shown = ", ".join(f"{row['label']} {row['shown'][1]}" for row in rows)
        words.append(f"“{text}” {shown}, on average {short(mean, 2)} nats, perplexity {perplexity:.2f}")
    most = max(row["value"] for part in parts for row in part["rows"])
    return {
        "title": "A text that the model expects has a lower perplexity",
        "description": f"Bars of the surprise at each token after the first, in two texts. {'; '.join(words)}.",
        "parts": [{**part, "most": most} for part in parts],
    }


def training() -> dict[str, Any]:
    """Draw the loss of a bigram model after some steps of gradient descent, and the floor."""
    letters, losses, floor = bigram_of_letters()
    rows = [{"label": f"after {step}", "shown": [short(losses[step], 2)], "value": losses[step]} for step in SHOWN]
    rows.append({"label": "floor", "shown": [short(floor, 2)], "value": floor})
    words = ", ".join(f"{each['shown'][0]} {each['label']}" for each in rows[:-1])
    return {
        "title": f"A bigram model learns {grouped(letters)} letters",
        "description": f"Bars of the loss in nats, which fall with the steps of training: {words}. "
        f"The floor, the entropy of the counts, is {short(floor, 2)}.",
        "parts": [{"kind": "bars", "columns": ["step", "loss"], "rows": rows, "most": losses[0]}],
    }


def hold_back() -> dict[str, Any]:
    """Draw the text after each piece: shown before, shown now, and held back."""
    chunks = stream(PIECES, [STOP])
    visible, taken, _ = apply_stops(PIECES, [STOP])
    assert taken == len(PIECES)
    rows, words = [], []
    for count in range(1, taken + 1):
        text, old = "".join(PIECES[:count]), "".join(chunks[: count - 1])
        new = chunks[count - 1]
        held = text[len(old + new) :]
        parts = ((old, "light"), (new, "full"), (held, "empty"))
        cells = [{"text": each.replace(" ", "␣"), "span": len(each), "look": look} for each, look in parts if each]
        rows.append({"label": f"+ “{PIECES[count - 1].replace(' ', '␣')}”", "cells": cells})
        words.append(f"after “{PIECES[count - 1].strip()}” {f'“{new}” appears' if new else 'nothing appears'}")
    return {
        "title": f"Nothing is shown that may become “{STOP}”",
        "description": f"Five rows, one for each piece of a text as it arrives: {', '.join(words)}. "
        f"“{''.join(PIECES)[len(visible) :].strip()}” is never shown.",
        "parts": [
            {
                "kind": "strips",
                "rows": rows,
                "legend": [
                    {"look": "light", "label": "on the screen already"},
                    {"look": "full", "label": "appears now"},
                    {"look": "empty", "label": f"held back: it may become “{STOP}”"},
                ],
            }
        ],
    }
