"""Known wrong answers to the pieces of a word."""

from itertools import pairwise

from ..text.bpe_encode import bpe_encode as _bpe_encode
from ..text.bpe_train import merge_pair as _merge_pair


def longest_piece_first(word, merges):
    """The longest known piece was taken each time, from the left.

    Other ways of cutting words do that. Here the order in which the merges were learned decides, wherever in the word
    they apply.
    """
    known = {"".join(pair) for pair in merges} | set(word)
    pieces, place = [], 0
    while place < len(word):
        end = max(end for end in range(place + 1, len(word) + 1) if word[place:end] in known)
        pieces.append(word[place:end])
        place = end
    return pieces


def leftmost_first(word, merges):
    """The merge that comes first in the word was made first.

    Where it stands in the word does not matter. Look for the pair that was learned earliest.
    """
    known = {tuple(pair) for pair in merges}
    pieces = list(word)
    while present := [place for place, pair in enumerate(pairwise(pieces)) if pair in known]:
        place = present[0]
        pieces[place : place + 2] = [pieces[place] + pieces[place + 1]]
    return pieces


def latest_first(word, merges):
    """The merge that was learned last was made first.

    The list begins with the merge that was learned first. A word is cut in the same order in which the merges were
    learned.
    """
    return _bpe_encode(word, [tuple(pair) for pair in reversed(merges)])


def only_one_merge(word, merges):
    """Only one merge was made.

    Go on until no pair of neighbors is in the list any more.
    """
    pieces = list(word)
    present = [tuple(pair) for pair in merges if tuple(pair) in pairwise(pieces)]
    return _merge_pair(pieces, present[0])


def letters_only(word, merges):
    """Only pairs of single letters were merged.

    A piece that has been merged can be half of the next merge. Look through the list again.
    """
    return _bpe_encode(word, [tuple(pair) for pair in merges if len("".join(pair)) == 2])
