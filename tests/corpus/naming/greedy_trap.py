"""Wrong versions of the best sequence, as learners write them."""
import itertools
import math

import numpy as np


def best_each_time(model, length):
    """Takes the best token each time.

    makes: greedy
    """
    tokens, probability = (), 1.0
    while len(tokens) < length:
        p = list(model(tokens))
        token = p.index(max(p))
        tokens, probability = (*tokens, token), probability * p[token]
    return list(tokens), float(probability)


def summed(model, length):
    """Starts with 0 and adds, by recursion.

    makes: sum_of_probabilities
    """

    def walk(prefix, score):
        if len(prefix) == length:
            return [(score, prefix)]
        return [each for t, x in enumerate(model(prefix)) for each in walk((*prefix, t), score + float(x))]

    best = (-1.0, ())
    for score, tokens in walk((), 0.0):
        if score > best[0] + 1e-15:
            best = (score, tokens)
    return list(best[1]), best[0]


def model_called_once(model, length):
    """Asks the model once, with nothing.

    makes: prefix_ignored
    """
    p = [float(x) for x in model(())]
    best, where = 0.0, None
    for tokens in itertools.product(range(len(p)), repeat=length):
        probability = math.prod(p[t] for t in tokens)
        if probability > best:
            best, where = probability, tokens
    return list(where), best


def markov(model, length):
    """Gives the model only the last token.

    makes: only_the_newest_token_given
    """
    size = len(model(()))
    best, where = 0.0, None
    for tokens in itertools.product(range(size), repeat=length):
        probability, previous = 1.0, ()
        for t in tokens:
            probability *= float(model(previous)[t])
            previous = (t,)
        if probability > best:
            best, where = probability, tokens
    return list(where), best


def log_sum(model, length):
    """Compares sums of logarithms and returns them.

    makes: log_probability_returned
    """
    size = len(model(()))
    best, where = -math.inf, None
    for tokens in itertools.product(range(size), repeat=length):
        score = 0.0
        for i in range(length):
            score += math.log(model(tokens[:i])[tokens[i]])
        if score > best + 1e-12:
            best, where = score, tokens
    return list(where), best


def last_equal(model, length):
    """Replaces at >=.

    makes: last_of_equals
    """
    size = len(model(()))
    best, where = 0.0, None
    for tokens in itertools.product(range(size), repeat=length):
        probability = 1.0
        for i in range(length):
            probability *= float(model(tokens[:i])[tokens[i]])
        if probability >= best:
            best, where = probability, list(tokens)
    return where, best


def only_the_tokens(model, length):
    """Returns the tokens alone.

    makes: probability_missing
    """
    beams = {(): 1.0}
    for _ in range(length):
        beams = {(*b, t): x * float(y) for b, x in beams.items() for t, y in enumerate(model(b))}
    return list(max(beams, key=beams.get))


def worst(model, length):
    """Takes the minimum.

    makes: least_likely
    """
    beams = {(): 1.0}
    for _ in range(length):
        beams = {(*b, t): x * float(y) for b, x in beams.items() for t, y in enumerate(model(b))}
    found = min(beams, key=beams.get)
    return list(found), beams[found]


def tried_firsts_then_greedy(model, length):
    """Tries each first token and is greedy from there.

    makes: greedy_after_the_first
    """
    results = []
    for first, p in enumerate(model(())):
        tokens, probability = (first,), float(p)
        for _ in range(length - 1):
            row = model(tokens)
            token = int(np.argmax(row))
            tokens += (token,)
            probability *= float(row[token])
        results.append((probability, list(tokens)))
    best = max(probability for probability, _ in results)
    return next((tokens, probability) for probability, tokens in results if probability == best)


def random_walk(model, length):
    """Draws a sequence.

    makes: nothing listed
    """
    tokens, probability = [], 1.0
    for _ in range(length):
        p = np.asarray(model(tuple(tokens)), dtype=float)
        token = int(np.random.choice(len(p), p=p / p.sum()))
        tokens.append(token)
        probability *= float(p[token])
    return tokens, probability


def one_too_long(model, length):
    """Looks at sequences that are one token longer.

    makes: nothing listed
    """
    beams = {(): 1.0}
    for _ in range(length + 1):
        beams = {(*b, t): x * float(y) for b, x in beams.items() for t, y in enumerate(model(b))}
    found = max(beams, key=beams.get)
    return list(found), beams[found]


def geometric_mean(model, length):
    """Returns the geometric mean per token.

    makes: nothing listed
    """
    beams = {(): 1.0}
    for _ in range(length):
        beams = {(*b, t): x * float(y) for b, x in beams.items() for t, y in enumerate(model(b))}
    found = max(beams, key=beams.get)
    return list(found), beams[found] ** (1 / length)


def reversed_prefix(model, length):
    """Gives the model the tokens in reverse.

    makes: nothing listed
    """
    beams = {(): 1.0}
    for _ in range(length):
        beams = {(*b, t): x * float(y) for b, x in beams.items() for t, y in enumerate(model(b[::-1]))}
    found = max(beams, key=beams.get)
    return list(found), beams[found]


def sequence_reversed(model, length):
    """Returns the tokens from the last to the first.

    makes: nothing listed
    """
    beams = {(): 1.0}
    for _ in range(length):
        beams = {(*b, t): x * float(y) for b, x in beams.items() for t, y in enumerate(model(b))}
    found = max(beams, key=beams.get)
    return list(found)[::-1], beams[found]


def second_best(model, length):
    """Returns the second best.

    makes: nothing listed
    """
    beams = {(): 1.0}
    for _ in range(length):
        beams = {(*b, t): x * float(y) for b, x in beams.items() for t, y in enumerate(model(b))}
    ranked = sorted(beams, key=lambda b: -beams[b])
    return list(ranked[1]), beams[ranked[1]]


def text_of_tokens(model, length):
    """Returns the tokens as a text.

    makes: nothing listed
    """
    beams = {(): 1.0}
    for _ in range(length):
        beams = {(*b, t): x * float(y) for b, x in beams.items() for t, y in enumerate(model(b))}
    found = max(beams, key=beams.get)
    return "".join(map(str, found)), beams[found]


def rounded_to_three(model, length):
    """Rounds the probability.

    makes: nothing listed
    """
    beams = {(): 1.0}
    for _ in range(length):
        beams = {(*b, t): x * float(y) for b, x in beams.items() for t, y in enumerate(model(b))}
    found = max(beams, key=beams.get)
    return list(found), round(beams[found], 3)


def from_the_second_step(model, length):
    """Leaves the first token's probability out of the product.

    makes: first_step_left_out
    """
    size = len(model(()))
    best, where = -1.0, None
    for tokens in itertools.product(range(size), repeat=length):
        probability = 1.0
        for i in range(1, length):
            probability *= float(model(tokens[:i])[tokens[i]])
        if probability > best:
            best, where = probability, tokens
    return list(where), best


def mean_compared(model, length):
    """Compares means of probabilities.

    makes: mean_of_probabilities
    """
    size = len(model(()))
    best, where = -1.0, None
    for tokens in itertools.product(range(size), repeat=length):
        mean = float(np.mean([model(tokens[:i])[tokens[i]] for i in range(length)]))
        if mean > best + 1e-15:
            best, where = mean, tokens
    return list(where), best


def beam_search_from_a_blog(model, length):
    """Keeps the two best beams by their log-probability.

    makes: beam_of_two
    """
    beams = [([], 0.0)]
    for _ in range(length):
        candidates = []
        for seq, score in beams:
            for token, p in enumerate(model(tuple(seq))):
                candidates.append((seq + [token], score + math.log(p)))
        candidates.sort(key=lambda c: c[1], reverse=True)
        beams = candidates[:2]
    best, score = beams[0]
    return best, math.exp(score)


def permutations_tried(model, length):
    """Goes through itertools.permutations.

    makes: no_token_twice
    """
    best, best_p = None, -1.0
    for seq in itertools.permutations(range(len(model(()))), length):
        p = 1.0
        for i in range(length):
            p = p * model(seq[:i])[seq[i]]
        if p > best_p:
            best, best_p = seq, p
    return list(best), float(best_p)


def rows_remembered_by_length(model, length):
    """Remembers the model's answers under the length of the prefix.

    makes: nothing listed
    """
    memo = {}

    def row(prefix):
        if len(prefix) not in memo:
            memo[len(prefix)] = model(prefix)
        return memo[len(prefix)]

    def search(prefix, p):
        if len(prefix) == length:
            return list(prefix), p
        found = [search((*prefix, t), p * float(x)) for t, x in enumerate(row(prefix))]
        return max(found, key=lambda each: each[1])

    return search((), 1.0)


def beams_of_three(model, length):
    """Keeps three beams with heapq-like slicing.

    makes: beam_of_three
    """
    beams = [(1.0, ())]
    for _ in range(length):
        grown = [(p * float(x), seq + (t,)) for p, seq in beams for t, x in enumerate(model(seq))]
        grown.sort(key=lambda each: (-each[0], each[1]))
        beams = grown[:3]
    return list(beams[0][1]), beams[0][0]


def pair_turned(model, length):
    """Returns the probability first.

    makes: pair_exchanged
    """

    def best(prefix):
        if len(prefix) == length:
            return 1.0, prefix
        options = []
        for t, x in enumerate(model(prefix)):
            p, seq = best((*prefix, t))
            options.append((p * float(x), seq))
        return max(options, key=lambda each: each[0])

    p, seq = best(())
    return p, list(seq)


def with_permutations(model, length):
    """Takes itertools.permutations for all sequences.

    makes: no_token_twice
    """
    v = len(model(()))
    best = []
    best_p = 0.0
    for seq in itertools.permutations(range(v), length):
        prob = 1.0
        for i in range(length):
            prob *= model(seq[:i])[seq[i]]
        if prob > best_p:
            best = list(seq)
            best_p = prob
    return best, float(best_p)


def with_combinations(model, length):
    """Takes itertools.combinations_with_replacement, whose ids only rise.

    makes: nothing listed
    """
    v = len(model(()))
    best, best_p = None, -1.0
    for seq in itertools.combinations_with_replacement(range(v), length):
        prob = 1.0
        for i, token in enumerate(seq):
            prob *= model(seq[:i])[token]
        if prob > best_p:
            best, best_p = list(seq), prob
    return best, float(best_p)


def step_by_step(model, length):
    """Takes the likeliest token at each step.

    makes: greedy
    """
    prefix, total = (), 1.0
    while len(prefix) < length:
        row = list(model(prefix))
        total *= max(row)
        prefix += (row.index(max(row)),)
    return list(prefix), total


def only_last_token(model, length):
    """Asks the model with the last token only, not with the whole prefix.

    makes: only_the_newest_token_given
    """
    from itertools import product
    size = len(model(()))
    best = ([], -1.0)
    for sequence in product(range(size), repeat=length):
        chance = 1.0
        before = ()
        for token in sequence:
            chance *= float(model(before)[token])
            before = (token,)
        if chance > best[1]:
            best = (list(sequence), chance)
    return best


def nearly_equal_is_a_tie(model, length):
    """A sequence has to be better by more than .001.

    makes: nothing listed
    """
    from itertools import product
    best, winner = -1.0, None
    for sequence in product(range(len(model(()))), repeat=length):
        chance = np.prod([model(sequence[:i])[token] for i, token in enumerate(sequence)])
        if chance > best + 1e-3:
            best, winner = float(chance), list(sequence)
    return winner, best
