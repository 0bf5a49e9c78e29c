"""How many words pre-tokenization makes of a text."""

from ..text.pre_tokenize import pre_tokenize

KIND = "count"
NAMES = ("Tom", "Mia", "Lena", "Anna", "Ben", "Noah")
PAPERS = ("bill", "e-bill", "receipt", "e-receipt", "order", "pre-order")
THINGS = ("tea", "two books", "a taxi", "the map", "a red hat", "old maps")
ENDS = ("...", "!!", "?!", "!?!", "...?")


def draw(rng):
    """Draw a sentence with words, a price and signs."""
    name, thing, end = rng.choice(NAMES), rng.choice(THINGS), rng.choice(ENDS)
    price = f"{rng.integer(3, 99)}.{rng.integer(10, 99)}"
    return {"text": f"{name}'s {rng.choice(PAPERS)}: €{price} for {thing}{end}"}


def answer(keep, text):
    """Return the reference's number of pieces."""
    keep("pieces that begin with a space", text.count(" "))
    return len(pre_tokenize(text, []))
