"""Typical wrong versions of encoding a word."""

from collections import Counter
from itertools import pairwise

from .bpe_encode import bpe_encode as _bpe_encode
from .bpe_train import merge_pair as _merge_pair


def _ranks(merges):
    return {pair: place for place, pair in enumerate(merges)}


def _present(pieces, rank):
    return [pair for pair in pairwise(pieces) if pair in rank]


def longest_piece_first(word, merges):
    """The longest known piece is cut off from the left, again and again.

    WordPiece, another kind of tokenizer, works like this. Byte-pair encoding repeats what training did: it joins
    pairs, and which pair comes first depends on when it was learned, not on how long the result is.
    """
    known = {left + right for left, right in merges}
    pieces = []
    while word:
        end = next((end for end in range(len(word), 1, -1) if word[:end] in known), 1)
        pieces.append(word[:end])
        word = word[end:]
    return pieces


def leftmost_pair_first(word, merges):
    """The leftmost pair that is in the list is joined, whenever it was learned.

    A pair further right may have been learned earlier and has to go first, because joining changes the neighbors
    of what is left. Look through the whole word before you join.
    """
    rank, pieces = _ranks(merges), list(word)
    while present := _present(pieces, rank):
        place = list(pairwise(pieces)).index(present[0])
        pieces[place : place + 2] = ["".join(present[0])]
    return pieces


def most_frequent_pair_first(word, merges):
    """The known pair that is most frequent in this word is joined first.

    Training chooses like that, over all words. Encoding counts nothing: the order of `merges` says which pair comes
    first.
    """
    rank, pieces = _ranks(merges), list(word)
    while present := _present(pieces, rank):
        pieces = _merge_pair(pieces, Counter(present).most_common(1)[0][0])
    return pieces


def latest_pair_first(word, merges):
    """Among the pairs that are there, the one learned last is joined first.

    Training went the other way: what it learned first was joined first. A small place in the list means a high
    priority.
    """
    rank, pieces = _ranks(merges), list(word)
    while present := _present(pieces, rank):
        pieces = _merge_pair(pieces, max(present, key=rank.__getitem__))
    return pieces


def backwards_through_the_list(word, merges):
    """The list of merges is applied from its end to its beginning.

    The late merges join pieces that the early ones make, so at that moment they find nothing. Training learned the
    merges in the order of the list.
    """
    pieces = list(word)
    for pair in reversed(merges):
        pieces = _merge_pair(pieces, pair)
    return pieces


def one_pair_only(word, merges):
    """One pair is joined, and then the pieces are returned.

    Every merge can make a new pair possible. After joining, look again; when may you stop?
    """
    rank, pieces = _ranks(merges), list(word)
    present = _present(pieces, rank)
    return _merge_pair(pieces, min(present, key=rank.__getitem__)) if present else pieces


def first_place_only(word, merges):
    """Every merge is used at one place of the word and then forgotten.

    In "abab" the pair occurs twice, and both are joined. Ask again whether the pair is still there, or join it
    everywhere at once.
    """
    pieces = list(word)
    for pair in merges:
        places = [place for place, each in enumerate(pairwise(pieces)) if each == pair]
        if places:
            pieces[places[0] : places[0] + 2] = ["".join(pair)]
    return pieces


def joined_to_overlap(word, merges):
    """A piece in the middle of two equal pairs is joined to both sides.

    In "aaa" the pair ("a", "a") occurs twice, but the two overlap. Joined twice, the pieces hold more characters than
    the word. Continue after the pieces that you have joined.
    """
    pieces = list(word)
    for pair in merges:
        joined = []
        for place, piece in enumerate(pieces):
            if tuple(pieces[place : place + 2]) == pair:
                joined.append(piece + pieces[place + 1])
            elif place == 0 or (pieces[place - 1], piece) != pair:
                joined.append(piece)
        pieces = joined
    return pieces


def letters_only(word, merges):
    """The word is cut into characters and nothing is joined.

    That is the beginning. Perhaps the pairs are never found: the list holds tuples, and a list or a joined text is
    not equal to a tuple.
    """
    return list(word)


def unknown_letters_dropped(word, merges):
    """Letters that occur in no merge are left out.

    The text could not be put together again. A character that is in no merge stays a piece of its own.
    """
    known = {letter for pair in merges for piece in pair for letter in piece}
    return [piece for piece in _bpe_encode(word, merges) if len(piece) > 1 or piece in known]


def unlearned_pair_raises(word, merges):
    """A pair of neighbors that was never learned ends in an exception.

    Looking every pair up, in a dict or with `merges.index`, fails for those that are not there, and at the end no pair
    is. Choose only among the pairs that were learned.
    """
    pieces = _bpe_encode(word, merges)
    if len(pieces) > 1:
        raise KeyError(tuple(pieces[:2]))
    return pieces


def unlearned_pair_raises__value_error(word, merges):
    """The pair is looked up in the list."""
    pieces = _bpe_encode(word, merges)
    if len(pieces) > 1:
        raise ValueError(f"{tuple(pieces[:2])} is not in list")
    return pieces


def empty_word_is_a_piece(word, merges):
    """The empty word gives a list with one empty piece.

    There is no token for nothing. How many pieces does a word without characters have?
    """
    return _bpe_encode(word, merges) or [""]


def pieces_in_one_text(word, merges):
    """The pieces are returned as one string with spaces between them.

    A space may itself be part of a token, so nobody can split this again. Return a list with one string for each
    piece.
    """
    return " ".join(_bpe_encode(word, merges))


def end_of_word_marked(word, merges):
    """The last piece carries "</w>", the mark for the end of a word.

    Sennrich's program marks it so that "est" at the end of a word is another piece than "est" within one. Here the pieces put
    together are the word itself.
    """
    marked = [*word[:-1], f"{word[-1]}</w>"] if word else []
    return _joined(marked, merges)


def end_of_word_marked__by_a_piece(word, merges):
    """The mark is a piece of its own."""
    return _joined([*word, "</w>"], merges)


def end_of_word_marked__by_a_piece_where_there_are_letters(word, merges):
    """The empty word has no mark."""
    return _joined([*word, "</w>"], merges) if word else []


def _joined(pieces, merges):
    rank = _ranks(merges)
    while present := _present(pieces, rank):
        pieces = _merge_pair(pieces, min(present, key=rank.__getitem__))
    return pieces
