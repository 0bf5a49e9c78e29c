"""Pictures of the opening page: one step, from text to text."""

from typing import Any

from ..flashcards.as_text import short
from ..lessons.drawing import following
from ..lessons.opening import PROMPT, sizes
from ..tiny_lm import model as tiny_lm


def step() -> dict[str, Any]:
    """Draw how the tiny model comes from a text to its next token."""
    ids = tiny_lm.tokenizer().encode(PROMPT)
    vocabulary, width = sizes()
    after = following(PROMPT, 2)
    (answer, second), chances = (each.strip() for each in after.texts), [short(each) for each in after.probabilities]
    best = int(after.logits.argmax())
    return {
        "title": "One step: vector, logits, token, text",
        "description": f"Boxes from top to bottom. The text “{PROMPT}” becomes {len(ids)} ids, they become a "
        f"vector of {width} numbers, it becomes {vocabulary} logits, they become probabilities, of which "
        f"“{answer}” has {chances[0]}; it is picked, id {best}, appended, and the step begins again.",
        "parts": [
            {
                "kind": "flow",
                "steps": [
                    {"name": "Text", "text": PROMPT, "is_code": True, "then": "encode: cut into tokens"},
                    {"name": "Ids", "text": ", ".join(map(str, ids)), "is_code": True, "then": "the transformer"},
                    {
                        "name": "Vector",
                        "text": f"{width} numbers, at the last position",
                        "then": f"times a table of {vocabulary} rows",
                    },
                    {
                        "name": "Logits",
                        "text": f"{vocabulary} scores; the largest is {short(after.logits[best], 2)}",
                        "then": "softmax",
                    },
                    {
                        "name": "Probabilities",
                        "text": f"{chances[0]} for {answer}, {chances[1]} for {second}, …",
                        "then": "pick one",
                    },
                    {"name": "Token", "text": f"id {best}", "then": "decode: its bytes, as characters"},
                    {"name": "More text", "text": answer, "is_code": True},
                ],
                "back": {"start": "More text", "end": "Text", "label": "append, and begin again"},
            }
        ],
    }


def chances() -> dict[str, Any]:
    """Draw the probabilities of the likeliest next tokens."""
    after = following(PROMPT, 3)
    names = [each.strip() for each in after.texts]
    shares = [short(each) for each in after.probabilities]
    return {
        "title": f"The three likeliest tokens after “{PROMPT}”",
        "description": f"Three bars: {', '.join(f'{name} {share}' for name, share in zip(names, shares, strict=True))}.",
        "parts": [
            {
                "kind": "bars",
                "rows": [
                    {"label": name, "shown": [share], "value": each}
                    for name, share, each in zip(names, shares, after.probabilities, strict=True)
                ],
                "most": 1,
            }
        ],
    }
