"""Typical wrong versions of counting what a loop costs."""

from .loop_op_counts import op_counts as _op_counts


def _triangle(length):
    """Return 1 + 2 + ... + length."""
    return length * (length + 1) // 2


def naive_one_token_too_long(P, N):
    """Without a cache, every pass is taken to be one token longer than it is.

    The first pass gets the prompt and nothing else, since no token has been generated yet. Write down the lengths of
    the passes for P = 3 and N = 2.
    """
    _, cached_positions, _, cached_pairs = _op_counts(P, N)
    lengths = range(P + 1, P + N + 1)
    return sum(lengths), cached_positions, sum(map(_triangle, lengths)), cached_pairs


def cached_last_token_fed(P, N):
    """With the cache, the last token is fed as well, which gives P + N positions.

    Nothing is sampled after the last token, so no pass is needed for it. The N passes are the prefill and N − 1 more.
    """
    naive_positions, _, naive_pairs, _ = _op_counts(P, N)
    return naive_positions, P + N, naive_pairs, _triangle(P + N)


def last_token_fed(P, N):
    """The newest token is counted into its own pass, with the cache and without it.

    A token exists only after the pass that it is sampled from, and goes in at the next one. So the lengths begin at
    P, and the last token never goes in.
    """
    lengths = range(P + 1, P + N + 1)
    return sum(lengths), P + N, sum(map(_triangle, lengths)), _triangle(P + N)


def cached_last_token_only_in_positions(P, N):
    """The cached positions are P + N.

    One of the N tokens never goes through the model. Which one, and why not?
    """
    naive_positions, _, naive_pairs, cached_pairs = _op_counts(P, N)
    return naive_positions, P + N, naive_pairs, cached_pairs


def cached_last_token_only_in_pairs(P, N):
    """The cached pairs continue to position P + N.

    The last token never goes through the model, so it looks at nothing. Which is the last position that does?
    """
    naive_positions, cached_positions, naive_pairs, _ = _op_counts(P, N)
    return naive_positions, cached_positions, naive_pairs, _triangle(P + N)


def last_prompt_position_twice(P, N):
    """With the cache, the last position of the prompt makes its P pairs twice.

    The prefill has made them already. The first pass after it brings position P + 1, so the sum of the later passes
    begins there and has N − 1 terms.
    """
    naive_positions, cached_positions, naive_pairs, cached_pairs = _op_counts(P, N)
    return naive_positions, cached_positions, naive_pairs, cached_pairs + P


def all_passes_full_length(P, N):
    """Without a cache, every pass is taken to be as long as the finished text, P + N.

    The text grows by one token at a time, so the early passes are shorter. Add up the lengths from P on.
    """
    _, cached_positions, _, cached_pairs = _op_counts(P, N)
    return N * (P + N), cached_positions, N * _triangle(P + N), cached_pairs


def all_passes_as_long_as_the_last(P, N):
    """Without a cache, every pass is taken to be as long as the last one, P + N − 1.

    That is the right length for the last pass alone. The text grows by one token at a time; add up the lengths from
    P on.
    """
    _, cached_positions, _, cached_pairs = _op_counts(P, N)
    last = P + N - 1
    return N * last, cached_positions, N * _triangle(last), cached_pairs


def one_position_for_each_pass(P, N):
    """Every pass is counted as one position.

    Only a later pass with a cache is that cheap. The prompt goes through the model in any case, and without a cache the
    whole text does, each time.
    """
    return N, N, sum(range(P, P + N)), sum(range(P, P + N))


def prompt_ignored(P, N):
    """Only the generated tokens are counted, as if there were no prompt.

    The prompt goes through the model as well: once with a cache, and in every pass without one. Each new token looks at
    all of it, too.
    """
    lengths = range(N)
    return sum(lengths), N - 1, sum(map(_triangle, lengths)), _triangle(N - 1)


def prefill_not_counted(P, N):
    """With the cache, the first pass over the prompt is left out.

    It runs in one go, but it is work: P positions and their pairs. Add it to what the later passes do.
    """
    naive_positions, _, naive_pairs, _ = _op_counts(P, N)
    return naive_positions, N - 1, naive_pairs, sum(range(P + 1, P + N))


def no_causal_half(P, N):
    """A pass over L tokens is counted as L · L pairs.

    That would let every position look at all positions, those after it as well. Position j looks at j positions, itself
    included.
    """
    naive_positions, cached_positions, _, _ = _op_counts(P, N)
    lengths = range(P, P + N)
    naive_pairs = sum(length * length for length in lengths)
    return naive_positions, cached_positions, naive_pairs, P * P + sum(lengths[1:])


def pairs_not_counted(P, N):
    """The attention pairs are not counted: they are the numbers of positions again, or 0.

    Each position looks at all positions up to itself, so a pass over L tokens makes 1 + 2 + … + L pairs. Count them apart.
    """
    naive_positions, cached_positions, _, _ = _op_counts(P, N)
    return naive_positions, cached_positions, naive_positions, cached_positions


def pairs_not_counted__zero(P, N):
    """They are 0."""
    naive_positions, cached_positions, _, _ = _op_counts(P, N)
    return naive_positions, cached_positions, 0, 0


def cached_pairs_not_counted(P, N):
    """With the cache, the pairs are taken to be as many as the positions.

    Each position looks at all positions up to itself. The cache has their keys and values, but they still have to be
    read.
    """
    naive_positions, cached_positions, naive_pairs, _ = _op_counts(P, N)
    return naive_positions, cached_positions, naive_pairs, cached_positions


def cannot_see_itself(P, N):
    """A position is taken to look only at the positions before it, not at itself.

    It looks at itself as well, so the first position makes one pair, not none. For P = 1 and N = 1 all four counts
    are 1.
    """
    naive_positions, cached_positions, naive_pairs, cached_pairs = _op_counts(P, N)
    return naive_positions, cached_positions, naive_pairs - naive_positions, cached_pairs - cached_positions


def one_pair_for_each_cached_step(P, N):
    """With the cache, each later pass is counted as one pair.

    One position goes through the model, but it looks at all positions in the cache. Stored keys and values need not
    be computed again, but they have to be read.
    """
    naive_positions, cached_positions, naive_pairs, _ = _op_counts(P, N)
    return naive_positions, cached_positions, naive_pairs, _triangle(P) + N - 1


def generated_tokens_not_cached(P, N):
    """With the cache, new tokens are taken to look at the prompt only, so each later pass makes P pairs.

    The tokens generated so far are in the cache as well, and the newest one looks at itself, too. So the number grows
    by one with every pass.
    """
    naive_positions, cached_positions, naive_pairs, _ = _op_counts(P, N)
    return naive_positions, cached_positions, naive_pairs, _triangle(P) + (N - 1) * P


def cached_pairs_of_whole_texts(P, N):
    """With the cache, the attention pairs are counted as if there were none.

    The positions are right. The pairs of past positions were made in earlier passes and are not made again; only the
    newest position makes new ones.
    """
    naive_positions, cached_positions, naive_pairs, _ = _op_counts(P, N)
    return naive_positions, cached_positions, naive_pairs, naive_pairs


def order_exchanged(P, N):
    """The four numbers come in another order: both naive ones first, then both cached ones.

    The task wants both positions first, then both pairs.
    """
    naive_positions, cached_positions, naive_pairs, cached_pairs = _op_counts(P, N)
    return naive_positions, naive_pairs, cached_positions, cached_pairs


def cached_first(P, N):
    """The four numbers come in another order: the cached one ahead of the naive one each time.

    The task wants naive, cached, naive, cached.
    """
    naive_positions, cached_positions, naive_pairs, cached_pairs = _op_counts(P, N)
    return cached_positions, naive_positions, cached_pairs, naive_pairs


def decimals(P, N):
    """Some of the counts are floats, such as 7.0.

    In Python `/` always gives a float, and a float loses digits once a count gets very large. For halves of even
    numbers there is an operator that stays with integers.
    """
    _, cached_positions, naive_pairs, cached_pairs = _op_counts(P, N)
    return N * P + N * (N - 1) / 2, cached_positions, float(naive_pairs), float(cached_pairs)
