"""Pictures of the KV cache: what a position sees, what each pass feeds, and the blocks of two texts."""

from typing import Any

import numpy as np

from ..cache import cached_generate as loop
from ..cache.causal_attention import attend
from ..cache.paged_cache import PagedCache
from ..cost.loop_op_counts import op_counts
from ..lessons.cache import NEW, PROMPT, Watched

KEYS, NEWEST = 4, 2
BLOCKS, SIZE, ROWS = 3, 4, 6
"""A paged cache, and the rows of its first text."""


def triangle() -> dict[str, Any]:
    """Draw the causal mask for a whole prompt, and for two new positions at its end."""
    parts, words = [], []
    for queries in (KEYS, NEWEST):
        first = KEYS - queries
        seen = attend(np.zeros((queries, 1)), np.zeros((KEYS, 1)), np.eye(KEYS)) > 0
        rows = [
            {
                "label": f"position {first + number}",
                "cells": [{"look": "full" if each else "empty"} for each in line],
                "note": f"sees {int(line.sum())}",
            }
            for number, line in enumerate(seen)
        ]
        title = (
            "A prompt: every position asks" if queries == KEYS else f"Later: the {queries} newest ask, offset {first}"
        )
        parts.append({"kind": "strips", "title": title, "rows": rows})
        words.append(f"{queries} rows over {KEYS} columns, filled up to the row's position")
    return {
        "title": "The triangle, and its lower end",
        "description": f"Two grids. First: {words[0]}, a triangle. Second: {words[1]}, the last rows of that triangle.",
        "parts": parts,
    }


def growth() -> dict[str, Any]:
    """Draw what each pass feeds, with a cache and without one."""
    model = Watched()
    ids, _ = loop.generate_cached(model, PROMPT, NEW, -1, lambda row: int(row.argmax()))
    naive, cached, _, _ = op_counts(len(PROMPT), len(ids))
    fed = [len(each) for each in model.fed]
    assert sum(fed) == cached
    lengths = range(len(PROMPT), len(PROMPT) + len(ids))
    assert list(lengths) == model.lengths
    assert sum(lengths) == naive
    return {
        "title": f"With a cache {cached} positions are computed, without one {naive}",
        "description": f"Two sets of {len(fed)} rows, one row a pass. With a cache the passes feed {_listed(fed)} positions "
        f"and keep those before; without one they feed {_listed(lengths)}.",
        "parts": [
            {
                "kind": "strips",
                "title": "With a cache",
                "rows": _passes([(length - new, new) for length, new in zip(lengths, fed, strict=True)]),
            },
            {
                "kind": "strips",
                "title": "Without",
                "rows": _passes([(0, length) for length in lengths]),
                "legend": [
                    {"look": "full", "label": "fed and computed in this pass"},
                    {"look": "light", "label": "read from the cache"},
                ],
            },
        ],
    }


def blocks() -> dict[str, Any]:
    """Draw the blocks of two texts with the same beginning, before and after one of them writes."""
    cache = PagedCache(BLOCKS, SIZE)
    for row in range(ROWS):
        cache.append("a", row)
    cache.fork("a", "b", ROWS)
    parts, words = [_blocks(cache, "“b” begins with all rows of “a”")], []
    cache.append("b", ROWS)
    parts.append(_blocks(cache, f"Row {ROWS} of “b” needs a block of its own"))
    for part in parts:
        words.append(f"{part['title']}: " + "; ".join(f"{row['label']} is {row['note']}" for row in part["rows"]))
    parts[-1]["legend"] = [
        {"look": "light", "label": "a row, by its position"},
        {"look": "full", "label": "new or copied"},
        {"look": "empty", "label": "no row yet"},
    ]
    return {
        "title": "Copy on write: a shared block is copied before a text writes into it",
        "description": f"{BLOCKS} blocks with {SIZE} rows each, twice. {'. '.join(words)}.",
        "parts": parts,
    }


def _blocks(cache: PagedCache, title: str) -> dict[str, Any]:
    """Return a row for each block: the rows in it, and the texts that use it."""
    rows = []
    for block in range(BLOCKS):
        users = [text for text in "ab" if block in cache.table(text)]
        start = SIZE * cache.table(users[0]).index(block) if users else 0
        stored = cache.rows(users[0])[start : start + SIZE] if users else []
        look = "full" if users == ["b"] else "light"
        cells = [{"text": str(row), "look": look} for row in stored] + [{"look": "empty"}] * (SIZE - len(stored))
        rows.append(
            {"label": f"block {block}", "cells": cells, "note": f"in {' and '.join(users)}" if users else "free"}
        )
    return {"kind": "strips", "title": title, "rows": rows}


def _passes(counts: list[tuple[int, int]]) -> list[dict[str, Any]]:
    return [
        {
            "label": f"pass {number}",
            "cells": [{"look": "light"}] * kept + [{"look": "full"}] * new,
            "note": f"feeds {new}",
        }
        for number, (kept, new) in enumerate(counts, start=1)
    ]


def _listed(numbers: Any) -> str:
    return ", ".join(map(str, numbers))
