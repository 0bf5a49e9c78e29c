def kv_bytes(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    """KV cache size = 2 * n_layers * n_kv_heads * head_dim * seq_len * precision (in GB)."""
    kv_cache_size = 2 * layers * kv_heads * d_head * positions * bytes_per_number
    return kv_cache_size / (1024**3)
