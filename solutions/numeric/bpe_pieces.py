"""The pieces that a word is cut into by given merges."""

from ..text.bpe_encode import bpe_encode

KIND = "pieces"
WORDS = (
    "banana cocoa lowest newest widest teaching learning standing painter sandals monitor planets rotating "
    "notation relation cartoons remained tomatoes potatoes hamster lantern cabinet harmony pelican melodies"
).split()


def draw(rng):
    """Draw a word and merges that overlap in it, among them one that does not concern it."""
    word, other = rng.sample(WORDS, 2)
    known = set(word)
    merges = []
    for _ in range(60):
        start = rng.integer(0, len(word) - 2)
        end = min(len(word), start + rng.integer(2, 4))
        middle = rng.integer(start + 1, end - 1)
        pair = [word[start:middle], word[middle:end]]
        if known.issuperset(pair) and pair not in merges and len(merges) < 6:
            merges.append(pair)
            known.add("".join(pair))
    place = rng.integer(0, len(other) - 2)
    merges.insert(rng.integer(1, 5), [other[place], other[place + 1]])
    return {"word": word, "merges": merges}


def is_allowed(merges):
    """Refuse a merge that is learned twice."""
    return len({tuple(pair) for pair in merges}) == len(merges)


def answer(keep, word, merges):
    """Return the reference's pieces."""
    return bpe_encode(word, [tuple(pair) for pair in merges])
