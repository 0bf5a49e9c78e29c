"""Wrong versions of the price of a call and of the output's share, as learners write them."""


def _price(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    return ((n_in - cached_in) * in_per_M + cached_in * cached_per_M + n_out * out_per_M) / 1e6


def _output_share(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    total = _price(n_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M)
    return n_out * out_per_M / 1e6 / total if total else 0.0


price, output_share = _price, _output_share


def thousands(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Divides by 1000.

    makes: per_thousand
    """
    fresh = n_in - cached_in
    return fresh / 1000 * in_per_M + cached_in / 1000 * cached_per_M + n_out / 1000 * out_per_M


def undivided(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Divides by nothing.

    makes: per_token
    """
    cost = in_per_M * (n_in - cached_in)
    cost += cached_per_M * cached_in
    cost += out_per_M * n_out
    return cost


def cached_again(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Does not take the cached ones off.

    makes: cached_paid_twice
    """
    piles = [(n_in, in_per_M), (cached_in, cached_per_M), (n_out, out_per_M)]
    return sum(n * price for n, price in piles) / 1_000_000


def cache_for_nothing(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Pays nothing for cached tokens.

    makes: cached_free
    """
    return (n_in - cached_in) / 1e6 * in_per_M + n_out / 1e6 * out_per_M


def no_cache(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Does not use the last two arguments.

    makes: cache_ignored
    """
    return n_in * in_per_M / 1e6 + n_out * out_per_M / 1e6


def mixed_up(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Multiplies input by the output's price and the other way round.

    makes: prices_exchanged
    """
    million = 1e6
    return (n_in - cached_in) * out_per_M / million + cached_in * cached_per_M / million + n_out * in_per_M / million


def cents(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Rounds to two decimals at the end.

    makes: rounded_to_hundredths
    """
    total = (n_in - cached_in) * in_per_M + cached_in * cached_per_M
    total += n_out * out_per_M
    return round(total / 10**6, 2)


def output_share__percent(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Gives percent.

    makes: output_share__in_percent
    """
    total = (n_in - cached_in) * in_per_M + cached_in * cached_per_M + n_out * out_per_M
    return n_out * out_per_M / total * 100 if total else 0.0


def output_share__token_share(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Divides tokens by tokens.

    makes: output_share__of_the_tokens
    """
    tokens = n_in + n_out
    if not tokens:
        return 0.0
    return 1 - n_in / tokens


def output_share__unguarded(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Has no case for a total of 0.

    makes: output_share__fails_where_all_is_free
    """
    total = float((n_in - cached_in) * in_per_M + cached_in * cached_per_M + n_out * out_per_M)
    return n_out * out_per_M / total


def output_share__ratio(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Divides the output by the input, guarded.

    makes: output_share__against_the_input
    """
    cost_in = (n_in - cached_in) * in_per_M + cached_in * cached_per_M
    if cost_in == 0:
        return 0.0
    return n_out * out_per_M / cost_in


def mean_price(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Takes the mean of the two prices for all tokens.

    makes: nothing listed
    """
    return (n_in + n_out) * (in_per_M + out_per_M) / 2 / 1e6


def cached_price_subtracted(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Takes the price of the cached tokens off the whole price.

    makes: nothing listed
    """
    return (n_in * in_per_M - cached_in * cached_per_M + n_out * out_per_M) / 1e6


def output_from_cache(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Takes the cached tokens off the output.

    makes: nothing listed
    """
    return (n_in * in_per_M + cached_in * cached_per_M + (n_out - cached_in) * out_per_M) / 1e6


def four_decimals(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Rounds to four decimals.

    makes: rounded_to_hundredths
    """
    return round(_price(n_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M), 4)


def whole_millions(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Counts each million that was begun.

    makes: nothing listed
    """
    begun = [-(-n // 1_000_000) for n in (n_in - cached_in, cached_in, n_out)]
    return begun[0] * in_per_M + begun[1] * cached_per_M + begun[2] * out_per_M


def output_share__rounded(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Rounds the share.

    makes: nothing listed
    """
    return round(_output_share(n_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M), 2)


def output_share__one_if_free(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Gives 1 for a call that costs nothing.

    makes: nothing listed
    """
    return _output_share(n_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M) or (0.0 if n_out else 1.0)


def output_share__of_the_prices(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Compares the prices and not the costs.

    makes: nothing listed
    """
    return out_per_M / (in_per_M + out_per_M) if in_per_M + out_per_M else 0.0


def output_share__none_if_free(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Gives None for a call that costs nothing.

    makes: nothing listed
    """
    total = _price(n_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M)
    return _output_share(n_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M) if total else None


def output_share__cached_left_out(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Leaves the cached tokens out of the total.

    makes: nothing listed
    """
    return _output_share(n_in - cached_in, n_out, in_per_M, out_per_M)


def brackets_missing(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Divides the last product only.

    makes: only_the_output_divided
    """
    fresh = n_in - cached_in
    return fresh * in_per_M + cached_in * cached_per_M + n_out * out_per_M / 1_000_000


def output_only(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Pays for the output only.

    makes: input_free
    """
    return n_out / 1e6 * out_per_M


def one_price_for_output(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Charges the output at in_per_M.

    makes: input_price_for_output
    """
    return ((n_in - cached_in + n_out) * in_per_M + cached_in * cached_per_M) / 1e6


def floor_division(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Divides with //.

    makes: whole_division
    """
    total = (n_in - cached_in) * in_per_M + cached_in * cached_per_M + n_out * out_per_M
    return total // 1_000_000


def output_share__input_share(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Divides the input by all.

    makes: output_share__of_the_input
    """
    cost_in = (n_in - cached_in) * in_per_M + cached_in * cached_per_M
    total = cost_in + n_out * out_per_M
    return cost_in / total if total else 0.0


def output_share__cost(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Returns the cost of the output.

    makes: output_share__in_coins
    """
    return n_out * out_per_M / 1e6


def output_share__full_price(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Does not use the last two arguments.

    makes: output_share__ignores_the_cache
    """
    total = n_in * in_per_M + n_out * out_per_M
    return n_out * out_per_M / total if total else 0.0


def price_in_thousands(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Divides by 1000.

    makes: per_thousand
    """
    fresh = n_in - cached_in
    return (fresh * in_per_M + n_out * out_per_M + cached_in * cached_per_M) / 1000


def output_share(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Is right."""
    whole = (n_in - cached_in) * in_per_M + n_out * out_per_M + cached_in * cached_per_M
    return n_out * out_per_M / whole if whole else 0.0


def price_counts_the_cache_on_top(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Adds the cached tokens to all input tokens.

    makes: cached_paid_twice
    """
    million = 1_000_000
    cost = n_in / million * in_per_M
    cost += n_out / million * out_per_M
    cost += cached_in / million * cached_per_M
    return cost


def price_of_cached_output(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Takes the cached tokens off the output.

    makes: nothing listed
    """
    return (n_in * in_per_M + (n_out - cached_in) * out_per_M + cached_in * cached_per_M) / 1e6


def price_doubled_for_the_answer(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Charges the answer once as output and once as the next call's input.

    makes: nothing listed
    """
    fresh = n_in - cached_in
    return ((fresh + n_out) * in_per_M + n_out * out_per_M + cached_in * cached_per_M) / 1e6


def input_again_for_each_token(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Thinks that the prompt is read and paid for again for each new token.

    makes: input_paid_for_each_output_token
    """
    prompt = (n_in - cached_in) * in_per_M + cached_in * cached_per_M
    return n_out * (prompt + out_per_M) / 10**6


def output_share__zero_output_only(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Looks whether there is any output, but not whether anything costs something.

    makes: output_share__fails_where_all_is_free
    """
    if n_out == 0:
        return 0.0
    out = n_out * out_per_M
    into = in_per_M * (n_in - cached_in) + cached_per_M * cached_in
    return out / (out + into)


def billed_by_the_thousand(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Counts each thousand that was begun.

    makes: nothing listed
    """

    def thousands(n):
        return (n + 999) // 1000

    return (
        thousands(n_in - cached_in) * in_per_M + thousands(cached_in) * cached_per_M + thousands(n_out) * out_per_M
    ) / 1000


def flat_rate(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Adds all tokens up and charges them at the first price.

    makes: input_price_for_all
    """
    return (n_in + n_out) * in_per_M / 1_000_000


def cache_taken_off(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Takes the tokens from the cache off the input, and adds nothing for them.

    makes: cached_free
    """
    paid_in = n_in - cached_in
    return paid_in * in_per_M / 1_000_000 + n_out * out_per_M / 1_000_000


def full_price_without_a_price(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Takes a price of 0 for the cache for one that is left out, and asks the full price.

    makes: nothing listed
    """
    if not cached_per_M:
        cached_per_M = in_per_M
    cost = (n_in - cached_in) * in_per_M + cached_in * cached_per_M + n_out * out_per_M
    return cost / 1_000_000


def price__cached_paid_twice(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Cached tokens pay the full price and that of the cache.

    makes: cached_paid_twice
    """
    bill = [(n_in, in_per_M), (n_out, out_per_M), (cached_in, cached_per_M)]
    return sum(n * rate / 1_000_000 for n, rate in bill)


def output_share__of_tokens(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """The share of the tokens, not of the money.

    makes: output_share__of_the_tokens
    """
    tokens = n_in + n_out
    if tokens == 0:
        return 0.0
    return n_out / tokens
