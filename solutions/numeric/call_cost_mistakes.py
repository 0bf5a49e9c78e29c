"""Known wrong answers to the price of a call."""

from ..cost.price_of_a_call import price as _price


def input_free(n_out, in_per_M, out_per_M):
    """Only the output was paid for.

    The input has a price, too. A long prompt can cost more than the answer.
    """
    return _price(0, n_out, in_per_M, out_per_M)


def output_free(n_in, in_per_M, out_per_M):
    """Only the input was paid for.

    There are two kinds of tokens, and each has its price.
    """
    return _price(n_in, 0, in_per_M, out_per_M)


def one_price_for_all(n_in, n_out, in_per_M):
    """The output was charged at the price of the input.

    Output tokens cost more, since each needs a pass of its own. Look up their price.
    """
    return _price(n_in, n_out, in_per_M, in_per_M)


def prices_exchanged(n_in, n_out, in_per_M, out_per_M):
    """The two prices were exchanged.

    The higher price belongs to the tokens that the model writes.
    """
    return _price(n_in, n_out, out_per_M, in_per_M)


def per_thousand(n_in, n_out, in_per_M, out_per_M):
    """The prices were taken for a thousand tokens.

    The result is a thousand times too high. How many tokens does a price buy here?
    """
    return 1000 * _price(n_in, n_out, in_per_M, out_per_M)


def average_price(n_in, n_out, in_per_M, out_per_M):
    """All tokens were charged at the average of the two prices.

    That would be right if there were as many tokens of one kind as of the other. Multiply each number by its own
    price.
    """
    average = (in_per_M + out_per_M) / 2
    return _price(n_in, n_out, average, average)
