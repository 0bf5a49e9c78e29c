"""Models of one to three blocks, caches for them, and laws of a forward pass."""

import numpy as np

from .cached_block_checks import TEXT, Cache, cut_back_to_ten, empty, holds_seventeen, holds_ten, in_pieces, tiny
from .cached_forward import forward

__all__ = ["cut_back_to_ten", "empty", "holds_seventeen", "holds_ten", "pieces_give_the_same", "tiny"]


def pieces_give_the_same(near, ids, **others):
    """However the text is cut into pieces, the logits are those of the whole text in one piece."""
    return (yield from in_pieces(near, "ids", ids, others, "logits"))


def likeliest_are_right(near, params, ids, cache):
    """After each token, the largest logit is that of the right one."""
    (logits,) = yield [{"params": params, "ids": ids, "cache": cache}]
    for token, mine, right in zip(ids, logits, forward(params, ids, cache.make()), strict=True):
        if mine.argmax() != right.argmax():
            return (
                f"after token {token} the largest logit is that of token {mine.argmax()}, not of token {right.argmax()}"
            )
    return None


def with_equal_weights():
    """Make the weights of a transformer whose last norm only scales each row, so that it changes no order."""
    params = tiny()
    return params | {"nf": np.ones_like(params["nf"])}


def of_one_layer():
    """Make the weights of a transformer with one layer."""
    params = tiny()
    return params | {"layers": params["layers"][:1]}


def empty_of_one_layer():
    """Make an empty cache for a model of one layer."""
    return Cache(1)


def ten_in_one_layer():
    """Make a cache for a model of one layer that holds the first ten tokens of the text."""
    cache = Cache(1)
    forward(of_one_layer(), list(TEXT[:10]), cache)
    return cache


def of_three_layers():
    """Make the weights of a transformer with three layers, the first of which comes again as the third."""
    params = tiny()
    return params | {"layers": [*params["layers"], params["layers"][0]]}


def empty_of_three_layers():
    """Make an empty cache for a model of three layers."""
    return Cache(3)
