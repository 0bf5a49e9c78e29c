def op_counts(P, N):
    # without KV cache: each step recomputes the full attention matrix (seq_len x seq_len)
    tokens_no_cache = 0
    attn_no_cache = 0
    for step in range(N):
        seq_len = P + step
        tokens_no_cache += seq_len
        attn_no_cache += seq_len * seq_len
    # with KV cache: prefill P x P, then one query row per step
    tokens_cache = P + (N - 1)
    attn_cache = P * P + sum(P + step for step in range(1, N))
    return tokens_no_cache, tokens_cache, attn_no_cache, attn_cache
