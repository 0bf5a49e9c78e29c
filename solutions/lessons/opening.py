"""The figures of the opening page: the tiny model and its answer."""

from ..flashcards.as_text import grouped
from ..tiny_lm import model as tiny_lm
from .drawing import following

PROMPT = "The capital of France is"


def page() -> dict[str, str]:
    """Return the sizes of the tiny model, and the answer to the prompt."""
    vocabulary, width = sizes()
    return {
        "prompt": PROMPT,
        "width": str(width),
        "vocabulary": str(vocabulary),
        "products": grouped(vocabulary * width),
        "answer": following(PROMPT, 1).texts[0].strip(),
    }


def sizes() -> tuple[int, int]:
    """Return the tiny model's number of tokens, and of numbers in a vector."""
    vocabulary, width = tiny_lm.load("target").params["emb"].shape
    return vocabulary, width
