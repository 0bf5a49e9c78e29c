"""A picture of the loop: text that is held back while it may become a stop sequence."""

from typing import Any

from ..loop.stop_sequences import apply_stops
from ..loop.stream_hold_back import stream

PIECES = ["Hi", " Us", "ual", " User", ":"]
STOP = "User:"


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
