def price(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    input_cost = n_in / 1_000_000 * in_per_M
    cached_cost = cached_in / 1_000_000 * cached_per_M
    output_cost = n_out / 1_000_000 * out_per_M
    return input_cost + cached_cost + output_cost


def output_share(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    total = price(n_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M)
    if total == 0:
        return 0.0
    return n_out / 1_000_000 * out_per_M / total
