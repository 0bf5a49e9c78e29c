"""Pictures of speculative decoding: a drafted token and what becomes of it, and a draft that is looked up."""

from typing import Any

import numpy as np

from ..flashcards.as_text import short
from ..lessons.speculative import P, Q
from ..speculative.accept_and_residual import accept_and_residual
from ..speculative.ngram_draft import ngram_draft
from ..speculative.verify_block import verify

DRAFTED, U, U_PICK = 1, 0.75, 0.5
NAMES = ("0", "1", "2")
WORDS = "the red fox sees a dog and the red fox".split()
LONGEST, GAMMA = 3, 2


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


def lookup() -> dict[str, Any]:
    """Draw a text whose newest words occur before, and the words that followed them then."""
    names = list(dict.fromkeys(WORDS))
    ids = [names.index(word) for word in WORDS]
    drafted = [names[token] for token in ngram_draft(ids, LONGEST, GAMMA, len(names))[0]]
    end = WORDS.index(drafted[0])
    found = end - LONGEST
    assert WORDS[found:end] == WORDS[-LONGEST:]
    looks = ["empty"] * len(WORDS)
    looks[found:end] = looks[-LONGEST:] = ["light"] * LONGEST
    looks[end : end + GAMMA] = ["full"] * GAMMA
    half = WORDS.index("and")
    rows = [
        {"cells": [{"text": WORDS[place], "look": looks[place]} for place in places], "label": label}
        for label, places in (("before", range(half)), ("newest", range(half, len(WORDS))))
    ]
    rows.append({"label": "draft", "cells": [{"text": word, "look": "full"} for word in drafted]})
    newest = " ".join(WORDS[-LONGEST:])
    return {
        "title": f"Prompt lookup: after \u201c{newest}\u201d came \u201c{' '.join(drafted)}\u201d before, so that is the draft",
        "description": f"A text of {len(WORDS)} words in two rows. Its newest {LONGEST}, {newest}, are marked, and the "
        f"same words at its beginning. The {GAMMA} words after those, {' '.join(drafted)}, are the draft in the third row.",
        "parts": [
            {
                "kind": "strips",
                "rows": rows,
                "legend": [
                    {"look": "light", "label": "the newest words, and the same ones earlier"},
                    {"look": "full", "label": "what followed then: the draft"},
                ],
            }
        ],
    }
