"""Known wrong answers to how many output tokens cost as much as the whole input."""


def multiplied(n_in, in_per_M, out_per_M):
    """The length was multiplied by the ratio of the prices.

    An output token costs more, so fewer of them reach the same price. Which way does your number go?
    """
    return round(n_in * out_per_M / in_per_M)


def prices_left_out(n_in):
    """This is as many tokens as the input has.

    They would cost more than the input, since the price of an output token is higher. By how much is it higher?
    """
    return n_in


def difference_of_the_prices(n_in, in_per_M, out_per_M):
    """The length was divided by how much more an output token costs, taken as a difference.

    Ask how many input tokens one output token pays for. That is a ratio.
    """
    return round(n_in / (out_per_M - in_per_M))


def one_part_too_many(n_in, in_per_M, out_per_M):
    """The length was divided by one more than the ratio.

    That would be right if input and output were to share the tokens of the input. The input stays as long as it is.
    """
    return round(n_in / (out_per_M / in_per_M + 1))


def price_of_the_output_only(n_in, out_per_M):
    """The length was divided by the price of an output token alone.

    The price of an input token matters as well: compare the two prices.
    """
    return round(n_in / out_per_M)
