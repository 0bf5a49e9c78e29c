"""Random texts with special tokens in them, and the law of their pieces."""

PIECES = ("a", "Tom", "é", "日本", "7", "42", ".", "?!", "_", "-", " ", " ", "  ", "\n", "\t", "<s>", "<s>!", "<|x|>")
SPECIAL = ("<s>", "<s>!", "<|x|>")


def any_text(rng, size):
    """Draw a text of up to `size` parts, and which special tokens are allowed in it."""
    parts = [PIECES[int(place)] for place in rng.integers(0, len(PIECES), int(rng.integers(0, size + 1)))]
    allowed = [each for each in SPECIAL if rng.random() < 0.5]
    return {"text": "".join(parts), "allowed": allowed[:: 1 if rng.random() < 0.5 else -1]}


def makes_up_the_text(near, text, allowed):
    """The pieces put together are the text, and no piece has letters and digits or is empty."""
    (pieces,) = yield [{"text": text, "allowed": allowed}]
    if not isinstance(pieces, list) or not all(isinstance(piece, str) for piece in pieces):
        return "the result is not a list of texts"
    if "".join(pieces) != text:
        return f"the pieces put together are {''.join(pieces)!r}, not {text!r}"
    if "" in pieces:
        return "one of the pieces is empty"
    mixed = [piece for piece in pieces if piece not in allowed and len(set(map(_kind, piece.removeprefix(" ")))) > 1]
    return f"the piece {mixed[0]!r} has characters of several kinds" if mixed else None


def _kind(character):
    return [character.isalpha(), character.isdecimal(), character.isspace(), True].index(True)
