def kv_bytes(layers, kv_heads, d_head, positions, bytes_per_number=16, batch=1):
    """KV cache size calculator. precision in bits (32, 16, 8)"""
    precision_bytes = bytes_per_number / 8
    # 2 for K and V
    total = 2 * batch * positions * layers * kv_heads * d_head * precision_bytes
    return total / 1024**3
