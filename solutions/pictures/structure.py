"""A picture of a mask: tokens that JSON can go on with, character by character."""

from typing import Any

from ..lessons.structure import AGE, PIECES
from ..structure.json_mask import json_mask


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
