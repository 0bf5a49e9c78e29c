"""Random words with merges learned from random words, and laws of encoding."""

from .bpe_train import bpe_train, merge_pair


def _word(rng):
    return "".join("abc"[int(letter)] for letter in rng.integers(0, 3, int(rng.integers(1, 8))))


def _merges(rng, size):
    """Learn merges from up to `size` random words; return both."""
    words = {_word(rng): int(rng.integers(1, 6)) for _ in range(size)}
    return words, bpe_train(words, int(rng.integers(1, 9)))


def any_word(rng, size):
    """Draw a word, sometimes with a letter that is nowhere in the merges."""
    _, merges = _merges(rng, size)
    word = _word(rng)
    if rng.random() < 0.2:
        place = int(rng.integers(0, len(word) + 1))
        word = word[:place] + "é" + word[place:]
    return {"word": word, "merges": merges}


def training_word(rng, size):
    """Draw one of the words that the merges were learned from."""
    words, merges = _merges(rng, size)
    return {"word": list(words)[int(rng.integers(len(words)))], "merges": merges}


def makes_up_the_word(near, word, merges):
    """The pieces put together are the word."""
    (pieces,) = yield [{"word": word, "merges": merges}]
    trouble = _trouble(pieces)
    if trouble:
        return trouble
    together = "".join(pieces)
    return None if together == word else f"the pieces put together are {together!r}, not {word!r}"


def cut_as_in_training(near, word, merges):
    """A word that the merges were learned from is cut the way training left it."""
    (pieces,) = yield [{"word": word, "merges": merges}]
    trained = list(word)
    for pair in merges:
        trained = merge_pair(trained, pair)
    trouble = _trouble(pieces)
    return trouble or (None if list(pieces) == trained else f"training left this word as {trained}")


def _trouble(pieces):
    if isinstance(pieces, list) and all(isinstance(piece, str) for piece in pieces):
        return ""
    return "the result is not a list of texts"
