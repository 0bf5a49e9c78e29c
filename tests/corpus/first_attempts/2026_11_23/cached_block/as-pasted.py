import numpy as np


def rms(x, weight):
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * weight


def mlp(x, up, down):
    return np.maximum(x @ up, 0) ** 2 @ down


def apply_rotary_emb(x, start_pos, theta=10000.0):
    # x: (heads, T, head_dim), as in meta-llama/llama model.py
    dim, seqlen = x.shape[-1], x.shape[-2]
    freqs = 1.0 / theta ** (np.arange(0, dim, 2)[: dim // 2] / dim)
    t = np.arange(start_pos, start_pos + seqlen)
    freqs_cis = np.exp(1j * np.outer(t, freqs))
    x_ = x[..., 0::2] + 1j * x[..., 1::2]  # view_as_complex
    y = x_ * freqs_cis
    out = np.empty_like(x)
    out[..., 0::2] = y.real
    out[..., 1::2] = y.imag
    return out


def run_block(x, block, heads, layer, cache):
    seqlen, dim = x.shape
    head_dim = dim // heads
    start_pos = cache.length
    xq, xk, xv = np.split(rms(x, block["n1"]) @ block["qkv"], 3, axis=-1)
    xq = xq.reshape(seqlen, heads, head_dim).swapaxes(0, 1)
    xk = xk.reshape(seqlen, heads, head_dim).swapaxes(0, 1)
    xv = xv.reshape(seqlen, heads, head_dim).swapaxes(0, 1)
    xq = apply_rotary_emb(xq, start_pos)
    xk = apply_rotary_emb(xk, start_pos)
    cache.append(layer, xk, xv)
    keys, values = cache.get(layer)
    scores = xq @ keys.swapaxes(1, 2) / np.sqrt(head_dim)
    if seqlen > 1:
        mask = np.triu(np.full((seqlen, seqlen), float("-inf")), k=1)
        mask = np.hstack([np.zeros((seqlen, keys.shape[1] - seqlen)), mask])
        scores = scores + mask
    scores = np.exp(scores - scores.max(-1, keepdims=True))
    scores = scores / scores.sum(-1, keepdims=True)
    output = (scores @ values).swapaxes(0, 1).reshape(seqlen, dim)
    h = x + output @ block["o"]
    return h + mlp(rms(h, block["n2"]), block["up"], block["down"])
