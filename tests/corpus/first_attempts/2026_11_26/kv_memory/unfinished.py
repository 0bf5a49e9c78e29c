def kv_bytes(layers, kv_heads, d_head, positions, bytes_per_number, batch=1):
    per_position = layers * kv_heads * d_head * bytes_per_number
    return per_position * positions  # TODO: batch
