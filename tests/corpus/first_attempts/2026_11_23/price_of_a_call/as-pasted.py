MTOK = 1_000_000


def price(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    # usage.input_tokens, usage.cache_read_input_tokens, usage.output_tokens
    input_cost = n_in / MTOK * in_per_M
    cache_read_cost = cached_in / MTOK * cached_per_M
    output_cost = n_out / MTOK * out_per_M
    return input_cost + cache_read_cost + output_cost


def output_share(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    total = price(n_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M)
    if total == 0:
        return 0.0
    return n_out / MTOK * out_per_M / total
