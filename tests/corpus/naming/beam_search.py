"""Wrong versions of beam search, as learners write them."""

import itertools
import math
from itertools import groupby

import numpy as np


def check(width, length):
    """Refuse bad input."""
    if width < 1 or length < 1:
        raise ValueError("too small")


def grown(model, live):
    """Extend every beam by every token."""
    return [(total + math.log(p), (*ids, i)) for total, ids in live for i, p in enumerate(model(ids))]


def cut(candidates, width):
    """Keep the best."""
    return sorted(candidates, key=lambda c: (-c[0], c[1]))[:width]


def result(texts, alpha):
    """Return the best by its score."""
    total, ids = min(texts, key=lambda c: (-c[0] / len(c[1]) ** alpha, c[1]))
    return list(ids), total / len(ids) ** alpha


def one_beam(model, width, length, eos, alpha):
    """Takes the argmax in each round.

    makes: greedy
    """
    check(width, length)
    ids, total = [], 0.0
    while len(ids) < length and ids[-1:] != [eos]:
        p = model(tuple(ids))
        token = int(np.argmax(p))
        ids.append(token)
        total += math.log(p[token])
    return ids, total / len(ids) ** alpha


def never_cut(model, width, length, eos, alpha):
    """Forgets to cut the list.

    makes: all_beginnings_kept
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        both = grown(model, live)
        done += [c for c in both if c[1][-1] == eos]
        live = [c for c in both if c[1][-1] != eos]
    return result(done + live, alpha)


def top_of_each(model, width, length, eos, alpha):
    """Takes the width best tokens of each beam.

    makes: width_for_each_beam
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        new = []
        for beam in live:
            new += cut(grown(model, [beam]), width)
        done += [c for c in new if c[1][-1] == eos]
        live = [c for c in new if c[1][-1] != eos]
    return result(done + live, alpha)


def no_penalty(model, width, length, eos, alpha):
    """Compares the sums.

    makes: no_length_penalty
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        kept = cut(grown(model, live), width)
        done += [c for c in kept if c[1][-1] == eos]
        live = [c for c in kept if c[1][-1] != eos]
    return result(done + live, 0)


def always_the_mean(model, width, length, eos, alpha):
    """Divides by the length.

    makes: mean_per_token
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        kept = cut(grown(model, live), width)
        done += [c for c in kept if c[1][-1] == eos]
        live = [c for c in kept if c[1][-1] != eos]
    total, ids = max([*done, *live], key=lambda c: (c[0] / len(c[1]), [-i for i in c[1]]))
    return list(ids), total / len(ids)


def times_the_length(model, width, length, eos, alpha):
    """Multiplies.

    makes: multiplied_by_the_length
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        kept = cut(grown(model, live), width)
        done += [c for c in kept if c[1][-1] == eos]
        live = [c for c in kept if c[1][-1] != eos]
    total, ids = min(done + live, key=lambda c: (-c[0] * len(c[1]) ** alpha, c[1]))
    return list(ids), total * len(ids) ** alpha


def without_the_end_token(model, width, length, eos, alpha):
    """Removes eos from the list at the end.

    makes: eos_cut_off
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        kept = cut(grown(model, live), width)
        done += [c for c in kept if c[1][-1] == eos]
        live = [c for c in kept if c[1][-1] != eos]
    ids, score = result(done + live, alpha)
    return (ids[:-1] if ids[-1] == eos else ids), score


def eos_is_a_token(model, width, length, eos, alpha):
    """Knows of no eos.

    makes: goes_on_after_eos
    """
    check(width, length)
    live = [(0.0, ())]
    for _ in range(length):
        live = cut(grown(model, live), width)
    return result(live, alpha)


def only_finished(model, width, length, eos, alpha):
    """Returns the best of the finished ones if there are any.

    makes: ended_texts_only
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        kept = cut(grown(model, live), width)
        done += [c for c in kept if c[1][-1] == eos]
        live = [c for c in kept if c[1][-1] != eos]
    return result(done if done else live, alpha)


def one_pool(model, width, length, eos, alpha):
    """Carries finished beams along in the same list.

    makes: ended_texts_take_a_place
    """
    check(width, length)
    beams = [(0.0, ())]
    for _ in range(length):
        finished = [c for c in beams if c[1] and c[1][-1] == eos]
        open_ones = [c for c in beams if not c[1] or c[1][-1] != eos]
        beams = cut(finished + grown(model, open_ones), width)
    return result(beams, alpha)


def log2_sums(model, width, length, eos, alpha):
    """Uses log2.

    makes: base_two
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        kept = cut([(t + math.log2(p), (*x, i)) for t, x in live for i, p in enumerate(model(x))], width)
        done += [c for c in kept if c[1][-1] == eos]
        live = [c for c in kept if c[1][-1] != eos]
    return result(done + live, alpha)


def plain_sum_at_the_end(model, width, length, eos, alpha):
    """Returns the sum of the winner.

    makes: sum_returned
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        kept = cut(grown(model, live), width)
        done += [c for c in kept if c[1][-1] == eos]
        live = [c for c in kept if c[1][-1] != eos]
    ids, score = result(done + live, alpha)
    return ids, score * len(ids) ** alpha


def places_left(model, width, length, eos, alpha):
    """Takes one beam less for each text that has ended.

    makes: ended_texts_take_a_place
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        kept = cut(grown(model, live), width - len(done))
        done += [c for c in kept if c[1][-1] == eos]
        live = [c for c in kept if c[1][-1] != eos]
    return result(done + live, alpha)


def enough_ended(model, width, length, eos, alpha):
    """Breaks when width texts have ended.

    makes: stops_after_width_ends
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        kept = cut(grown(model, live), width)
        done += [c for c in kept if c[1][-1] == eos]
        live = [c for c in kept if c[1][-1] != eos]
        if not live or len(done) >= width:
            break
    return result(done + live, alpha)


def best_has_ended(model, width, length, eos, alpha):
    """Breaks when the first of the sorted candidates ends with eos.

    makes: stops_when_the_best_ends
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        kept = cut(grown(model, live), width)
        done += [c for c in kept if c[1][-1] == eos]
        live = [c for c in kept if c[1][-1] != eos]
        if not live or kept[0][1][-1] == eos:
            break
    return result(done + live, alpha)


def max_of_the_scores(model, width, length, eos, alpha):
    """Takes the max by the score alone.

    makes: first_found_of_equals
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        kept = cut(grown(model, live), width)
        done += [c for c in kept if c[1][-1] == eos]
        live = [c for c in kept if c[1][-1] != eos]
    total, ids = max(done + live, key=lambda c: c[0] / len(c[1]) ** alpha)
    return list(ids), total / len(ids) ** alpha


def short_before_long(model, width, length, eos, alpha):
    """Breaks ties of scores by the length first.

    makes: shorter_of_equals
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        kept = cut(grown(model, live), width)
        done += [c for c in kept if c[1][-1] == eos]
        live = [c for c in kept if c[1][-1] != eos]
    total, ids = min(done + live, key=lambda c: (-c[0] / len(c[1]) ** alpha, len(c[1]), c[1]))
    return list(ids), total / len(ids) ** alpha


def ended_texts_cut(model, width, length, eos, alpha):
    """Keeps the best ended texts only, by their sums.

    makes: best_ends_only
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        kept = cut(grown(model, live), width)
        done = cut(done + [c for c in kept if c[1][-1] == eos], width)
        live = [c for c in kept if c[1][-1] != eos]
    return result(done + live, alpha)


def long_before_short(model, width, length, eos, alpha):
    """Prefers the longer one of equal texts.

    makes: nothing listed
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        kept = cut(grown(model, live), width)
        done += [c for c in kept if c[1][-1] == eos]
        live = [c for c in kept if c[1][-1] != eos]
    total, ids = min(done + live, key=lambda c: (-c[0] / len(c[1]) ** alpha, -len(c[1]), c[1]))
    return list(ids), total / len(ids) ** alpha


def ties_by_the_last_token(model, width, length, eos, alpha):
    """Among equal sums looks at the newest token only.

    makes: nothing listed
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        kept = sorted(grown(model, live), key=lambda c: (-c[0], c[1][-1]))[:width]
        done += [c for c in kept if c[1][-1] == eos]
        live = [c for c in kept if c[1][-1] != eos]
    return result(done + live, alpha)


def googles_penalty(model, width, length, eos, alpha):
    """Divides as Google's system did.

    makes: length_penalty_of_gnmt
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        kept = cut(grown(model, live), width)
        done += [c for c in kept if c[1][-1] == eos]
        live = [c for c in kept if c[1][-1] != eos]
    total, ids = min(done + live, key=lambda c: (-c[0] / ((5 + len(c[1])) / 6) ** alpha, c[1]))
    return list(ids), total / ((5 + len(ids)) / 6) ** alpha


def drawn_beams(model, width, length, eos, alpha):
    """Draws the beams by lot.

    makes: nothing listed
    """
    check(width, length)
    rng = np.random.default_rng(1)
    live, done = [(0.0, ())], []
    for _ in range(length):
        both = grown(model, live)
        if not both:
            break
        p = np.exp([c[0] for c in both])
        chosen = rng.choice(len(both), min(width, len(both)), replace=False, p=p / p.sum())
        kept = [both[i] for i in chosen]
        done += [c for c in kept if c[1][-1] == eos]
        live = [c for c in kept if c[1][-1] != eos]
    return result(done + live, alpha)


def one_beam_more(model, width, length, eos, alpha):
    """Keeps one beam too many.

    makes: nothing listed
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        kept = cut(grown(model, live), width + 1)
        done += [c for c in kept if c[1][-1] == eos]
        live = [c for c in kept if c[1][-1] != eos]
    return result(done + live, alpha)


def reversed_prefix(model, width, length, eos, alpha):
    """Builds the texts from the end.

    makes: nothing listed
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        kept = cut([(t + math.log(p), (i, *x)) for t, x in live for i, p in enumerate(model(x))], width)
        done += [c for c in kept if c[1][0] == eos]
        live = [c for c in kept if c[1][0] != eos]
    return result(done + live, alpha)


def worst_text(model, width, length, eos, alpha):
    """Returns the worst of the texts found.

    makes: nothing listed
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        kept = cut(grown(model, live), width)
        done += [c for c in kept if c[1][-1] == eos]
        live = [c for c in kept if c[1][-1] != eos]
    total, ids = min(done + live, key=lambda c: c[0] / len(c[1]) ** alpha)
    return list(ids), total / len(ids) ** alpha


def alpha_in_the_exponent_of_the_sum(model, width, length, eos, alpha):
    """Raises the sum to the power of alpha.

    makes: nothing listed
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        kept = cut(grown(model, live), width)
        done += [c for c in kept if c[1][-1] == eos]
        live = [c for c in kept if c[1][-1] != eos]
    total, ids = min(done + live, key=lambda c: ((-c[0]) ** (1 + alpha) / len(c[1]), c[1]))
    return list(ids), -((-total) ** (1 + alpha)) / len(ids)


def one_plus_the_length(model, width, length, eos, alpha):
    """Counts one token too many.

    makes: nothing listed
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        kept = cut(grown(model, live), width)
        done += [c for c in kept if c[1][-1] == eos]
        live = [c for c in kept if c[1][-1] != eos]
    total, ids = min(done + live, key=lambda c: (-c[0] / (len(c[1]) + 1) ** alpha, c[1]))
    return list(ids), total / (len(ids) + 1) ** alpha


def any_order_of_tokens(model, width, length, eos, alpha):
    """Looks for the best permutation of all tokens.

    makes: nothing listed
    """
    check(width, length)
    size = len(model(()))
    texts = []
    for ids in itertools.permutations(range(size), min(length, size)):
        texts.append((sum(math.log(model(ids[:i])[t]) for i, t in enumerate(ids)), ids))
    return result(texts, alpha)


def entropy_of_the_text(model, width, length, eos, alpha):
    """Adds up p log p.

    makes: nothing listed
    """
    check(width, length)
    live, done = [(0.0, ())], []
    for _ in range(length):
        kept = cut([(t + p * math.log(p), (*x, i)) for t, x in live for i, p in enumerate(model(x))], width)
        done += [c for c in kept if c[1][-1] == eos]
        live = [c for c in kept if c[1][-1] != eos]
    return result(done + live, alpha)


def _need(width, length):
    if width < 1 or length < 1:
        raise ValueError("width and length")


def _best(texts, alpha):
    score, text = min((-total / len(text) ** alpha, text) for text, total in texts)
    return list(text), -score


def _grown(model, beams):
    return [(text + (t,), total + math.log(p)) for text, total in beams for t, p in enumerate(model(text))]


def ended_fill_the_beam(model, width, length, eos, alpha):
    """Keeps ended texts among the width best of every later round.

    makes: ended_texts_take_a_place
    """
    _need(width, length)
    beams = [((), 0.0)]
    for _ in range(length):
        live = [each for each in beams if not each[0] or each[0][-1] != eos]
        if not live:
            break
        over = [each for each in beams if each[0] and each[0][-1] == eos]
        pool = over + _grown(model, live)
        pool.sort(key=lambda each: (-each[1], each[0]))
        beams = pool[:width]
    return _best(beams, alpha)


def unended_forgotten(model, width, length, eos, alpha):
    """Looks at unfinished texts only if none has ended.

    makes: ended_texts_only
    """
    _need(width, length)
    beams, done = [((), 0.0)], []
    for _ in range(length):
        kept = sorted(_grown(model, beams), key=lambda each: (-each[1], each[0]))[:width]
        done += [each for each in kept if each[0][-1] == eos]
        beams = [each for each in kept if each[0][-1] != eos]
        if not beams:
            break
    return _best(done or beams, alpha)


def stops_with_width_ended(model, width, length, eos, alpha):
    """Ends the search when width texts have ended.

    makes: stops_after_width_ends
    """
    _need(width, length)
    beams, done = [((), 0.0)], []
    rounds = 0
    while beams and rounds < length and len(done) < width:
        rounds += 1
        kept = sorted(_grown(model, beams), key=lambda each: (-each[1], each[0]))[:width]
        beams = []
        for text, total in kept:
            (done if text[-1] == eos else beams).append((text, total))
    return _best(done + beams, alpha)


def one_beam_for_each_token(model, width, length, eos, alpha):
    """Keeps only the best text of those that end in the same token.

    makes: nothing listed
    """
    _need(width, length)
    beams, done = [((), 0.0)], []
    for _ in range(length):
        pool = sorted(_grown(model, beams), key=lambda each: (each[0][-1], -each[1], each[0]))
        firsts = [next(group) for _, group in groupby(pool, key=lambda each: each[0][-1])]
        kept = sorted(firsts, key=lambda each: (-each[1], each[0]))[:width]
        done += [each for each in kept if each[0][-1] == eos]
        beams = [each for each in kept if each[0][-1] != eos]
    return _best(done + beams, alpha)


def two_children_at_most(model, width, length, eos, alpha):
    """Lets no beam have more than two of the places, so that the beams stay different.

    makes: nothing listed
    """
    _need(width, length)
    beams, done = [((), 0.0)], []
    for _ in range(length):
        pool = []
        for beam in beams:
            pool += sorted(_grown(model, [beam]), key=lambda each: (-each[1], each[0]))[:2]
        kept = sorted(pool, key=lambda each: (-each[1], each[0]))[:width]
        done += [each for each in kept if each[0][-1] == eos]
        beams = [each for each in kept if each[0][-1] != eos]
    return _best(done + beams, alpha)


def ended_beams_by_score(model, width, length, eos, alpha):
    """Ranks ended and growing texts together, by their penalized scores.

    makes: ended_texts_take_a_place
    """
    check(width, length)
    beams = [(0.0, ())]
    for _ in range(length):
        done = [c for c in beams if c[1] and c[1][-1] == eos]
        both = done + grown(model, [c for c in beams if c not in done])
        beams = sorted(both, key=lambda c: (-c[0] / len(c[1]) ** alpha, c[1]))[:width]
    return result(beams, alpha)
