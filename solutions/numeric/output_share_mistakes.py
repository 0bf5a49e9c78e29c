"""Known wrong answers to which part of a call's price is for the output."""

from ..cost.price_of_a_call import output_share as _output_share


def share_of_the_tokens(n_in, n_out):
    """This is the output's share of the tokens, and not of the money.

    An output token costs more than an input token, so the two shares differ. Work out both prices first.
    """
    return n_out / (n_in + n_out)


def share_of_the_input(n_in, n_out, in_per_M, out_per_M):
    """This is the share of the input.

    The two shares add up to 1. Which one does the question want?
    """
    return 1 - _output_share(n_in, n_out, in_per_M, out_per_M)


def compared_with_the_input(n_in, n_out, in_per_M, out_per_M):
    """The price of the output was divided by the price of the input.

    A share compares a part with the whole, and the whole is both together.
    """
    share = _output_share(n_in, n_out, in_per_M, out_per_M)
    return share / (1 - share)


def prices_exchanged(n_in, n_out, in_per_M, out_per_M):
    """The two prices were exchanged.

    The higher price belongs to the tokens that the model writes.
    """
    return _output_share(n_in, n_out, out_per_M, in_per_M)


def share_of_the_prices(in_per_M, out_per_M):
    """The prices of a million tokens were compared, without asking how many tokens there are.

    Expensive tokens can be cheap in total, if they are few. Multiply each price by its number of tokens.
    """
    return out_per_M / (in_per_M + out_per_M)
