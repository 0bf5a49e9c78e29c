"""Pictures of text and tokens."""

from typing import Any

from ..flashcards.text import WORDS
from ..text.bpe_encode import bpe_encode
from ..text.bpe_train import bpe_train
from ..text.pre_tokenize import pre_tokenize
from ..text.utf8_stream import decode_stream
from ..tiny_lm import model as tiny_lm

MERGES = 4
SEEN, UNSEEN = "newest", "lowest"
SAMPLE = "é, 5 €"
MESSAGE, END = "I won 3-0.<|im_end|>", "<|im_end|>"


def merges() -> dict[str, Any]:
    """Draw how the letters of two words grow together, merge by merge."""
    learned = bpe_train(WORDS, MERGES)
    names = [" + ".join(pair) for pair in learned]
    ends = {word: bpe_encode(word, learned) for word in (SEEN, UNSEEN)}
    words = " ".join(f"{word} ends as {', '.join(pieces)}." for word, pieces in ends.items())
    return {
        "title": f"{MERGES} merges, learned from four words, on one of them and on a new word",
        "description": f"Two trees of boxes: the letters of a word at the top, and below them one merge more in each row: "
        f"{', '.join(names)}. Lines lead from each box to the one that it goes into. {words}",
        "parts": [_tree(word, learned, names) for word in ends],
    }


def _tree(word: str, learned: list[tuple[str, str]], names: list[str]) -> dict[str, Any]:
    """Return the rows of a word: its letters, and its pieces after each merge that changes it."""
    rows, before = [], None
    for count in range(len(learned) + 1):
        pieces = bpe_encode(word, learned[:count])
        if pieces == before:
            continue
        cells = [
            {
                "text": each,
                "span": len(each),
                "look": "full" if count and each == "".join(learned[count - 1]) else "light",
            }
            for each in pieces
        ]
        rows.append({"label": names[count - 1] if count else "letters", "cells": cells})
        before = pieces
    return {"kind": "strips", "title": word, "rows": rows, "is_tree": True}


def words() -> dict[str, Any]:
    """Draw the words of a message in which the name of a special token stands, allowed and not allowed."""
    ways = {"allowed": pre_tokenize(MESSAGE, [END]), "not allowed": pre_tokenize(MESSAGE, [])}
    counts = {way: len(pieces) for way, pieces in ways.items()}
    return {
        "title": f"The text “{MESSAGE}” as words: a special token is one, if it is allowed",
        "description": f"Two rows of words that make up the text. Where {END} is allowed there are {counts['allowed']}, the "
        f"last of which is the special token. Where it is not there are {counts['not allowed']}, since its name is cut "
        "between signs and letters.",
        "parts": [
            {
                "kind": "strips",
                "rows": [
                    {
                        "label": way,
                        "cells": [_piece(each, len(each), "full" if each == END else "light") for each in pieces],
                    }
                    for way, pieces in ways.items()
                ],
            }
        ],
    }


def characters() -> dict[str, Any]:
    """Draw the tokens, bytes and characters of a short text, and what a stream may show after each token."""
    tokenizer = tiny_lm.tokenizer()
    ids = tokenizer.encode(SAMPLE)
    chunks = [tokenizer.bytes[each] for each in ids]
    shown = decode_stream(chunks)
    assert "".join(shown) == SAMPLE
    waits = sum(not each for each in shown[:-1])
    return {
        "title": f"The text “{SAMPLE}”: {len(ids)} tokens, {len(b''.join(chunks))} bytes, {len(SAMPLE)} characters",
        "description": f"Four rows above one another: {len(ids)} tokens, their {len(b''.join(chunks))} bytes, the "
        f"{len(SAMPLE)} characters that the bytes spell, and the text shown after each token. "
        f"After {waits} of the tokens nothing can be shown, because a character is not complete.",
        "parts": [
            {
                "kind": "strips",
                "rows": [
                    {
                        "label": "id",
                        "cells": [_piece(str(each), len(chunk)) for each, chunk in zip(ids, chunks, strict=True)],
                    },
                    {"label": "bytes", "cells": [_piece(f"{each:02X}", 1) for each in b"".join(chunks)]},
                    {"label": "text", "cells": [_piece(each, len(each.encode())) for each in SAMPLE]},
                    {
                        "label": "shown",
                        "cells": [
                            _piece(text, len(chunk), "full" if text else "empty")
                            for text, chunk in zip(shown, chunks, strict=False)
                        ],
                    },
                ],
                "legend": [{"look": "empty", "label": "nothing yet: the character is not complete"}],
            }
        ],
    }


def _piece(text: str, span: int, look: str = "light") -> dict[str, Any]:
    return {"text": text.replace(" ", "␣"), "span": span, "look": look}
