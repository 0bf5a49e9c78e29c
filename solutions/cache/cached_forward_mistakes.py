"""Typical wrong versions of the cached forward pass."""

import numpy as np

from .cached_block import rms, run_block
from .cached_forward import forward as _forward


def _logits(params, x):
    """Return the logits of rows."""
    return rms(x, params["nf"]) @ params["emb"].T


def _run(
    params,
    ids,
    cache,
    read=lambda first, x: x,
    number=lambda layer: layer,
    blocks=list,
    after=lambda params, x: x,
    logits=_logits,
):
    """Run the model, with another row to read, another layer of the cache, order of blocks, step after each, or end."""
    first = x = params["emb"][ids]
    for layer, block in blocks(enumerate(params["layers"])):
        x = after(params, run_block(read(first, x), block, params["heads"], number(layer), cache))
    return logits(params, x)


def one_layer_for_all(params, ids, cache):
    """All blocks get the layer 0 of the cache.

    Each layer has its own keys and values, which mean nothing to the others. Number the blocks.
    """
    return _run(params, ids, cache, number=lambda layer: 0)


def blocks_not_chained(params, ids, cache):
    """Each block gets the embeddings instead of the rows that the block before returned.

    A row runs through all blocks, and each adds to it. What does your loop do with what a block returns?
    """
    return _run(params, ids, cache, read=lambda first, x: first)


def first_block_only(params, ids, cache):
    """The last block adds nothing to the logits: they are made from rows of an earlier one.

    The logits come after the last block. Count how many blocks the rows have gone through.
    """
    x, rows = params["emb"][ids], []
    for layer, block in enumerate(params["layers"]):
        x = run_block(x, block, params["heads"], layer, cache)
        rows.append(x)
    return _logits(params, rows[0])


def layers_backwards(params, ids, cache):
    """The last block comes first.

    Each layer was trained on what the ones before it make. The order is that of the list.
    """
    return _run(params, ids, cache, blocks=lambda numbered: reversed(list(numbered)))


def normalized_between_blocks(params, ids, cache):
    """The rows are normalized with `nf` after each block.

    Inside a block its parts normalize what they read. `nf` comes after the last block.
    """
    return _run(
        params, ids, cache, after=lambda params, x: rms(x, params["nf"]), logits=lambda params, x: x @ params["emb"].T
    )


def last_normalisation_missing(params, ids, cache):
    """The rows are multiplied with the embedding without the last normalization.

    The order of the tokens may even be right, but the logits have another scale. Look for `nf` in the recipe.
    """
    return _run(params, ids, cache, logits=lambda params, x: x @ params["emb"].T)


def rows_instead_of_logits(params, ids, cache):
    """The normalized rows come back, d numbers for each token.

    A score for each token of the vocabulary is missing: the embedding is used once more, transposed.
    """
    return _run(params, ids, cache, logits=lambda params, x: rms(x, params["nf"]))


def probabilities_instead_of_logits(params, ids, cache):
    """Probabilities come back.

    Temperature and penalties need the logits, so softmax comes later, in the sampler.
    """
    logits = _forward(params, ids, cache)
    exponentials = np.exp(logits - logits.max(-1, keepdims=True))
    return exponentials / exponentials.sum(-1, keepdims=True)


def cache_emptied_first(params, ids, cache):
    """The text before the new tokens is forgotten: the cache is emptied before the pass, or never read.

    A new text gets a new cache from the caller. The new tokens continue the text that is in the cache.
    """
    cache.truncate(0)
    return _forward(params, ids, cache)


def one_token_after_the_other(params, ids, cache):
    """The tokens go through the model one after the other.

    For a prompt that means many small products instead of a few large ones, which is the slow way: the tokens are all
    known, so they can go through together. A block takes any number of rows.
    """
    return np.concatenate([_forward(params, [token], cache) for token in ids])


def last_row_only(params, ids, cache):
    """Only the logits after the last token are returned.

    To draw the next token that is enough. But the caller may want to check several tokens at once, as speculative
    decoding does: return all T rows.
    """
    return _forward(params, ids, cache)[-1]


def last_row_only__as_a_matrix(params, ids, cache):
    """The last row is a matrix (1, V), as nanoGPT's `x[[-1], :]` makes it."""
    return _forward(params, ids, cache)[[-1], :]


def embeddings_scaled(params, ids, cache):
    """The embeddings are multiplied by the square root of d.

    The first transformer does that (Vaswani et al. 2017, section 3.4), and Gemma does. The model here was made without it, so
    take the rows of `emb` as they are.
    """
    x = params["emb"][ids] * np.sqrt(params["emb"].shape[1])
    for layer, block in enumerate(params["layers"]):
        x = run_block(x, block, params["heads"], layer, cache)
    return _logits(params, x)


def changes_its_input(params, ids, cache):
    """The model's weights are changed on the way.

    The next call then runs with another model. Operations such as `*=` on something from `params` write into it.
    Build new arrays.
    """
    logits = _forward(params, ids, cache)
    params["emb"] *= 0.5
    return logits
