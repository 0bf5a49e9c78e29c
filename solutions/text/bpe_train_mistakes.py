"""Typical wrong versions of learning merges."""

from collections import Counter
from itertools import pairwise

from .bpe_train import bpe_train as _bpe_train
from .bpe_train import count_pairs as _count
from .bpe_train import merge_pair as _merge_pair


def _choose(counts):
    return min(counts, key=lambda pair: (-counts[pair], pair))


def _train(words, n_merges, count=_count, choose=_choose, merge=_merge_pair, least=1, spell=list):
    """Learn merges with one step exchanged."""
    spelled = {word: spell(word) for word in words}
    merges = []
    while len(merges) < n_merges:
        counts = count(spelled, words)
        if not counts:
            break
        best = choose(counts)
        if counts[best] < least:
            break
        merges.append(best)
        spelled = {word: merge(pieces, best) for word, pieces in spelled.items()}
    return merges


def word_counts_ignored(words, n_merges):
    """Every word is counted once, however often it occurs.

    A pair in one frequent word then loses against a pair in two rare ones. The numbers in `words` have to enter the
    count of every pair.
    """
    return _bpe_train(dict.fromkeys(words, 1), n_merges)


def once_per_word(words, n_merges):
    """A pair that occurs twice in a word is counted once.

    "banana" holds ("a", "n") at two places. Collecting the pairs of a word in a set forgets that; count places.
    """

    def count(spelled, words):
        counts = Counter()
        for word, pieces in spelled.items():
            for pair in set(pairwise(pieces)):
                counts[pair] += words[word]
        return counts

    return _train(words, n_merges, count=count)


def overlaps_counted_once(words, n_merges):
    """Places that overlap are counted as one, so "aaa" holds ("a", "a") only once.

    Only the joining has to avoid overlaps. For counting, the rules ask for every place where two pieces are
    neighbors.
    """

    def count(spelled, words):
        counts = Counter()
        for word, pieces in spelled.items():
            last = None
            for place, pair in enumerate(pairwise(pieces)):
                if last == (pair, place - 1):
                    last = None
                    continue
                counts[pair] += words[word]
                last = (pair, place)
        return counts

    return _train(words, n_merges, count=count)


def larger_pair_wins_ties(words, n_merges):
    """Among equally common pairs the one later in the alphabet is taken.

    That is another convention, the one of Stanford's course CS336, and it works as well. The rules of this exercise
    ask for the smallest pair, so that all solutions learn the same vocabulary.
    """
    return _train(words, n_merges, choose=lambda counts: max(counts, key=lambda pair: (counts[pair], pair)))


def first_seen_wins_ties(words, n_merges):
    """Among equally common pairs the one that was met first is taken.

    That is another convention, used by the program minbpe: `max` keeps the first of several equals. Here it would
    make the result depend on the order of the words; the rules ask for the smallest pair.
    """
    return _train(words, n_merges, choose=lambda counts: max(counts, key=counts.get))


def last_seen_wins_ties(words, n_merges):
    """Among equally common pairs the one that was met last is taken.

    A `>=` does this where counts are compared. It makes the result depend on the order of the words; the rules ask
    for the smallest pair.
    """
    return _train(words, n_merges, choose=lambda counts: max(reversed(counts), key=counts.get))


def pairs_across_words(words, n_merges):
    """The last character of a word and the first of the next are counted as neighbors.

    The words of a dict are no text, so such pairs mean nothing. Look for neighbors inside one word at a time.
    """
    letters = [letter for word, count in words.items() for letter in word * count]
    return _bpe_train({"".join(letters): 1}, n_merges) if letters else []


def end_of_word_marked(words, n_merges):
    """Every word ends with "</w>", so pairs with this mark are learned, too.

    Sennrich's program does that, to tell the end of a word from its middle. Here a word is spelled as its characters alone.
    """
    return _train(words, n_merges, spell=lambda word: [*word, "</w>"])


def end_of_word_marked__at_the_last_character(words, n_merges):
    """The last character carries the mark."""
    return _train(words, n_merges, spell=lambda word: [*word[:-1], f"{word[-1]}</w>"])


def overlapping_merges(words, n_merges):
    """The same piece is joined twice, to the left and to the right.

    From "aaa" come two pieces "aa": one character more than there was. After joining two pieces, continue after both
    of them.
    """

    def merge(pieces, pair):
        joined = []
        for place, piece in enumerate(pieces):
            if tuple(pieces[place : place + 2]) == pair:
                joined.append(piece + pieces[place + 1])
            elif place == 0 or (pieces[place - 1], piece) != pair:
                joined.append(piece)
        return joined

    return _train(words, n_merges, merge=merge)


def first_place_only(words, n_merges):
    """In each word only the first place of the pair is joined.

    The pair is left at the other places, stays common, and may be learned twice. Join it wherever it occurs.
    """

    def merge(pieces, pair):
        for place in range(len(pieces) - 1):
            if tuple(pieces[place : place + 2]) == pair:
                return [*pieces[:place], pieces[place] + pieces[place + 1], *pieces[place + 2 :]]
        return pieces

    return _train(words, n_merges, merge=merge)


def counted_only_once(words, n_merges):
    """The pairs are counted at the beginning and never again.

    So only pairs of single characters are learned. Joining changes which pieces are neighbors: what has to happen
    between one merge and the next?
    """
    counts = _count({word: list(word) for word in words}, words)
    return sorted(counts, key=lambda pair: (-counts[pair], pair))[:n_merges]


def nothing_joined(words, n_merges):
    """The commonest pair is noted, but never joined in the words.

    So the next round counts the same pieces and finds the same pair again. What does a word consist of after the first
    merge?
    """
    return _train(words, n_merges, merge=lambda pieces, pair: pieces)


def rare_pairs_refused(words, n_merges):
    """Learning ends as soon as the commonest pair occurs only once.

    Some programs do this to save room. The rules ask for `n_merges` pairs as long as any pair is left, rare or not.
    """
    return _train(words, n_merges, least=2)


def no_pair_left_raises(words, n_merges):
    """When every word is a single piece, the search for the commonest pair fails with ValueError.

    `max` and `min` of nothing raise. Running out of pairs is no error here: what should be returned then?
    """
    merges = _bpe_train(words, n_merges)
    if len(merges) < n_merges:
        raise ValueError("max() arg is an empty sequence")
    return merges


def at_least_one(words, n_merges):
    """One pair is learned even if `n_merges` is 0.

    The loop tests the number of merges only after the first. With `n_merges` = 0 the list must be empty.
    """
    return _bpe_train(words, max(1, n_merges))


def joined_pieces_returned(words, n_merges):
    """The result holds the joined pieces, such as "es", instead of the pairs.

    "abc" may have come from "a" and "bc" or from "ab" and "c", and encoding needs to know which. Keep the two parts
    apart.
    """
    return [left + right for left, right in _bpe_train(words, n_merges)]


def changes_its_input(words, n_merges):
    """The caller's dict is emptied on the way.

    The caller finds it empty afterwards. Build a dict or list of your own from it, and work on that.
    """
    merges = _bpe_train(words, n_merges)
    words.clear()
    return merges
