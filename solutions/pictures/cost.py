"""Pictures of the cost: the two phases in time, and the bill."""

from typing import Any

from ..cost.price_of_a_call import output_share
from ..flashcards.as_text import grouped, percent
from ..lessons.cost import IN, LONG, OUT, N, P
from ..numeric.time_to_finish import answer as time_to_finish

FIRST_MS, EACH_MS, TOKENS = 800, 50, 9
"""A call: the time to its first token, and between two tokens."""


def phases() -> dict[str, Any]:
    """Draw prefill and decode on a time axis."""
    end = time_to_finish(lambda _, value: value, FIRST_MS, EACH_MS, TOKENS)
    passes = [{"text": str(number), "span": EACH_MS, "look": "full"} for number in range(2, TOKENS + 1)]
    return {
        "title": f"One long pass, then {TOKENS - 1} short ones",
        "description": f"A time axis in milliseconds. One pass over the whole prompt takes {FIRST_MS}, and the first token "
        f"appears. Then each of {TOKENS - 1} passes takes {EACH_MS} and gives one more; the last appears at {grouped(end)}.",
        "parts": [
            {
                "kind": "strips",
                "is_scaled": True,
                "rows": [{"cells": [{"text": "prefill: the whole prompt", "span": FIRST_MS}, *passes]}],
                "ticks": [
                    {"at": 0, "label": "0 ms"},
                    {"at": FIRST_MS, "label": "first token"},
                    {"at": end, "label": f"{grouped(end)} ms"},
                ],
                "legend": [{"look": "full", "label": f"decode: one token for each pass of {EACH_MS} ms"}],
            }
        ],
    }


def bill() -> dict[str, Any]:
    """Draw which share of two bills is for input and for output."""
    rows, words = [], []
    for prompt in (P, LONG):
        share = output_share(prompt, N, IN, OUT)
        shown = percent(share, 0 if share > 0.1 else 1)
        call = f"{grouped(prompt)} tokens in, {N} out"
        rows.append(
            {
                "label": call,
                "cells": [
                    {"text": "input", "span": 1 - share},
                    {"text": f"output {shown}", "span": share, "look": "full"},
                ],
            }
        )
        words.append(f"with {call}, output is {shown} of the price")
    return {
        "title": f"The same answer on two bills; an output token costs {OUT / IN:g} times as much",
        "description": f"Two bars of the same length, each split into input and output: {'; '.join(words)}.",
        "parts": [{"kind": "strips", "is_scaled": True, "rows": rows}],
    }
