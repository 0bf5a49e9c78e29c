"""Pictures of the cost: the two phases in time, the bill, requests in slots, and limits on hidden tokens."""

from typing import Any

from ..cost.batch_schedule import schedule
from ..cost.price_of_a_call import output_share
from ..cost.reasoning_usage import reasoning_usage
from ..flashcards.as_text import grouped, percent
from ..lessons.cost import IN, LONG, OUT, N, P
from ..numeric.time_to_finish import answer as time_to_finish

FIRST_MS, EACH_MS, TOKENS = 800, 50, 9
"""A call: the time to its first token, and between two tokens."""
SLOTS, OUTPUTS = 2, (1, 6, 2, 3)
"""A server, and the output tokens of requests that are all there at the beginning."""
THINKING, ANSWER, LIMITS = 600, 200, (1000, 700, 500)
"""A call with hidden tokens, and three limits."""


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


def batching() -> dict[str, Any]:
    """Draw which request runs in which slot, with continuous batching and without."""
    requests = [(0.0, 1, output) for output in OUTPUTS]
    parts: list[dict[str, Any]] = []
    counts, words = [], []
    for title, is_continuous in (("Continuous batching", True), ("One batch after the other", False)):
        steps, _, _ = schedule(requests, SLOTS, 1.0, 0.1, is_continuous)
        slots = _slots(steps)
        rows = [{"label": f"slot {place}", "cells": cells} for place, cells in enumerate(slots)]
        parts.append({"kind": "strips", "title": f"{title}: {len(steps)} steps", "rows": rows})
        counts.append(len(steps))
        words.append(f"{title}: {len(steps)} steps, {SLOTS * len(steps) - sum(map(len, steps))} times a slot is empty")
    parts[-1]["legend"] = [
        {"look": "full", "label": "first step of a request, with its prompt"},
        {"look": "light", "label": "one more token for it"},
        {"look": "empty", "label": "the slot is empty"},
    ]
    return {
        "title": f"{len(OUTPUTS)} requests in {SLOTS} slots take {counts[0]} steps instead of {counts[1]}",
        "description": f"A row of steps for each of {SLOTS} slots, with the number of the request in it. Requests 0 to "
        f"{len(OUTPUTS) - 1} write {', '.join(map(str, OUTPUTS))} tokens. {'. '.join(words)}.",
        "parts": parts,
    }


def _slots(steps: list[list[int]]) -> list[list[dict[str, Any]]]:
    """Return the cells of each slot; a request keeps the slot in which it began."""
    running: list[int | None] = [None] * SLOTS
    slots: list[list[dict[str, Any]]] = [[] for _ in running]
    for step in steps:
        running = [number if number in step else None for number in running]
        begun = [number for number in step if number not in running]
        for number in begun:
            running[running.index(None)] = number
        for cells, now in zip(slots, running, strict=True):
            look = "empty" if now is None else "full" if now in begun else "light"
            cells.append({"text": "" if now is None else str(now), "look": look})
    return slots


def limits() -> dict[str, Any]:
    """Draw how three limits cut a call with hidden tokens."""
    rows, words = [], []
    for limit in LIMITS:
        usage = reasoning_usage(THINKING, ANSWER, limit)
        hidden, shown = int(usage["reasoning_tokens"]), int(usage["answer_tokens"])
        missing = THINKING + ANSWER - hidden - shown
        pieces = (("hidden", hidden, "light"), ("answer", shown, "full"), ("", missing, "empty"))
        cells = [{"text": name and f"{name} {span}", "span": span, "look": look} for name, span, look in pieces if span]
        billed = grouped(int(usage["completion_tokens"]))
        rows.append(
            {"label": f"limit {grouped(limit)}: “{usage['finish_reason']}”, {billed} tokens billed", "cells": cells}
        )
        words.append(f"with a limit of {grouped(limit)}, {hidden} are hidden and {shown} are of the answer")
    return {
        "title": f"A call of {THINKING} hidden tokens and {ANSWER} of answer, under three limits",
        "description": f"Three bars of the same length, one for each limit: {'; '.join(words)}.",
        "parts": [
            {"kind": "strips", "is_scaled": True, "rows": rows, "legend": [{"look": "empty", "label": "not written"}]}
        ],
    }
