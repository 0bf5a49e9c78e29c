"""A picture of speculative decoding: one drafted token, and what becomes of it."""

from typing import Any

import numpy as np

from ..flashcards.as_text import short
from ..lessons.speculative import P, Q
from ..speculative.accept_and_residual import accept_and_residual
from ..speculative.verify_block import verify

DRAFTED, U, U_PICK = 1, 0.75, 0.5
NAMES = ("0", "1", "2")


def draft_and_verify() -> dict[str, Any]:
    """Draw p and q, the number u beside p / q, and the residual."""
    accept, residual = accept_and_residual(P, Q)
    (token,) = verify(np.stack([P, P]), Q[None], [DRAFTED], [U], U_PICK)
    assert accept[DRAFTED] <= U
    drafted, bound = NAMES[DRAFTED], float(accept[DRAFTED])
    rows = [
        {"label": f"{source} of token {name}", "shown": [short(share, 1)], "value": float(share), "look": look}
        for name, p, q in zip(NAMES, P, Q, strict=True)
        for source, share, look in (("q", q, "light"), ("p", p, "full"))
    ]
    return {
        "title": f"A draft of token {drafted} is rejected, and token {NAMES[token]} comes instead",
        "description": "Three parts. Bars of q and p for three tokens: "
        + ", ".join(f"token {name} {short(q, 1)} and {short(p, 1)}" for name, p, q in zip(NAMES, P, Q, strict=True))
        + f". A line from 0 to 1 that is cut at {short(bound, 1)}, with u = {short(U, 2)} beyond the cut. "
        f"Bars of what is left: "
        + ", ".join(f"token {name} {each:g}" for name, each in zip(NAMES, residual, strict=True))
        + ".",
        "parts": [
            {"kind": "bars", "title": f"1. The draft proposes token {drafted} from q", "rows": rows, "most": 1},
            {
                "kind": "strips",
                "title": f"2. Is u below p / q = {short(bound, 1)}?",
                "is_scaled": True,
                "rows": [
                    {
                        "cells": [
                            {"text": f"keep token {drafted}", "span": bound},
                            {"text": "reject", "span": 1 - bound, "look": "full"},
                        ]
                    }
                ],
                "ticks": [{"at": 0, "label": "0"}, {"at": bound, "label": short(bound, 1)}, {"at": 1, "label": "1"}],
                "marks": [{"at": U, "label": f"u = {short(U, 2)}"}],
            },
            {
                "kind": "bars",
                "title": "3. Draw from the residual, max(0, p − q)",
                "rows": [
                    {"label": f"token {name}", "shown": [f"{each:g}"], "value": float(each)}
                    for name, each in zip(NAMES, residual, strict=True)
                ],
                "most": 1,
            },
        ],
    }
