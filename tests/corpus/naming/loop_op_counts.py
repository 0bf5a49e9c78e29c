"""Wrong versions of counting what a loop costs, as learners write them."""


def _naive(P, N):
    return sum(P + i for i in range(N)), sum((P + i) * (P + i + 1) // 2 for i in range(N))


def _cached(P, N):
    pairs = P * (P + 1) // 2
    for i in range(1, N):
        pairs += P + i
    return P + N - 1, pairs


def last_token_goes_in(P, N):
    """Feeds the last token with the cache.

    makes: cached_last_token_fed
    """
    positions, pairs = _naive(P, N)
    total = P + N
    return positions, total, pairs, sum(range(1, total + 1))


def everything_one_longer(P, N):
    """Has the new token in its own pass, everywhere.

    makes: last_token_fed
    """
    a = c = 0
    for i in range(1, N + 1):
        a += P + i
        c += (P + i) * (P + i + 1) // 2
    return a, P + N, c, (P + N) * (P + N + 1) // 2


def naive_from_one(P, N):
    """Begins the lengths of the naive passes at P + 1.

    makes: naive_one_token_too_long
    """
    lengths = [P + i for i in range(1, N + 1)]
    return sum(lengths), _cached(P, N)[0], sum(n * (n + 1) // 2 for n in lengths), _cached(P, N)[1]


def squares(P, N):
    """Counts squares.

    makes: no_causal_half
    """
    positions, _ = _naive(P, N)
    naive = 0
    for n in range(P, P + N):
        naive += n**2
    return positions, P + N - 1, naive, P**2 + sum(P + i for i in range(1, N))


def not_itself(P, N):
    """Counts n (n - 1) / 2 for a pass.

    makes: cannot_see_itself
    """
    naive = sum(n * (n - 1) // 2 for n in range(P, P + N))
    cached = P * (P - 1) // 2 + sum(P + i - 1 for i in range(1, N))
    return _naive(P, N)[0], P + N - 1, naive, cached


def without_prefill(P, N):
    """Leaves the prefill out.

    makes: prefill_not_counted
    """
    a, c = _naive(P, N)
    return a, N - 1, c, sum(P + i for i in range(1, N))


def pair_per_step(P, N):
    """Counts one pair for each cached step.

    makes: one_pair_for_each_cached_step
    """
    a, c = _naive(P, N)
    return a, P + N - 1, c, P * (P + 1) // 2 + (N - 1)


def positions_then_pairs_mixed(P, N):
    """Returns naive first, then cached.

    makes: order_exchanged
    """
    return (*_naive(P, N), *_cached(P, N))


def floats(P, N):
    """Uses / for the halves.

    makes: decimals
    """
    c = sum((P + i) * (P + i + 1) / 2 for i in range(N))
    return N * P + N * (N - 1) / 2, P + N - 1, c, P * (P + 1) / 2 + sum(P + i for i in range(1, N))


def only_prompt_read(P, N):
    """Lets each later pass look at the prompt only.

    makes: generated_tokens_not_cached
    """
    a, c = _naive(P, N)
    return a, P + N - 1, c, P * (P + 1) // 2 + P * (N - 1)


def two_heads(P, N):
    """Doubles the pairs, for keys and values.

    makes: nothing listed
    """
    (a, c), (b, d) = _naive(P, N), _cached(P, N)
    return a, b, 2 * c, 2 * d


def n_times_p(P, N):
    """Takes each naive pass to be as long as the prompt.

    makes: nothing listed
    """
    b, d = _cached(P, N)
    return N * P, b, N * P * (P + 1) // 2, d


def one_pass_less(P, N):
    """Makes N - 1 passes.

    makes: nothing listed
    """
    a, c = _naive(P, N - 1)
    b, d = _cached(P, N - 1)
    return a, b, c, d


def exchanged(P, N):
    """Exchanges P and N.

    makes: nothing listed
    """
    (a, c), (b, d) = _naive(N, P), _cached(N, P)
    return a, b, c, d


def pairs_are_products(P, N):
    """Counts P times N pairs with the cache.

    makes: nothing listed
    """
    a, c = _naive(P, N)
    return a, P + N - 1, c, P * N


def cached_everything_once(P, N):
    """Takes the cached pairs to be as many as the positions.

    makes: cached_pairs_not_counted
    """
    a, c = _naive(P, N)
    return a, P + N - 1, c, P + N - 1


def per_token(P, N):
    """Divides by N.

    makes: nothing listed
    """
    (a, c), (b, d) = _naive(P, N), _cached(P, N)
    return a // N, b // N, c // N, d // N


def three_numbers(P, N):
    """Leaves the last number out.

    makes: nothing listed
    """
    (a, c), (b, _) = _naive(P, N), _cached(P, N)
    return a, b, c


def naive_pairs_squared(P, N):
    """Counts squares in the naive pairs only.

    makes: no_causal_half
    """
    a, _ = _naive(P, N)
    b, d = _cached(P, N)
    return a, b, sum(n * n for n in range(P, P + N)), d


def naive_positions_from_one(P, N):
    """Begins the lengths at P + 1 in the naive positions only.

    makes: naive_one_token_too_long
    """
    _, c = _naive(P, N)
    b, d = _cached(P, N)
    return sum(range(P + 1, P + N + 1)), b, c, d


def positions_one_more(P, N):
    """Counts P + N cached positions.

    makes: cached_last_token_only_in_positions
    """
    (a, c), (_, d) = _naive(P, N), _cached(P, N)
    return a, P + N, c, d


def pairs_up_to_the_last(P, N):
    """Adds the pairs up to P + N.

    makes: cached_last_token_only_in_pairs
    """
    a, c = _naive(P, N)
    return a, P + N - 1, c, sum(range(P + N + 1))


def prompt_end_again(P, N):
    """Begins the sum of the later passes at P.

    makes: last_prompt_position_twice
    """
    a, c = _naive(P, N)
    return a, P + N - 1, c, P * (P + 1) // 2 + sum(P + i for i in range(N))


def full_length(P, N):
    """Takes each naive pass to have P + N tokens.

    makes: all_passes_full_length
    """
    b, d = _cached(P, N)
    n = P + N
    return n * N, b, N * (n * (n + 1) // 2), d


def last_length(P, N):
    """Takes each naive pass to be as long as the last.

    makes: all_passes_as_long_as_the_last
    """
    b, d = _cached(P, N)
    n = P + N - 1
    return n * N, b, N * (n * (n + 1) // 2), d


def without_prompt(P, N):
    """Counts as if P were 0.

    makes: prompt_ignored
    """
    a = c = 0
    for n in range(N):
        a += n
        c += n * (n + 1) // 2
    return a, N - 1, c, N * (N - 1) // 2


def no_saving_in_pairs(P, N):
    """Counts the naive pairs for both.

    makes: cached_pairs_of_whole_texts
    """
    a, c = _naive(P, N)
    return a, P + N - 1, c, c


def cached_in_front(P, N):
    """Returns each cached number first.

    makes: cached_first
    """
    (a, c), (b, d) = _naive(P, N), _cached(P, N)
    return b, a, d, c


def squares_per_pass(P, N):
    """Counts L * L pairs for a pass over L tokens.

    makes: no_causal_half
    """
    naive = cached = naive_pairs = cached_pairs = 0
    for i in range(N):
        length = P + i
        new = P if i == 0 else 1
        naive += length
        cached += new
        naive_pairs += length * length
        cached_pairs += new * length
    return naive, cached, naive_pairs, cached_pairs


def strictly_before(P, N):
    """Lets a position see only those before it.

    makes: cannot_see_itself
    """
    lengths = range(P, P + N)
    naive_pairs = sum(n * (n - 1) // 2 for n in lengths)
    return sum(lengths), P + N - 1, naive_pairs, (P + N - 1) * (P + N - 2) // 2


def one_pass_too_many(P, N):
    """Makes N + 1 passes.

    makes: nothing listed
    """
    lengths = range(P, P + N + 1)
    last = P + N
    return sum(lengths), last, sum(n * (n + 1) // 2 for n in lengths), last * (last + 1) // 2


def prompt_counted_as_one(P, N):
    """Takes the prompt for a single position.

    makes: nothing listed
    """
    lengths = range(1, N + 1)
    return sum(lengths), N, sum(n * (n + 1) // 2 for n in lengths), N * (N + 1) // 2


def grows_before_it_counts(P, N):
    """Simulates the passes, and lets the text grow before each of them is counted.

    makes: last_token_fed
    """
    length = P
    naive = naive_pairs = 0
    cached, cached_pairs = P, P * (P + 1) // 2
    for _ in range(N):
        length += 1
        naive += length
        naive_pairs += length * (length + 1) // 2
        cached += 1
        cached_pairs += length
    return naive, cached, naive_pairs, cached_pairs


def closed_form_with_a_slash(P, N):
    """Writes the sum of the positions as a formula, with one slash.

    makes: decimals
    """
    naive = N * P + N * (N - 1) / 2
    pairs = 0
    for n in range(N):
        pairs += (P + n) * (P + n + 1) // 2
    last = P + N - 1
    return naive, last, pairs, last * (last + 1) // 2


def triangle_of_the_total(P, N):
    """Takes the pairs of all naive passes as if they were one long text.

    makes: nothing listed
    """
    naive = sum(P + i for i in range(N))
    cached = P + N - 1
    return naive, cached, naive * (naive + 1) // 2, cached * (cached + 1) // 2


def passes_counted(P, N):
    """Counts passes where positions are meant.

    makes: one_position_for_each_pass
    """
    naive_pairs = sum(L * (L + 1) // 2 for L in range(P, P + N))
    last = P + N - 1
    return N, N, naive_pairs, last * (last + 1) // 2


def pairs_with_others(P, N):
    """Counts the pairs of L tokens as L (L - 1) / 2.

    makes: cannot_see_itself
    """
    naive_positions = 0
    naive_pairs = 0
    for i in range(N):
        L = P + i
        naive_positions += L
        naive_pairs += L * (L - 1) // 2
    cached_positions = P + N - 1
    cached_pairs = P * (P - 1) // 2
    for i in range(1, N):
        cached_pairs += P + i - 1
    return naive_positions, cached_positions, naive_pairs, cached_pairs


def one_naive_pass_less(P, N):
    """Ends the range of the naive passes one too early.

    makes: nothing listed
    """
    lengths = range(P, P + N - 1)
    naive_pos = sum(lengths)
    naive_pairs = sum(n * (n + 1) // 2 for n in lengths)
    total = P + N - 1
    return naive_pos, total, naive_pairs, total * (total + 1) // 2


def pass_after_last(P, N):
    """The last token goes in, too: one pass too many.

    makes: nothing listed
    """
    naive, naive_pairs = 0, 0
    for length in range(P, P + N + 1):
        naive += length
        naive_pairs += length * (length + 1) // 2
    total = P + N
    return naive, total, naive_pairs, total * (total + 1) // 2


def cached_pairs_of_one(P, N):
    """A cached pass with one new token counts a single pair: it looks at itself only.

    makes: one_pair_for_each_cached_step
    """
    lengths = [P + i for i in range(N)]
    triangle = lambda L: L * (L + 1) // 2
    return sum(lengths), P + N - 1, sum(map(triangle, lengths)), triangle(P) + (N - 1)
