"""Wrong versions of the cached forward pass, as learners write them."""
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


def first_is_zero(params, ids, cache):
    """Rotates from position 0 each time.

    makes: positions_restart_at_0
    """
    x, heads = params["emb"][np.array(ids)], params["heads"]
    for layer, w in enumerate(params["layers"]):
        q, k, v = (_heads(part, heads) for part in np.split(rms(x, w["n1"]) @ w["qkv"], 3, axis=1))
        cache.append(layer, rope(k, 0), v)
        keys, values = cache.get(layer)
        x = x + _rows(attend(rope(q, 0), keys, values)) @ w["o"]
        x = x + mlp(rms(x, w["n2"]), w["up"], w["down"])
    return rms(x, params["nf"]) @ params["emb"].T


def one_place_further(params, ids, cache):
    """Rotates from length + 1.

    makes: positions_counted_from_1
    """
    first = cache.length + 1
    x, heads = params["emb"][np.array(ids)], params["heads"]
    for layer, w in enumerate(params["layers"]):
        q, k, v = (_heads(part, heads) for part in np.split(rms(x, w["n1"]) @ w["qkv"], 3, axis=1))
        cache.append(layer, rope(k, first), v)
        keys, values = cache.get(layer)
        x = x + _rows(attend(rope(q, first), keys, values)) @ w["o"]
        x = x + mlp(rms(x, w["n2"]), w["up"], w["down"])
    return rms(x, params["nf"]) @ params["emb"].T


def all_keys_for_all(params, ids, cache):
    """Has no mask.

    makes: no_mask
    """
    first = cache.length
    x, heads = params["emb"][np.array(ids)], params["heads"]
    for layer, w in enumerate(params["layers"]):
        q, k, v = (_heads(part, heads) for part in np.split(rms(x, w["n1"]) @ w["qkv"], 3, axis=1))
        cache.append(layer, rope(k, first), v)
        keys, values = cache.get(layer)
        mixed = _attend_by_hand(rope(q, first), keys, values, lambda t: keys.shape[1])
        x = x + _rows(mixed) @ w["o"]
        x = x + mlp(rms(x, w["n2"]), w["up"], w["down"])
    return rms(x, params["nf"]) @ params["emb"].T


def only_new_keys(params, ids, cache):
    """Attends to the new keys.

    makes: filled_but_not_read
    """
    first = cache.length
    x, heads = params["emb"][np.array(ids)], params["heads"]
    for layer, w in enumerate(params["layers"]):
        q, k, v = (_heads(part, heads) for part in np.split(rms(x, w["n1"]) @ w["qkv"], 3, axis=1))
        k, q = rope(k, first), rope(q, first)
        cache.append(layer, k, v)
        cache.get(layer)
        x = x + _rows(_attend_by_hand(q, k, v, lambda t: t + 1)) @ w["o"]
        x = x + mlp(rms(x, w["n2"]), w["up"], w["down"])
    return rms(x, params["nf"]) @ params["emb"].T


def raw_keys(params, ids, cache):
    """Forgets to rotate the keys.

    makes: keys_stored_before_rotation
    """
    first = cache.length
    x, heads = params["emb"][np.array(ids)], params["heads"]
    for layer, w in enumerate(params["layers"]):
        q, k, v = (_heads(part, heads) for part in np.split(rms(x, w["n1"]) @ w["qkv"], 3, axis=1))
        cache.append(layer, k, v)
        keys, values = cache.get(layer)
        x = x + _rows(attend(rope(q, first), keys, values)) @ w["o"]
        x = x + mlp(rms(x, w["n2"]), w["up"], w["down"])
    return rms(x, params["nf"]) @ params["emb"].T


def raw_queries(params, ids, cache):
    """Forgets to rotate the queries.

    makes: queries_not_rotated
    """
    first = cache.length
    x, heads = params["emb"][np.array(ids)], params["heads"]
    for layer, w in enumerate(params["layers"]):
        q, k, v = (_heads(part, heads) for part in np.split(rms(x, w["n1"]) @ w["qkv"], 3, axis=1))
        cache.append(layer, rope(k, first), v)
        keys, values = cache.get(layer)
        x = x + _rows(attend(q, keys, values)) @ w["o"]
        x = x + mlp(rms(x, w["n2"]), w["up"], w["down"])
    return rms(x, params["nf"]) @ params["emb"].T


def newest_row(params, ids, cache):
    """Returns the last row.

    makes: last_row_only
    """
    first = cache.length
    x, heads = params["emb"][np.array(ids)], params["heads"]
    for layer, w in enumerate(params["layers"]):
        q, k, v = (_heads(part, heads) for part in np.split(rms(x, w["n1"]) @ w["qkv"], 3, axis=1))
        cache.append(layer, rope(k, first), v)
        keys, values = cache.get(layer)
        x = x + _rows(attend(rope(q, first), keys, values)) @ w["o"]
        x = x + mlp(rms(x, w["n2"]), w["up"], w["down"])
    return params["emb"] @ rms(x[-1], params["nf"])


def no_second_addition(params, ids, cache):
    """Replaces x by what the MLP gives.

    makes: nothing listed
    """
    first = cache.length
    x, heads = params["emb"][np.array(ids)], params["heads"]
    for layer, w in enumerate(params["layers"]):
        q, k, v = (_heads(part, heads) for part in np.split(rms(x, w["n1"]) @ w["qkv"], 3, axis=1))
        cache.append(layer, rope(k, first), v)
        keys, values = cache.get(layer)
        x = x + _rows(attend(rope(q, first), keys, values)) @ w["o"]
        x = mlp(rms(x, w["n2"]), w["up"], w["down"])
    return rms(x, params["nf"]) @ params["emb"].T


def mlp_forgotten(params, ids, cache):
    """Leaves the MLP out.

    makes: nothing listed
    """
    first = cache.length
    x, heads = params["emb"][np.array(ids)], params["heads"]
    for layer, w in enumerate(params["layers"]):
        q, k, v = (_heads(part, heads) for part in np.split(rms(x, w["n1"]) @ w["qkv"], 3, axis=1))
        cache.append(layer, rope(k, first), v)
        keys, values = cache.get(layer)
        x = x + _rows(attend(rope(q, first), keys, values)) @ w["o"]
    return rms(x, params["nf"]) @ params["emb"].T


def wrong_weight(params, ids, cache):
    """Takes n1 for both normalizations.

    makes: nothing listed
    """
    first = cache.length
    x, heads = params["emb"][np.array(ids)], params["heads"]
    for layer, w in enumerate(params["layers"]):
        q, k, v = (_heads(part, heads) for part in np.split(rms(x, w["n1"]) @ w["qkv"], 3, axis=1))
        cache.append(layer, rope(k, first), v)
        keys, values = cache.get(layer)
        x = x + _rows(attend(rope(q, first), keys, values)) @ w["o"]
        x = x + mlp(rms(x, w["n1"]), w["up"], w["down"])
    return rms(x, params["nf"]) @ params["emb"].T


def not_normalised_before_attention(params, ids, cache):
    """Does not normalize before attention.

    makes: nothing listed
    """
    first = cache.length
    x, heads = params["emb"][np.array(ids)], params["heads"]
    for layer, w in enumerate(params["layers"]):
        q, k, v = (_heads(part, heads) for part in np.split(x @ w["qkv"], 3, axis=1))
        cache.append(layer, rope(k, first), v)
        keys, values = cache.get(layer)
        x = x + _rows(attend(rope(q, first), keys, values)) @ w["o"]
        x = x + mlp(rms(x, w["n2"]), w["up"], w["down"])
    return rms(x, params["nf"]) @ params["emb"].T


def first_layer_only(params, ids, cache):
    """Computes from the first layer only, but fills all.

    makes: nothing listed
    """
    first = cache.length
    x, heads = params["emb"][np.array(ids)], params["heads"]
    result = None
    for layer, w in enumerate(params["layers"]):
        q, k, v = (_heads(part, heads) for part in np.split(rms(x, w["n1"]) @ w["qkv"], 3, axis=1))
        cache.append(layer, rope(k, first), v)
        keys, values = cache.get(layer)
        x = x + _rows(attend(rope(q, first), keys, values)) @ w["o"]
        x = x + mlp(rms(x, w["n2"]), w["up"], w["down"])
        if result is None:
            result = x
    return rms(result, params["nf"]) @ params["emb"].T


def keys_first(params, ids, cache):
    """Takes the parts of qkv in the order k, q, v.

    makes: nothing listed
    """
    first = cache.length
    x, heads = params["emb"][np.array(ids)], params["heads"]
    for layer, w in enumerate(params["layers"]):
        k, q, v = (_heads(part, heads) for part in np.split(rms(x, w["n1"]) @ w["qkv"], 3, axis=1))
        cache.append(layer, rope(k, first), v)
        keys, values = cache.get(layer)
        x = x + _rows(attend(rope(q, first), keys, values)) @ w["o"]
        x = x + mlp(rms(x, w["n2"]), w["up"], w["down"])
    return rms(x, params["nf"]) @ params["emb"].T


def probabilities(params, ids, cache):
    """Returns probabilities.

    makes: nothing listed
    """
    first = cache.length
    x, heads = params["emb"][np.array(ids)], params["heads"]
    for layer, w in enumerate(params["layers"]):
        q, k, v = (_heads(part, heads) for part in np.split(rms(x, w["n1"]) @ w["qkv"], 3, axis=1))
        cache.append(layer, rope(k, first), v)
        keys, values = cache.get(layer)
        x = x + _rows(attend(rope(q, first), keys, values)) @ w["o"]
        x = x + mlp(rms(x, w["n2"]), w["up"], w["down"])
    logits = rms(x, params["nf"]) @ params["emb"].T
    e = np.exp(logits - logits.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def queries_one_further(params, ids, cache):
    """Rotates the queries one place further than the keys.

    makes: nothing listed
    """
    first = cache.length
    x, heads = params["emb"][np.array(ids)], params["heads"]
    for layer, w in enumerate(params["layers"]):
        q, k, v = (_heads(part, heads) for part in np.split(rms(x, w["n1"]) @ w["qkv"], 3, axis=1))
        cache.append(layer, rope(k, first), v)
        keys, values = cache.get(layer)
        x = x + _rows(attend(rope(q, first + 1), keys, values)) @ w["o"]
        x = x + mlp(rms(x, w["n2"]), w["up"], w["down"])
    return rms(x, params["nf"]) @ params["emb"].T


def causal_only_without_a_past(params, ids, cache):
    """Masks the prompt, and nothing once there is a past.

    makes: mask_only_for_the_prompt
    """
    start = cache.length
    T, H = len(ids), params["heads"]
    h = params["emb"][list(ids)]
    for n, w in enumerate(params["layers"]):
        qkv = (rms(h, w["n1"]) @ w["qkv"]).reshape(T, 3, H, -1)
        q, k, v = (np.moveaxis(qkv[:, i], 1, 0) for i in range(3))
        cache.append(n, rope(k, start), v)
        K, V = cache.get(n)
        scores = rope(q, start) @ np.swapaxes(K, 1, 2) / np.sqrt(K.shape[-1])
        if start == 0:
            scores = np.where(np.tri(T, dtype=bool), scores, -np.inf)
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        h = h + np.moveaxis(weights @ V, 0, 1).reshape(T, -1) @ w["o"]
        h = h + mlp(rms(h, w["n2"]), w["up"], w["down"])
    return rms(h, params["nf"]) @ params["emb"].T


def asks_the_cache_twice(params, ids, cache):
    """Asks the cache for its length once for the keys and again for the queries, when the keys are in.

    makes: length_read_too_late
    """
    h, H = params["emb"][ids], params["heads"]
    for n, w in enumerate(params["layers"]):
        q, k, v = (_heads(part, H) for part in np.split(rms(h, w["n1"]) @ w["qkv"], 3, axis=1))
        cache.append(n, rope(k, cache.length), v)
        q = rope(q, cache.length)
        h = h + _rows(attend(q, *cache.get(n))) @ w["o"]
        h = h + mlp(rms(h, w["n2"]), w["up"], w["down"])
    return rms(h, params["nf"]) @ params["emb"].T


def neighbours_rotated(params, ids, cache):
    """Rotates pairs of neighbours, as another model does, instead of the two halves.

    makes: nothing listed
    """

    def turn(x, first):
        d = x.shape[-1]
        angle = np.outer(np.arange(first, first + x.shape[-2]), 10000.0 ** (-np.arange(0, d, 2) / d))
        out = np.empty_like(x)
        out[..., 0::2] = x[..., 0::2] * np.cos(angle) - x[..., 1::2] * np.sin(angle)
        out[..., 1::2] = x[..., 0::2] * np.sin(angle) + x[..., 1::2] * np.cos(angle)
        return out

    start = cache.length
    h, H = params["emb"][ids], params["heads"]
    for n, w in enumerate(params["layers"]):
        q, k, v = (_heads(part, H) for part in np.split(rms(h, w["n1"]) @ w["qkv"], 3, axis=1))
        cache.append(n, turn(k, start), v)
        h = h + _rows(attend(turn(q, start), *cache.get(n))) @ w["o"]
        h = h + mlp(rms(h, w["n2"]), w["up"], w["down"])
    return rms(h, params["nf"]) @ params["emb"].T


def layers_share_the_cache(params, ids, cache):
    """Forgets to pass the number of the layer on.

    makes: one_layer_for_all
    """
    past, x = cache.length, params["emb"][ids]
    for w in params["layers"]:
        q, k, v = (_heads(part, params["heads"]) for part in np.split(rms(x, w["n1"]) @ w["qkv"], 3, axis=1))
        cache.append(0, rope(k, past), v)
        x = x + _rows(attend(rope(q, past), *cache.get(0))) @ w["o"]
        x = x + mlp(rms(x, w["n2"]), w["up"], w["down"])
    return rms(x, params["nf"]) @ params["emb"].T


def view_without_a_transpose(params, ids, cache):
    """Reshapes what the heads give without a transpose.

    makes: heads_not_put_side_by_side
    """
    past, x = cache.length, params["emb"][ids]
    T, d = x.shape
    for i, w in enumerate(params["layers"]):
        qkv = (rms(x, w["n1"]) @ w["qkv"]).reshape(T, 3, params["heads"], -1)
        q, k, v = qkv.transpose(1, 2, 0, 3)
        cache.append(i, rope(k, past), v)
        attended = attend(rope(q, past), *cache.get(i))
        x = x + attended.reshape(T, d) @ w["o"]
        x = x + mlp(rms(x, w["n2"]), w["up"], w["down"])
    return rms(x, params["nf"]) @ params["emb"].T


def no_final_norm(params, ids, cache):
    """Multiplies with the embedding straight away.

    makes: last_normalisation_missing
    """
    first = cache.length
    h = params["emb"][ids]
    for layer, w in enumerate(params["layers"]):
        q, k, v = (_heads(part, params["heads"]) for part in np.split(rms(h, w["n1"]) @ w["qkv"], 3, axis=1))
        cache.append(layer, rope(k, first), v)
        h = h + _rows(attend(rope(q, first), *cache.get(layer))) @ w["o"]
        h = h + mlp(rms(h, w["n2"]), w["up"], w["down"])
    return h @ params["emb"].T
