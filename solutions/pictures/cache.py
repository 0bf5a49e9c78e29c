"""Pictures of the KV cache: what a position sees, and what each pass feeds."""

from typing import Any

import numpy as np

from ..cache import cached_generate as loop
from ..cache.causal_attention import attend
from ..cost.loop_op_counts import op_counts
from ..lessons.cache import NEW, PROMPT, Watched

KEYS, NEWEST = 4, 2


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
