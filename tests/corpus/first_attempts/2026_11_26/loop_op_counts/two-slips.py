def op_counts(P, N):
    naive_positions = cached_positions = naive_pairs = cached_pairs = 0
    for n in range(N):
        L = P + n + 1
        naive_positions += L
        naive_pairs += L * (L + 1) // 2
        if n == 0:
            cached_positions += P
            cached_pairs += P * (P + 1) // 2
        else:
            cached_positions += 1
            cached_pairs += 1
    return naive_positions, cached_positions, naive_pairs, cached_pairs
