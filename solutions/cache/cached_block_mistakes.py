"""Typical wrong versions of one block with a cache."""

import numpy as np

from .cached_block import mlp, rms, rope
from .cached_block import run_block as _run_block
from .causal_attention import attend


def _split(qkv, heads):
    """Take the rows (T, 3d) apart into queries, keys and values, each (heads, T, d_head)."""
    return qkv.reshape(len(qkv), 3, heads, -1).transpose(1, 2, 0, 3)


def _merge(mixed, shape):
    """Put the heads side by side again."""
    return mixed.transpose(1, 0, 2).reshape(shape)


def _look(cache, layer, q, k, v, past):
    """Store what is new and look at everything; `q` and `k` are not rotated yet."""
    cache.append(layer, rope(k, past), v)
    return attend(rope(q, past), *cache.get(layer))


def _attend(q, k, v, is_hidden):
    """Attend with a mask of one's own."""
    scores = np.where(is_hidden, -np.inf, q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]))
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True) @ v


def _run(x, block, heads, layer, cache, look=_look, split=_split, merge=_merge):
    """Run the block with some parts exchanged."""
    past = cache.length
    q, k, v = split(rms(x, block["n1"]) @ block["qkv"], heads)
    x = x + merge(look(cache, layer, q, k, v, past), x.shape) @ block["o"]
    return x + mlp(rms(x, block["n2"]), block["up"], block["down"])


def _attended(x, block, heads, layer, cache, rows):
    """Return what attention adds to x, computed from other rows."""
    q, k, v = _split(rows @ block["qkv"], heads)
    return _merge(_look(cache, layer, q, k, v, cache.length), x.shape) @ block["o"]


def positions_restart_at_0(x, block, heads, layer, cache):
    """The new tokens are numbered from 0, as if the text began with them.

    The prompt comes out right, since it does begin at 0. Every later token is rotated to the wrong place. Who knows
    how many positions came before?
    """

    def look(cache, layer, q, k, v, past):
        return _look(cache, layer, q, k, v, 0)

    return _run(x, block, heads, layer, cache, look)


def newest_position_used_twice(x, block, heads, layer, cache):
    """After the prompt the positions are one too small: the first new token shares the place of the last old one.

    The favorite token often stays the same, so the text may even look right. The cache holds the positions 0 to
    length − 1. Which one is free?
    """

    def look(cache, layer, q, k, v, past):
        return _look(cache, layer, q, k, v, max(past - 1, 0))

    return _run(x, block, heads, layer, cache, look)


def positions_counted_from_1(x, block, heads, layer, cache):
    """The positions are one too large, as if the text began at position 1.

    Alone that would do no harm: RoPE depends only on distances. But the cache that you are given was filled from
    position 0 on, so all distances to its tokens are wrong by one. See the rule on positions.
    """

    def look(cache, layer, q, k, v, past):
        return _look(cache, layer, q, k, v, past + 1)

    return _run(x, block, heads, layer, cache, look)


def length_read_too_late(x, block, heads, layer, cache):
    """The length is read again after something was appended.

    In the last layer the position is complete by then, so the length has jumped, and the queries are rotated too far.
    Read it once, before this block appends anything.
    """

    def look(cache, layer, q, k, v, past):
        cache.append(layer, rope(k, past), v)
        return attend(rope(q, cache.length), *cache.get(layer))

    return _run(x, block, heads, layer, cache, look)


def mask_without_offset(x, block, heads, layer, cache):
    """Several new tokens are masked as if their text began at position 0.

    A prompt and a single token come out right, and only a piece in the middle of a text shows it. Its first token may
    see everything in the cache and itself: how many keys is that?
    """

    def look(cache, layer, q, k, v, past):
        cache.append(layer, rope(k, past), v)
        keys, values = cache.get(layer)
        size = (q.shape[1], keys.shape[1])
        return _attend(rope(q, past), keys, values, np.triu(np.ones(size, dtype=bool), k=1) & (size[0] > 1))

    return _run(x, block, heads, layer, cache, look)


def mask_without_offset__of_a_single_token_too(x, block, heads, layer, cache):
    """A single new token sees the first position only."""

    def look(cache, layer, q, k, v, past):
        cache.append(layer, rope(k, past), v)
        keys, values = cache.get(layer)
        is_hidden = np.arange(keys.shape[1]) > np.arange(q.shape[1])[:, None]
        return _attend(rope(q, past), keys, values, is_hidden)

    return _run(x, block, heads, layer, cache, look)


def mask_only_for_the_prompt(x, block, heads, layer, cache):
    """Nothing is masked once the cache holds something.

    For a single new token that is right, because nothing comes after it. When several arrive together, the first of
    them must not see the others.
    """

    def look(cache, layer, q, k, v, past):
        cache.append(layer, rope(k, past), v)
        keys, values = cache.get(layer)
        is_hidden = np.triu(np.ones((q.shape[1], keys.shape[1]), dtype=bool), k=1) & (past == 0)
        return _attend(rope(q, past), keys, values, is_hidden)

    return _run(x, block, heads, layer, cache, look)


def no_mask(x, block, heads, layer, cache):
    """No position is hidden from any other one.

    Then the prompt's tokens see what comes after them, and their logits know the answer already. Look at the exercise
    on causal attention.
    """

    def look(cache, layer, q, k, v, past):
        cache.append(layer, rope(k, past), v)
        return _attend(rope(q, past), *cache.get(layer), False)

    return _run(x, block, heads, layer, cache, look)


def cannot_see_itself(x, block, heads, layer, cache):
    """New tokens see the old positions but not themselves.

    The very first token of a text then has nothing to look at, and nan spreads from there. The mask begins one column
    too early.
    """

    def look(cache, layer, q, k, v, past):
        cache.append(layer, rope(k, past), v)
        keys, values = cache.get(layer)
        return _attend(rope(q, past), keys, values, np.triu(np.ones((q.shape[1], keys.shape[1]), dtype=bool), k=past))

    return _run(x, block, heads, layer, cache, look)


def reads_before_it_appends(x, block, heads, layer, cache):
    """The cache is read first and filled afterwards, so the new positions miss their own keys and values.

    At the start of a text there is nothing to look at then, and 0 / 0 gives nan. A position also looks at itself, and
    at the new ones before it. Store first, then look.
    """

    def look(cache, layer, q, k, v, past):
        keys, values = cache.get(layer)
        cache.append(layer, rope(k, past), v)
        exponentials = np.exp(rope(q, past) @ keys.swapaxes(-1, -2) / np.sqrt(q.shape[-1]))
        return exponentials @ values / exponentials.sum(-1, keepdims=True)

    return _run(x, block, heads, layer, cache, look)


def filled_but_not_read(x, block, heads, layer, cache):
    """The new keys and values are stored, but attention looks only at the new ones.

    Each piece of the text is then read as if it stood alone. The new queries have to attend to the whole cache.
    """

    def look(cache, layer, q, k, v, past):
        cache.append(layer, rope(k, past), v)
        return attend(rope(q, past), rope(k, past), v)

    return _run(x, block, heads, layer, cache, look)


def filled_but_not_read__after_asking(x, block, heads, layer, cache):
    """The result of `get` is thrown away."""

    def look(cache, layer, q, k, v, past):
        cache.append(layer, rope(k, past), v)
        cache.get(layer)
        return attend(rope(q, past), rope(k, past), v)

    return _run(x, block, heads, layer, cache, look)


def read_but_not_filled(x, block, heads, layer, cache):
    """The old keys and values are used, but the new ones are never stored.

    This call comes out right. The next one will find a cache that knows nothing of these tokens, and its positions
    begin too early.
    """

    def look(cache, layer, q, k, v, past):
        keys, values = cache.get(layer)
        keys = np.concatenate([keys, rope(k, past)], axis=1)
        return attend(rope(q, past), keys, np.concatenate([values, v], axis=1))

    return _run(x, block, heads, layer, cache, look)


def keys_not_stored(x, block, heads, layer, cache):
    """Only the values are stored; the keys are all zeros.

    Within one pass the new keys are still at hand, so the prompt comes out right. Later every old position fits every
    query alike. Two things are stored for each position.
    """

    def look(cache, layer, q, k, v, past):
        cache.append(layer, np.zeros_like(k), v)
        keys, values = cache.get(layer)
        return attend(rope(q, past), np.concatenate([keys[:, :past], rope(k, past)], axis=1), values)

    return _run(x, block, heads, layer, cache, look)


def keys_and_values_swapped(x, block, heads, layer, cache):
    """Values are stored as keys, and keys as values.

    Their shapes are the same, so nothing complains. Look at the order of the arguments of `append` and of the pair
    that `get` returns.
    """

    def look(cache, layer, q, k, v, past):
        cache.append(layer, v, rope(k, past))
        return attend(rope(q, past), *cache.get(layer))

    return _run(x, block, heads, layer, cache, look)


def one_layer_for_all(x, block, heads, layer, cache):
    """All layers write into layer 0 of the cache and read from it.

    Each layer has its own keys and values, which mean nothing to the others. The cache wants to know the layer, in
    both calls.
    """

    def look(cache, layer, q, k, v, past):
        return _look(cache, 0, q, k, v, past)

    return _run(x, block, heads, layer, cache, look)


def keys_stored_before_rotation(x, block, heads, layer, cache):
    """The keys are stored as they come, without rotation.

    Queries are rotated to their positions, so keys have to be as well, or distances mean nothing. Rotate before you
    store.
    """

    def look(cache, layer, q, k, v, past):
        cache.append(layer, k, v)
        return attend(rope(q, past), *cache.get(layer))

    return _run(x, block, heads, layer, cache, look)


def keys_rotated_when_read(x, block, heads, layer, cache):
    """The keys are stored without rotation, and all of them are rotated whenever they are read.

    With a cache that only this function fills, that works, and some programs do it. It repeats the work at every step,
    and the cache that you are given holds rotated keys. Keys are stored *after* rotation.
    """

    def look(cache, layer, q, k, v, past):
        cache.append(layer, k, v)
        keys, values = cache.get(layer)
        return attend(rope(q, past), rope(keys, 0), values)

    return _run(x, block, heads, layer, cache, look)


def queries_not_rotated(x, block, heads, layer, cache):
    """The keys are rotated, the queries are not.

    Only when both are turned does their product depend on the distance between them. A query has the same position as
    its own key.
    """

    def look(cache, layer, q, k, v, past):
        cache.append(layer, rope(k, past), v)
        return attend(q, *cache.get(layer))

    return _run(x, block, heads, layer, cache, look)


def values_rotated(x, block, heads, layer, cache):
    """The values are rotated as well.

    Rotation is for finding: it makes the product of a query and a key depend on their distance. The values stay as
    they are.
    """

    def look(cache, layer, q, k, v, past):
        return _look(cache, layer, q, k, rope(v, past), past)

    return _run(x, block, heads, layer, cache, look)


def heads_split_in_the_wrong_order(x, block, heads, layer, cache):
    """The 3d columns are split into heads first and into queries, keys and values second.

    The numbers fit, but each head then gets columns of the wrong kind. The columns hold all queries, then all keys,
    then all values; the heads lie inside.
    """

    def split(qkv, heads):
        return qkv.reshape(len(qkv), heads, 3, -1).transpose(2, 1, 0, 3)

    return _run(x, block, heads, layer, cache, split=split)


def heads_split_without_moving_an_axis(x, block, heads, layer, cache):
    """Queries, keys and values (T, d) are reshaped to (heads, T, d_head) at once.

    Reshaping only counts through the numbers in the order in which they lie, so with several positions a head gets whole rows
    instead of its columns of each. Split the columns first: (T, heads, d_head), then move the axis.
    """

    def split(qkv, heads):
        return [part.reshape(heads, len(qkv), -1) for part in np.split(qkv, 3, axis=1)]

    return _run(x, block, heads, layer, cache, split=split)


def neighboring_columns_rotated(x, block, heads, layer, cache):
    """The columns that are turned together are neighbors: 0 and 1, 2 and 3, and so on.

    That is the form of the paper (Su et al. 2021). The weights here were made for the other one, in which a column is paired
    with the one half of d_head further, as in Llama of Transformers. Use the `rope` of your file.
    """

    def turned(rows, first):
        order = np.concatenate([np.arange(0, rows.shape[-1], 2), np.arange(1, rows.shape[-1], 2)])
        return rope(rows[..., order], first)[..., np.argsort(order)]

    def look(cache, layer, q, k, v, past):
        cache.append(layer, turned(k, past), v)
        return attend(turned(q, past), *cache.get(layer))

    return _run(x, block, heads, layer, cache, look)


def heads_not_put_side_by_side(x, block, heads, layer, cache):
    """The result of attention is reshaped to (T, d) without moving the axis of the heads.

    Reshaping only counts through the numbers in the order in which they lie, so rows of different positions get
    mixed. The position has to become the first axis before that.
    """

    def merge(mixed, shape):
        return mixed.reshape(shape)

    return _run(x, block, heads, layer, cache, merge=merge)


def attention_replaces_the_row(x, block, heads, layer, cache):
    """The output of attention takes the place of x instead of being added to it.

    Every part of a block adds to the row that runs through it. Look at step 4 of the recipe.
    """
    x = _attended(x, block, heads, layer, cache, rms(x, block["n1"]))
    return x + mlp(rms(x, block["n2"]), block["up"], block["down"])


def mlp_replaces_the_row(x, block, heads, layer, cache):
    """The output of the MLP takes the place of x instead of being added to it.

    Every part of a block adds to the row that runs through it. Look at step 5 of the recipe.
    """
    x = x + _attended(x, block, heads, layer, cache, rms(x, block["n1"]))
    return mlp(rms(x, block["n2"]), block["up"], block["down"])


def mlp_left_out(x, block, heads, layer, cache):
    """The block ends after attention.

    Gathering from other positions is one half. The other half works on each position by itself: look at step 5.
    """
    return x + _attended(x, block, heads, layer, cache, rms(x, block["n1"]))


def mlp_of_the_row_before(x, block, heads, layer, cache):
    """The MLP gets the row as it was before attention.

    Some models compute both side by side, but not this one: here the MLP works on what attention has gathered.
    """
    attended = _attended(x, block, heads, layer, cache, rms(x, block["n1"]))
    return x + attended + mlp(rms(x, block["n2"]), block["up"], block["down"])


def normalized_row_goes_on(x, block, heads, layer, cache):
    """The normalized row runs on through the block, and x is lost.

    Each part reads the normalized row, but adds its result to x as it was.
    """
    x = rms(x, block["n1"])
    x = x + _attended(x, block, heads, layer, cache, x)
    x = rms(x, block["n2"])
    return x + mlp(x, block["up"], block["down"])


def normalized_row_goes_on__as_far_as_the_mlp(x, block, heads, layer, cache):
    """The same before attention only."""
    x = rms(x, block["n1"])
    x = x + _attended(x, block, heads, layer, cache, x)
    return x + mlp(rms(x, block["n2"]), block["up"], block["down"])


def first_normalization_missing(x, block, heads, layer, cache):
    """Attention reads x without normalization.

    Each part of the block reads a normalized row. Look for `n1` in the recipe.
    """
    x = x + _attended(x, block, heads, layer, cache, x)
    return x + mlp(rms(x, block["n2"]), block["up"], block["down"])


def second_normalization_missing(x, block, heads, layer, cache):
    """The MLP reads x without normalization.

    Each part of the block reads a normalized row. Look for `n2` in the recipe.
    """
    x = x + _attended(x, block, heads, layer, cache, rms(x, block["n1"]))
    return x + mlp(x, block["up"], block["down"])


def same_weights_for_both_normalizations(x, block, heads, layer, cache):
    """Both normalizations use the weights `n1`.

    The two parts of a block read the row in scales of their own.
    """
    x = x + _attended(x, block, heads, layer, cache, rms(x, block["n1"]))
    return x + mlp(rms(x, block["n1"]), block["up"], block["down"])


def changes_its_input(x, block, heads, layer, cache):
    """The rows that were given are changed.

    `x += ...` writes into the array of the caller. `x = x + ...` makes a new one.
    """
    result = _run_block(x, block, heads, layer, cache)
    x[:] = result
    return result


def scores_divided_by_the_root_of_d(x, block, heads, layer, cache):
    """The scores are divided by √d, the width of a row.

    A query of one head has only d_head numbers, and the scores grow with those. `attend` divides by √d_head by itself.
    """

    def look(cache, layer, q, k, v, past):
        cache.append(layer, rope(k, past), v)
        return attend(rope(q, past) / np.sqrt(heads), *cache.get(layer))

    return _run(x, block, heads, layer, cache, look)


def appended_one_by_one(x, block, heads, layer, cache):
    """`append` is called once for each new position.

    The result is the same, but every call costs time, and a cache may copy what it holds each time. Append all T
    positions at once.
    """

    def look(cache, layer, q, k, v, past):
        k = rope(k, past)
        for t in range(k.shape[1]):
            cache.append(layer, k[:, t : t + 1], v[:, t : t + 1])
        return attend(rope(q, past), *cache.get(layer))

    return _run(x, block, heads, layer, cache, look)


def length_read_from_get(x, block, heads, layer, cache):
    """`get` is called before `append` as well, to see how long the text is.

    It returns all keys and values, only for their number. `cache.length` has that number.
    """
    cache.get(layer)
    return _run(x, block, heads, layer, cache)
