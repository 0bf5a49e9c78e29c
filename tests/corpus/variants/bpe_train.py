"""Right ways to learn merges; the grader must accept every one of them."""

import re
from collections import Counter, defaultdict

import numpy as np


def variant_loops(words, n_merges):
    """Plain loops and a dict of counts."""
    pieces_of = [(list(word), count) for word, count in words.items()]
    merges = []
    for _ in range(n_merges):
        counts = {}
        for pieces, count in pieces_of:
            for i in range(len(pieces) - 1):
                pair = (pieces[i], pieces[i + 1])
                counts[pair] = counts.get(pair, 0) + count
        if len(counts) == 0:
            return merges
        best = None
        for pair in sorted(counts):
            if best is None or counts[pair] > counts[best]:
                best = pair
        merges.append(best)
        for pieces, _ in pieces_of:
            i = 0
            while i < len(pieces) - 1:
                if (pieces[i], pieces[i + 1]) == best:
                    pieces[i : i + 2] = [best[0] + best[1]]
                i += 1
    return merges


def variant_sorted_list(words, n_merges):
    """Sort all pairs by count and alphabet; lists of lists come back."""
    corpus = [(tuple(word), count) for word, count in words.items()]
    merges = []
    while len(merges) < n_merges:
        counter = Counter()
        for pieces, count in corpus:
            for i in range(1, len(pieces)):
                counter[pieces[i - 1], pieces[i]] += count
        ranking = sorted(counter.items(), key=lambda item: (-item[1], item[0][0], item[0][1]))
        if not ranking:
            break
        left, right = ranking[0][0]
        merges.append([left, right])
        rebuilt = []
        for pieces, count in corpus:
            new, i = [], 0
            while i < len(pieces):
                if pieces[i : i + 2] == (left, right):
                    new.append(left + right)
                    i += 2
                else:
                    new.append(pieces[i])
                    i += 1
            rebuilt.append((tuple(new), count))
        corpus = rebuilt
    return merges


def variant_regex(words, n_merges):
    """Write pieces with blanks between and replace with a regular expression, as in the paper."""
    vocabulary = {" ".join(word): count for word, count in words.items()}
    merges = []
    for _ in range(n_merges):
        pairs = defaultdict(int)
        for spelled, count in vocabulary.items():
            symbols = spelled.split()
            for i in range(len(symbols) - 1):
                pairs[symbols[i], symbols[i + 1]] += count
        if not pairs:
            break
        top = max(pairs.values())
        best = min(pair for pair, count in pairs.items() if count == top)
        pattern = re.compile(r"(?<!\S)" + re.escape(" ".join(best)) + r"(?!\S)")
        vocabulary = {pattern.sub("".join(best), spelled): count for spelled, count in vocabulary.items()}
        merges.append(best)
    return tuple(merges)


def variant_recursive(words, n_merges):
    """Learn one merge, rewrite the words, and call itself for the rest."""

    def learn(corpus, left):
        counts = Counter()
        for pieces, count in corpus:
            for i, first in enumerate(pieces[:-1]):
                counts[first, pieces[i + 1]] += count
        if not left or not counts:
            return []
        best = sorted(counts, key=lambda pair: (-counts[pair], *pair))[0]
        return [best, *learn([(join(pieces, best), count) for pieces, count in corpus], left - 1)]

    def join(pieces, best):
        if len(pieces) < 2:
            return pieces
        if (pieces[0], pieces[1]) == best:
            return [best[0] + best[1], *join(pieces[2:], best)]
        return [pieces[0], *join(pieces[1:], best)]

    return learn([(list(word), count) for word, count in words.items()], n_merges)


def variant_every_word_repeated(words, n_merges):
    """Repeat each word as often as it occurs instead of weighing."""
    corpus = [list(word) for word, count in words.items() for _ in range(count)]
    merges = []
    for _ in range(n_merges):
        seen = [tuple(pieces[i : i + 2]) for pieces in corpus for i in range(len(pieces) - 1)]
        if not seen:
            break
        counts = {pair: seen.count(pair) for pair in set(seen)}
        best = min(counts, key=lambda pair: [-counts[pair], pair])
        merges.append(best)
        for pieces in corpus:
            for i in range(len(pieces) - 2, -1, -1):
                if i + 1 < len(pieces) and (pieces[i], pieces[i + 1]) == best and best[0] != best[1]:
                    pieces[i : i + 2] = ["".join(best)]
            i = 0
            while best[0] == best[1] and i + 1 < len(pieces):
                if (pieces[i], pieces[i + 1]) == best:
                    pieces[i : i + 2] = ["".join(best)]
                i += 1
    return merges


def variant_numpy_ids(words, n_merges):
    """Work on ids in arrays, with a table from id to piece."""
    table = sorted({letter for word in words for letter in word})
    ids = {letter: i for i, letter in enumerate(table)}
    corpus = [np.array([ids[letter] for letter in word]) for word in words]
    weights = list(words.values())
    merges = []
    for _ in range(n_merges):
        counts = Counter()
        for array, weight in zip(corpus, weights, strict=True):
            for a, b in zip(array[:-1].tolist(), array[1:].tolist(), strict=True):
                counts[table[a], table[b]] += weight
        if not counts:
            break
        most = max(counts.values())
        best = min(pair for pair in counts if counts[pair] == most)
        merges.append(best)
        table.append(best[0] + best[1])
        for k, array in enumerate(corpus):
            out, i = [], 0
            while i < len(array):
                if i + 1 < len(array) and (table[array[i]], table[array[i + 1]]) == best:
                    out.append(len(table) - 1)
                    i += 2
                else:
                    out.append(int(array[i]))
                    i += 1
            corpus[k] = np.array(out)
    return merges
