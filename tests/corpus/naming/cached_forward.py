"""Wrong versions of the cached forward pass, as learners write them."""
import numpy as np
from cached_block import run_block
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


def first_layer_only(params, ids, cache):
    """Computes from the first layer only, but fills all.

    makes: first_block_only
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


def probabilities(params, ids, cache):
    """Returns probabilities.

    makes: probabilities_instead_of_logits
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


def first_is_zero(params, ids, cache):
    """Rotates from position 0 each time.

    makes: nothing listed
    """
    x, heads = params["emb"][np.array(ids)], params["heads"]
    for layer, w in enumerate(params["layers"]):
        q, k, v = (_heads(part, heads) for part in np.split(rms(x, w["n1"]) @ w["qkv"], 3, axis=1))
        cache.append(layer, rope(k, 0), v)
        keys, values = cache.get(layer)
        x = x + _rows(attend(rope(q, 0), keys, values)) @ w["o"]
        x = x + mlp(rms(x, w["n2"]), w["up"], w["down"])
    return rms(x, params["nf"]) @ params["emb"].T


def unit_rows(params, ids, cache):
    """Divides the last rows by their length in place of the given normalization.

    makes: nothing listed
    """
    x = params["emb"][ids]
    for layer, block in enumerate(params["layers"]):
        x = run_block(x, block, params["heads"], layer, cache)
    return x / np.linalg.norm(x, axis=-1, keepdims=True) * params["nf"] @ params["emb"].T


def embedding_added_again(params, ids, cache):
    """Adds the embeddings once more at the end, as a last residual connection.

    makes: nothing listed
    """
    x = start = params["emb"][ids]
    for layer, block in enumerate(params["layers"]):
        x = run_block(x, block, params["heads"], layer, cache)
    return rms(x + start, params["nf"]) @ params["emb"].T


def blocks_beside_each_other(params, ids, cache):
    """Gives every block the embeddings and adds up what they return.

    makes: nothing listed
    """
    x = params["emb"][ids]
    total = sum(run_block(x, w, params["heads"], n, cache) for n, w in enumerate(params["layers"]))
    return rms(total, params["nf"]) @ params["emb"].T


def always_the_embedding(params, ids, cache):
    """Looks the tokens up inside the loop.

    makes: blocks_not_chained
    """
    for number in range(len(params["layers"])):
        x = np.array([params["emb"][token] for token in ids])
        x = run_block(x, params["layers"][number], params["heads"], number, cache)
    return rms(x, params["nf"]) @ np.transpose(params["emb"])


def no_last_norm(params, ids, cache):
    """The last rms is left out: the logits come straight from the blocks.

    makes: last_normalisation_missing
    """
    from cached_block import run_block
    h = np.stack([params["emb"][token] for token in ids])
    for number in range(len(params["layers"])):
        h = run_block(h, params["layers"][number], params["heads"], number, cache)
    return np.einsum("td,vd->tv", h, params["emb"])


def one_row_at_a_time(params, ids, cache):
    """Feeds the tokens one after the other, so append and get are called once for each of them.

    makes: one_token_after_the_other
    """
    from cached_block import run_block
    table, rows = params["emb"], []
    for token in ids:
        x = table[[token]]
        for number, block in enumerate(params["layers"]):
            x = run_block(x, block, params["heads"], number, cache)
        rows.append(rms(x, params["nf"]) @ table.T)
    return np.concatenate(rows)
