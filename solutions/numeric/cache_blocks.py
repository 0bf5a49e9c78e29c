"""How many blocks of a paged cache the texts take that share a beginning."""

from ..cache.paged_cache import PagedCache

KIND = "counts"


def draw(rng):
    """Draw the texts, the tokens that they share, those of each text's own, and the rows in a block."""
    size = rng.choice([4, 8, 16])
    return {
        "texts": rng.integer(3, 9),
        "shared": size * rng.integer(4, 12) + rng.integer(1, size - 1),
        "own": size * rng.integer(2, 4) + rng.integer(1, size - 1),
        "size": size,
    }


def answer(keep, texts, shared, own, size):
    """Return the blocks in use after every text has been forked and continued."""
    cache = PagedCache(texts * (shared + own), size)
    for position in range(shared):
        cache.append("0", position)
    for text in range(1, texts):
        cache.fork("0", str(text), shared)
    for text in range(texts):
        for position in range(own):
            cache.append(str(text), position)
    keep("full blocks of the beginning", shared // size)
    keep("further blocks of each text", len(cache.table("0")) - shared // size)
    return [texts * (shared + own) - cache.free]
