"""Wrong versions of one block with a cache, as learners write them."""

import numpy as np
from causal_attention import attend


def rms(x, weight):
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * weight


def rope(x, first):
    half = x.shape[-1] // 2
    angles = np.outer(np.arange(first, first + x.shape[-2]), 10000.0 ** (-np.arange(half) / half))
    a, b = x[..., :half], x[..., half:]
    return np.concatenate([a * np.cos(angles) - b * np.sin(angles), a * np.sin(angles) + b * np.cos(angles)], -1)


def mlp(x, up, down):
    return np.maximum(x @ up, 0) ** 2 @ down


def _heads(x, heads):
    """Cut (T, d) into (heads, T, d_head)."""
    return np.stack(np.split(x, heads, axis=1))


def _rows(mixed):
    return np.concatenate(list(mixed), axis=1)


def _attend_by_hand(q, k, v, sees):
    out = np.zeros((q.shape[0], q.shape[1], v.shape[2]))
    for h in range(q.shape[0]):
        for t in range(q.shape[1]):
            n = sees(t)
            scores = k[h, :n] @ q[h, t] / np.sqrt(q.shape[2])
            e = np.exp(scores - scores.max())
            out[h, t] = e / e.sum() @ v[h, :n]
    return out


def first_is_zero(x, block, heads, layer, cache):
    """Rotates from position 0 each time.

    makes: positions_restart_at_0
    """
    q, k, v = (_heads(part, heads) for part in np.split(rms(x, block["n1"]) @ block["qkv"], 3, axis=1))
    cache.append(layer, rope(k, 0), v)
    keys, values = cache.get(layer)
    x = x + _rows(attend(rope(q, 0), keys, values)) @ block["o"]
    x = x + mlp(rms(x, block["n2"]), block["up"], block["down"])
    return x


def one_place_further(x, block, heads, layer, cache):
    """Rotates from length + 1.

    makes: positions_counted_from_1
    """
    first = cache.length + 1
    q, k, v = (_heads(part, heads) for part in np.split(rms(x, block["n1"]) @ block["qkv"], 3, axis=1))
    cache.append(layer, rope(k, first), v)
    keys, values = cache.get(layer)
    x = x + _rows(attend(rope(q, first), keys, values)) @ block["o"]
    x = x + mlp(rms(x, block["n2"]), block["up"], block["down"])
    return x


def all_keys_for_all(x, block, heads, layer, cache):
    """Has no mask.

    makes: no_mask
    """
    first = cache.length
    q, k, v = (_heads(part, heads) for part in np.split(rms(x, block["n1"]) @ block["qkv"], 3, axis=1))
    cache.append(layer, rope(k, first), v)
    keys, values = cache.get(layer)
    mixed = _attend_by_hand(rope(q, first), keys, values, lambda t: keys.shape[1])
    x = x + _rows(mixed) @ block["o"]
    x = x + mlp(rms(x, block["n2"]), block["up"], block["down"])
    return x


def only_new_keys(x, block, heads, layer, cache):
    """Attends to the new keys.

    makes: filled_but_not_read
    """
    first = cache.length
    q, k, v = (_heads(part, heads) for part in np.split(rms(x, block["n1"]) @ block["qkv"], 3, axis=1))
    k, q = rope(k, first), rope(q, first)
    cache.append(layer, k, v)
    cache.get(layer)
    x = x + _rows(_attend_by_hand(q, k, v, lambda t: t + 1)) @ block["o"]
    x = x + mlp(rms(x, block["n2"]), block["up"], block["down"])
    return x


def raw_keys(x, block, heads, layer, cache):
    """Forgets to rotate the keys.

    makes: keys_stored_before_rotation
    """
    first = cache.length
    q, k, v = (_heads(part, heads) for part in np.split(rms(x, block["n1"]) @ block["qkv"], 3, axis=1))
    cache.append(layer, k, v)
    keys, values = cache.get(layer)
    x = x + _rows(attend(rope(q, first), keys, values)) @ block["o"]
    x = x + mlp(rms(x, block["n2"]), block["up"], block["down"])
    return x


def raw_queries(x, block, heads, layer, cache):
    """Forgets to rotate the queries.

    makes: queries_not_rotated
    """
    first = cache.length
    q, k, v = (_heads(part, heads) for part in np.split(rms(x, block["n1"]) @ block["qkv"], 3, axis=1))
    cache.append(layer, rope(k, first), v)
    keys, values = cache.get(layer)
    x = x + _rows(attend(q, keys, values)) @ block["o"]
    x = x + mlp(rms(x, block["n2"]), block["up"], block["down"])
    return x


def no_second_addition(x, block, heads, layer, cache):
    """Replaces x by what the MLP gives.

    makes: mlp_replaces_the_row
    """
    first = cache.length
    q, k, v = (_heads(part, heads) for part in np.split(rms(x, block["n1"]) @ block["qkv"], 3, axis=1))
    cache.append(layer, rope(k, first), v)
    keys, values = cache.get(layer)
    x = x + _rows(attend(rope(q, first), keys, values)) @ block["o"]
    x = mlp(rms(x, block["n2"]), block["up"], block["down"])
    return x


def mlp_forgotten(x, block, heads, layer, cache):
    """Leaves the MLP out.

    makes: mlp_left_out
    """
    first = cache.length
    q, k, v = (_heads(part, heads) for part in np.split(rms(x, block["n1"]) @ block["qkv"], 3, axis=1))
    cache.append(layer, rope(k, first), v)
    keys, values = cache.get(layer)
    x = x + _rows(attend(rope(q, first), keys, values)) @ block["o"]
    return x


def wrong_weight(x, block, heads, layer, cache):
    """Takes n1 for both normalizations.

    makes: same_weights_for_both_normalizations
    """
    first = cache.length
    q, k, v = (_heads(part, heads) for part in np.split(rms(x, block["n1"]) @ block["qkv"], 3, axis=1))
    cache.append(layer, rope(k, first), v)
    keys, values = cache.get(layer)
    x = x + _rows(attend(rope(q, first), keys, values)) @ block["o"]
    x = x + mlp(rms(x, block["n1"]), block["up"], block["down"])
    return x


def not_normalised_before_attention(x, block, heads, layer, cache):
    """Does not normalize before attention.

    makes: first_normalization_missing
    """
    first = cache.length
    q, k, v = (_heads(part, heads) for part in np.split(x @ block["qkv"], 3, axis=1))
    cache.append(layer, rope(k, first), v)
    keys, values = cache.get(layer)
    x = x + _rows(attend(rope(q, first), keys, values)) @ block["o"]
    x = x + mlp(rms(x, block["n2"]), block["up"], block["down"])
    return x


def keys_first(x, block, heads, layer, cache):
    """Takes the parts of qkv in the order k, q, v.

    makes: nothing listed
    """
    first = cache.length
    k, q, v = (_heads(part, heads) for part in np.split(rms(x, block["n1"]) @ block["qkv"], 3, axis=1))
    cache.append(layer, rope(k, first), v)
    keys, values = cache.get(layer)
    x = x + _rows(attend(rope(q, first), keys, values)) @ block["o"]
    x = x + mlp(rms(x, block["n2"]), block["up"], block["down"])
    return x


def queries_one_further(x, block, heads, layer, cache):
    """Rotates the queries one place further than the keys.

    makes: nothing listed
    """
    first = cache.length
    q, k, v = (_heads(part, heads) for part in np.split(rms(x, block["n1"]) @ block["qkv"], 3, axis=1))
    cache.append(layer, rope(k, first), v)
    keys, values = cache.get(layer)
    x = x + _rows(attend(rope(q, first + 1), keys, values)) @ block["o"]
    x = x + mlp(rms(x, block["n2"]), block["up"], block["down"])
    return x


def causal_only_without_a_past(x, block, heads, layer, cache):
    """Masks the prompt, and nothing once there is a past.

    makes: mask_only_for_the_prompt
    """
    start = cache.length
    T = len(x)
    qkv = (rms(x, block["n1"]) @ block["qkv"]).reshape(T, 3, heads, -1)
    q, k, v = (np.moveaxis(qkv[:, i], 1, 0) for i in range(3))
    cache.append(layer, rope(k, start), v)
    K, V = cache.get(layer)
    scores = rope(q, start) @ np.swapaxes(K, 1, 2) / np.sqrt(K.shape[-1])
    if start == 0:
        scores = np.where(np.tri(T, dtype=bool), scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    x = x + np.moveaxis(weights @ V, 0, 1).reshape(T, -1) @ block["o"]
    x = x + mlp(rms(x, block["n2"]), block["up"], block["down"])
    return x


def asks_the_cache_twice(x, block, heads, layer, cache):
    """Asks the cache for its length once for the keys and again for the queries, when the keys are in.

    makes: length_read_too_late
    """
    q, k, v = (_heads(part, heads) for part in np.split(rms(x, block["n1"]) @ block["qkv"], 3, axis=1))
    cache.append(layer, rope(k, cache.length), v)
    q = rope(q, cache.length)
    x = x + _rows(attend(q, *cache.get(layer))) @ block["o"]
    x = x + mlp(rms(x, block["n2"]), block["up"], block["down"])
    return x


def neighbours_rotated(x, block, heads, layer, cache):
    """Rotates pairs of neighbours, as another model does, instead of the two halves.

    makes: neighboring_columns_rotated
    """

    def turn(x, first):
        d = x.shape[-1]
        angle = np.outer(np.arange(first, first + x.shape[-2]), 10000.0 ** (-np.arange(0, d, 2) / d))
        out = np.empty_like(x)
        out[..., 0::2] = x[..., 0::2] * np.cos(angle) - x[..., 1::2] * np.sin(angle)
        out[..., 1::2] = x[..., 0::2] * np.sin(angle) + x[..., 1::2] * np.cos(angle)
        return out

    start = cache.length
    q, k, v = (_heads(part, heads) for part in np.split(rms(x, block["n1"]) @ block["qkv"], 3, axis=1))
    cache.append(layer, turn(k, start), v)
    x = x + _rows(attend(turn(q, start), *cache.get(layer))) @ block["o"]
    x = x + mlp(rms(x, block["n2"]), block["up"], block["down"])
    return x


def layers_share_the_cache(x, block, heads, layer, cache):
    """Forgets to pass the number of the layer on.

    makes: one_layer_for_all
    """
    past = cache.length
    q, k, v = (_heads(part, heads) for part in np.split(rms(x, block["n1"]) @ block["qkv"], 3, axis=1))
    cache.append(0, rope(k, past), v)
    x = x + _rows(attend(rope(q, past), *cache.get(0))) @ block["o"]
    x = x + mlp(rms(x, block["n2"]), block["up"], block["down"])
    return x


def view_without_a_transpose(x, block, heads, layer, cache):
    """Reshapes what the heads give without a transpose.

    makes: heads_not_put_side_by_side
    """
    past = cache.length
    T, d = x.shape
    qkv = (rms(x, block["n1"]) @ block["qkv"]).reshape(T, 3, heads, -1)
    q, k, v = qkv.transpose(1, 2, 0, 3)
    cache.append(layer, rope(k, past), v)
    attended = attend(rope(q, past), *cache.get(layer))
    x = x + attended.reshape(T, d) @ block["o"]
    x = x + mlp(rms(x, block["n2"]), block["up"], block["down"])
    return x


def root_of_the_row(x, block, heads, layer, cache):
    """Divides scores by the root of d.

    makes: scores_divided_by_the_root_of_d
    """
    first = cache.length
    q, k, v = (_heads(part, heads) for part in np.split(rms(x, block["n1"]) @ block["qkv"], 3, axis=1))
    cache.append(layer, rope(k, first), v)
    keys, values = cache.get(layer)
    x = x + _rows(attend(rope(q, first) * heads**-0.5, keys, values)) @ block["o"]
    return x + mlp(rms(x, block["n2"]), block["up"], block["down"])


def place_after_place(x, block, heads, layer, cache):
    """Appends position by position.

    makes: appended_one_by_one
    """
    first = cache.length
    q, k, v = (_heads(part, heads) for part in np.split(rms(x, block["n1"]) @ block["qkv"], 3, axis=1))
    for t, key in enumerate(rope(k, first).swapaxes(0, 1)):
        cache.append(layer, key[:, None], v[:, t : t + 1])
    x = x + _rows(attend(rope(q, first), *cache.get(layer))) @ block["o"]
    return x + mlp(rms(x, block["n2"]), block["up"], block["down"])


def counts_what_it_gets(x, block, heads, layer, cache):
    """Reads the length off the stored keys.

    makes: length_read_from_get
    """
    first = cache.get(layer)[0].shape[1]
    q, k, v = (_heads(part, heads) for part in np.split(rms(x, block["n1"]) @ block["qkv"], 3, axis=1))
    cache.append(layer, rope(k, first), v)
    x = x + _rows(attend(rope(q, first), *cache.get(layer))) @ block["o"]
    return x + mlp(rms(x, block["n2"]), block["up"], block["down"])


def _plain_heads(x, block, heads):
    q, k, v = (rms(x, block["n1"]) @ block["qkv"]).reshape(len(x), 3, heads, -1).transpose(1, 2, 0, 3)
    return q, k, v


def _side_by_side(parts, x):
    return parts.transpose(1, 0, 2).reshape(x.shape)


def turned_values(x, block, heads, layer, cache):
    """Rotates the values as well.

    makes: values_rotated
    """
    start = cache.length
    q, k, v = (rope(each, start) for each in _plain_heads(x, block, heads))
    cache.append(layer, k, v)
    keys, values = cache.get(layer)
    x = x + _side_by_side(attend(q, keys, values), x) @ block["o"]
    return x + mlp(rms(x, block["n2"]), block["up"], block["down"])


def both_at_once(x, block, heads, layer, cache):
    """Feeds the MLP with the rows from before attention.

    makes: mlp_of_the_row_before
    """
    start = cache.length
    q, k, v = _plain_heads(x, block, heads)
    cache.append(layer, rope(k, start), v)
    keys, values = cache.get(layer)
    mixed = _side_by_side(attend(rope(q, start), keys, values), x) @ block["o"]
    return x + mixed + mlp(rms(x, block["n2"]), block["up"], block["down"])


def looks_back_eight(x, block, heads, layer, cache):
    """Lets each position see only itself and the seven before it.

    makes: nothing listed
    """
    start = cache.length
    q, k, v = _plain_heads(x, block, heads)
    cache.append(layer, rope(k, start), v)
    keys, values = cache.get(layer)
    q = rope(q, start)
    place = start + np.arange(len(x))[:, None]
    at = np.arange(keys.shape[1])
    scores = q @ keys.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    scores = np.where((at <= place) & (at > place - 8), scores, -np.inf)
    w = np.exp(scores - scores.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    x = x + _side_by_side(w @ values, x) @ block["o"]
    return x + mlp(rms(x, block["n2"]), block["up"], block["down"])


def heads_then_parts(x, block, heads, layer, cache):
    """Takes the columns head by head, each with its query, key and value.

    makes: heads_split_in_the_wrong_order
    """
    start = cache.length
    qkv = (rms(x, block["n1"]) @ block["qkv"]).reshape(len(x), heads, 3, -1)
    q, k, v = (qkv[:, :, part].swapaxes(0, 1) for part in range(3))
    cache.append(layer, rope(k, start), v)
    keys, values = cache.get(layer)
    x = x + _side_by_side(attend(rope(q, start), keys, values), x) @ block["o"]
    return x + mlp(rms(x, block["n2"]), block["up"], block["down"])


def stream_scaled(x, block, heads, layer, cache):
    """Adds the product of attention to the normalized rows.

    makes: normalized_row_goes_on
    """
    start = cache.length
    q, k, v = _plain_heads(x, block, heads)
    cache.append(layer, rope(k, start), v)
    keys, values = cache.get(layer)
    x = rms(x, block["n1"]) + _side_by_side(attend(rope(q, start), keys, values), x) @ block["o"]
    return x + mlp(rms(x, block["n2"]), block["up"], block["down"])


def plain_relu(x, block, heads, layer, cache):
    """Writes the MLP again, and forgets the square.

    makes: nothing listed
    """
    start = cache.length
    q, k, v = _plain_heads(x, block, heads)
    cache.append(layer, rope(k, start), v)
    keys, values = cache.get(layer)
    x = x + _side_by_side(attend(rope(q, start), keys, values), x) @ block["o"]
    return x + np.maximum(rms(x, block["n2"]) @ block["up"], 0) @ block["down"]


def sum_of_input_and_mlp(x, block, heads, layer, cache):
    """Keeps the row after attention only for the MLP.

    makes: mlp_added_to_the_input
    """
    q, k, v = (_heads(part, heads) for part in np.hsplit(rms(x, block["n1"]) @ block["qkv"], 3))
    start = cache.length
    cache.append(layer, rope(k, start), v)
    keys, values = cache.get(layer)
    after = _rows(_attend_by_hand(rope(q, start), keys, values, lambda t: start + t + 1)) @ block["o"]
    after += x
    return mlp(rms(after, block["n2"]), block["up"], block["down"]) + x
