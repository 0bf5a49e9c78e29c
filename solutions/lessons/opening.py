"""The figures of the opening page: one step of the tiny model, from text to text."""

from ..flashcards.as_text import grouped, short
from ..tiny_lm import model as tiny_lm
from .drawing import bars, following

PROMPT = "The capital of France is"


def page() -> dict[str, str]:
    """Return the sizes of the tiny model, and what each part of one step makes of the prompt."""
    ids = tiny_lm.tokenizer().encode(PROMPT)
    vocabulary, width = tiny_lm.load("target").params["emb"].shape
    after = following(PROMPT, 3)
    best = int(after.logits.argmax())
    return {
        "prompt": PROMPT,
        "ids": ", ".join(map(str, ids)),
        "count": str(len(ids)),
        "width": str(width),
        "vocabulary": str(vocabulary),
        "products": grouped(vocabulary * width),
        "logit": short(after.logits[best], 2),
        "id": str(best),
        "answer": after.texts[0].strip(),
        "chance": short(after.probabilities[0]),
        "second": after.texts[1].strip(),
        "second_chance": short(after.probabilities[1]),
        "bars": bars([f'"{each}"' for each in after.texts], after.probabilities),
    }
