"""Pictures of masks: tokens that JSON can go on with, and the table of an automaton."""

from typing import Any

from ..lessons.structure import AGE, PIECES
from ..structure.json_mask import json_mask
from ..structure.regex_mask import regex_mask

PATTERN = "yes|no"
AUTOMATON = [{"y": 1, "n": 4}, {"e": 2}, {"s": 3}, {}, {"o": 3}]
ACCEPTING, TOKENS, END = [3], ["y", "ye", "es", "s", "n", "no"], "end"


def mask() -> dict[str, Any]:
    """Draw each token's characters, up to the first that does not fit."""
    rows, words = [], []
    for token in PIECES:
        fits = [bool(json_mask(AGE, [token[:end], ""], 1)[0]) for end in range(1, len(token) + 1)]
        may = bool(json_mask(AGE, [token, ""], 1)[0])
        assert may == all(fits)
        cells = [
            {"text": each.replace(" ", "␣"), "look": "light" if is_right else "empty"}
            for each, is_right in zip(token, fits, strict=True)
        ]
        rows.append({"label": "", "cells": cells, "note": "may come" if may else "banned"})
        words.append(f"{token} {'may come' if may else f'is banned at character {fits.index(False) + 1}'}")
    return {
        "title": f"After {AGE} the mask goes through each token",
        "description": f"Five tokens in rows, their characters in boxes: {'; '.join(words)}.",
        "parts": [
            {
                "kind": "strips",
                "title": f"Text so far: {AGE}",
                "rows": rows,
                "legend": [
                    {"look": "light", "label": "fits"},
                    {"look": "empty", "label": "does not fit, or comes after a character that does not"},
                ],
            }
        ],
    }


def automaton() -> dict[str, Any]:
    """Draw which tokens may come in each state, and the state after each."""
    vocab = [*TOKENS, END]
    index, masks = regex_mask(AUTOMATON, ACCEPTING, vocab, len(TOKENS))
    rows = [
        {
            "label": f"state {state}",
            "cells": [
                {
                    "text": f"{name}:{index[state][token]}" if may and name != END else name,
                    "look": "light" if may else "empty",
                }
                for token, (name, may) in enumerate(zip(vocab, masks[state], strict=True))
            ],
        }
        for state in index
    ]
    return {
        "title": f"The masks of {PATTERN}: one row for each state, worked out before the first token",
        "description": f"A table with a row for each of {len(rows)} states and a column for each of {len(vocab)} tokens. "
        + "; ".join(
            f"in state {state} may come {', '.join(f'{vocab[token]} to state {then}' for token, then in tokens.items())}"
            if tokens
            else f"in state {state} no token may come"
            for state, tokens in index.items()
        )
        + ". The token n is banned, since no token is the letter o alone.",
        "parts": [
            {
                "kind": "strips",
                "rows": rows,
                "legend": [
                    {"look": "light", "label": "may come; after the colon, the state after it"},
                    {"look": "empty", "label": "banned"},
                ],
            }
        ],
    }
