"""Typical wrong versions of the price of a call and of the output's share."""

from .price_of_a_call import output_share as _output_share
from .price_of_a_call import price as _price


def per_thousand(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """The prices are taken to be per thousand tokens.

    Some price sheets are, and the result is a thousand times too high here. The M in the names stands for a million.
    """
    return 1000 * _price(n_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M)


def per_token(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """The prices are taken to be per token.

    Three products are added up, and the sum is a million times too high. The prices are for a million tokens; where
    does that number come in?
    """
    return (n_in - cached_in) * in_per_M + cached_in * cached_per_M + n_out * out_per_M


def only_the_output_divided(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Only the last product is divided by a million.

    A division comes before an addition, so `a + b / c` divides b alone. Put the sum in brackets.
    """
    return (n_in - cached_in) * in_per_M + cached_in * cached_per_M + n_out * out_per_M / 1e6


def input_free(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Only the output is paid for.

    Many believe that input costs nothing. With a long prompt that is far from true: the input can be nearly the whole
    bill. Every kind of token has its price.
    """
    return _price(0, n_out, in_per_M, out_per_M)


def input_price_for_all(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """All tokens cost what an input token costs.

    Output tokens have a price of their own, mostly a higher one, since they have to be made one after the other.
    """
    return _price(n_in, n_out, in_per_M, in_per_M, cached_in, in_per_M)


def input_price_for_output(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """The output is charged at the input's price.

    The other two kinds are right. By which price do you multiply the output tokens?
    """
    return _price(n_in, n_out, in_per_M, in_per_M, cached_in, cached_per_M)


def prices_exchanged(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Input is charged at the output's price, and output at the input's.

    Compare the order of the arguments with the products: `n_in` belongs to `in_per_M`, `n_out` to `out_per_M`.
    """
    return _price(n_in, n_out, out_per_M, in_per_M, cached_in, cached_per_M)


def cached_paid_twice(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Tokens from the cache are paid for at the full price and once more at the price of the cache.

    They are part of `n_in`. Subtract them before you charge the rest at the full price.
    """
    return _price(n_in + cached_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M)


def cached_free(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Tokens from the cache cost nothing.

    They are cheaper, not free, unless their price is 0. They are a kind of their own, with a price of its own.
    """
    return _price(n_in - cached_in, n_out, in_per_M, out_per_M)


def cache_ignored(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """All input tokens cost the full price, whether they come from the cache or not.

    The last two arguments change nothing. Split the input in two: with the cache and without it.
    """
    return _price(n_in, n_out, in_per_M, out_per_M)


def input_paid_for_each_output_token(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """The whole input is paid for again with every output token.

    It is true that every new token looks at the whole prompt. But the prompt goes in once, and is billed once.
    """
    whole_input = _price(n_in, 0, in_per_M, out_per_M, cached_in, cached_per_M)
    return whole_input * n_out + _price(0, n_out, in_per_M, out_per_M)


def rounded_to_hundredths(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """The price is rounded, to hundredths or so.

    A single call often costs less than a hundredth, and a million such calls would be free. Round the sum of the month,
    not its parts.
    """
    return _rounded_to(2)(n_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M)


def _rounded_to(decimals):
    return lambda *args, **kwargs: round(_price(*args, **kwargs), decimals)


rounded_to_hundredths__three_decimals = _rounded_to(3)
rounded_to_hundredths__four_decimals = _rounded_to(4)
rounded_to_hundredths__six_decimals = _rounded_to(6)


def whole_division(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """The division drops the decimals.

    The operator `//` gives whole coins, and most calls cost less than one. Look at the last operator.
    """
    return ((n_in - cached_in) * in_per_M + cached_in * cached_per_M + n_out * out_per_M) // 1e6


def output_share__of_the_tokens(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """The share is that of the tokens, not of the money.

    A third of the tokens can be two thirds of the bill. Compare costs, not counts.
    """
    return n_out / (n_in + n_out) if n_in + n_out else 0.0


def output_share__of_the_input(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """The result is the share of the input.

    It is 1 minus the output's share. Which of the three costs is the numerator?
    """
    is_free = _price(n_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M) == 0
    return 0.0 if is_free else 1.0 - _output_share(n_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M)


def output_share__in_percent(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """The share is given in percent.

    The number is right apart from a factor of 100. The task wants a share from 0 to 1.
    """
    return 100 * _output_share(n_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M)


def output_share__against_the_input(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """The cost of the output is divided by the cost of the input.

    That is a ratio of two parts, and it can exceed 1. A share compares a part with the whole.
    """
    cost_in = _price(n_in, 0, in_per_M, out_per_M, cached_in, cached_per_M)
    return _price(0, n_out, in_per_M, out_per_M) / cost_in if cost_in else 0.0


def output_share__ignores_the_cache(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """The tokens from the cache are counted at the full price.

    The cache makes the whole call cheaper, so the output's share grows. Perhaps you do not pass on the last two
    arguments.
    """
    return _output_share(n_in, n_out, in_per_M, out_per_M)


def output_share__in_coins(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """The result is what the output costs.

    It is one half of the answer. A share says how large that is compared with the whole price.
    """
    return _price(0, n_out, in_per_M, out_per_M)


def output_share__fails_where_all_is_free(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """For a call that costs nothing, the division fails with a ZeroDivisionError.

    0 of 0 is no share of anything. The rules say what to return if the whole call costs nothing. Look at the total
    before you divide.
    """
    if _price(n_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M) == 0:
        raise ZeroDivisionError
    return _output_share(n_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M)


def output_share__fails_where_all_is_free__but_not_without_output(
    n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0
):
    """A call without any output is looked at first."""
    if n_out and _price(n_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M) == 0:
        raise ZeroDivisionError
    return _output_share(n_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M)
