def price(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    return (n_in * in_per_M + n_out * out_per_M) / 1e6  # TODO: the cache


def output_share(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    return n_out * out_per_M / 1e6 / price(n_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M)
