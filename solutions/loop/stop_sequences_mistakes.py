"""Typical wrong versions of stop sequences."""

from .stop_sequences import apply_stops as _apply_stops
from .stop_sequences import first_stop as _first_stop
from .stop_sequences import refuse_empty as _refuse_empty


def _run(pieces, stops, find=_first_stop, cut=lambda text, start, stop, piece: text[:start]):
    """Stop with another way to search or another way to cut."""
    _refuse_empty(stops)
    text = ""
    for consumed, piece in enumerate(pieces, start=1):
        text += piece
        found = find(text, stops)
        if found:
            return cut(text, *found, piece), consumed, found[1]
    return text, len(pieces), None


def each_piece_alone(pieces, stops):
    """Every piece is searched on its own, so a stop sequence that spans two pieces is missed.

    The model cuts text into tokens wherever it likes, and "User:" may come as "Us", "er", ":". Search the text so far,
    not the single pieces.
    """
    _refuse_empty(stops)
    text = ""
    for consumed, piece in enumerate(pieces, start=1):
        found = _first_stop(piece, stops)
        if found:
            return text + piece[: found[0]], consumed, found[1]
        text += piece
    return text, len(pieces), None


def stop_left_in(pieces, stops):
    """The text ends with the stop sequence instead of before it.

    The caller uses the stop sequence as a mark and does not want to see it. Some programs can be told to keep it;
    the rules here cut before it.
    """
    return _run(pieces, stops, cut=lambda text, start, stop, piece: text[: start + len(stop)])


def last_piece_left_whole(pieces, stops):
    """The text keeps the whole piece that completed the stop sequence.

    Hugging Face's `generate` returns that, since it stops at tokens and cuts nothing. Here the text ends right before
    the stop sequence begins.
    """
    return _run(pieces, stops, cut=lambda text, start, stop, piece: text)


def last_piece_dropped(pieces, stops):
    """The whole piece that completed the stop sequence is dropped, and nothing else.

    The part of the piece before the stop sequence belongs to the text, and parts of the stop sequence in earlier
    pieces do not. Cut the text by characters, not by pieces.
    """
    return _run(pieces, stops, cut=lambda text, start, stop, piece: text[: len(text) - len(piece)])


def at_the_end_only(pieces, stops):
    """A stop sequence is noticed only where the text ends with it.

    A piece may hold the last character of the stop sequence and more after it. Then the text never ends with it. Look
    for it anywhere in the text.
    """

    def find(text, stops):
        return _first_stop(text, [stop for stop in stops if text.endswith(stop)])

    return _run(pieces, stops, find=find)


def at_the_end_only__longest(pieces, stops):
    """The stop sequence is cut off at the end, wherever else it occurs."""

    def find(text, stops):
        return min(((len(text) - len(stop), stop) for stop in stops if text.endswith(stop)), default=None)

    return _run(pieces, stops, find=find)


def first_in_the_list(pieces, stops):
    """If several stop sequences appear with the same piece, the one named first in the list wins.

    The text should end as early as possible, and the order of the list says nothing about that. Which of them
    begins first in the text?
    """

    def find(text, stops):
        return next(((text.find(stop), stop) for stop in stops if stop in text), None)

    return _run(pieces, stops, find=find)


def last_occurrence(pieces, stops):
    """The text is cut at the last occurrence of a stop sequence.

    Then an earlier stop sequence stays in the text. `rfind` and a split from the right search from the end; begin
    at the front.
    """

    def find(text, stops):
        places = [(text.rfind(stop), len(stop), stop) for stop in stops if stop in text]
        return (max(places)[0], max(places)[2]) if places else None

    return _run(pieces, stops, find=find)


def last_occurrence__of_each(pieces, stops):
    """The first of the last places counts."""

    def find(text, stops):
        places = [(text.rfind(stop), -len(stop), stop) for stop in stops if stop in text]
        return (min(places)[0], min(places)[2]) if places else None

    return _run(pieces, stops, find=find)


def last_occurrence__of_the_first_in_the_list(pieces, stops):
    """The first stop sequence of the list that is in the text counts."""

    def find(text, stops):
        return next(((text.rfind(stop), stop) for stop in stops if stop in text), None)

    return _run(pieces, stops, find=find)


def shortest_at_the_same_place(pieces, stops):
    """If two stop sequences begin at the same place, the shorter one is reported.

    The visible text is the same, but the caller gets the wrong one. The rules ask for the longest.
    """

    def find(text, stops):
        places = [(text.find(stop), len(stop), stop) for stop in stops if stop in text]
        return (min(places)[0], min(places)[2]) if places else None

    return _run(pieces, stops, find=find)


def first_to_end(pieces, stops):
    """If several stop sequences appear with the same piece, the one that ends first wins, wherever it begins.

    The text is cut where a stop sequence begins. So the one that begins first wins, even if it ends later.
    """

    def find(text, stops):
        places = [(text.find(stop) + len(stop), text.find(stop), stop) for stop in stops if stop in text]
        return min(places)[1:] if places else None

    return _run(pieces, stops, find=find)


def longest_anywhere(pieces, stops):
    """If several stop sequences appear with the same piece, the longest one wins wherever it begins.

    Length decides only between those that begin at the same place. Before that, the one that begins first wins.
    """

    def find(text, stops):
        places = [(-len(stop), text.find(stop), stop) for stop in stops if stop in text]
        return (min(places)[1], min(places)[2]) if places else None

    return _run(pieces, stops, find=find)


def longest_anywhere__in_the_order_of_the_list(pieces, stops):
    """Of equally long ones the first in the list counts."""

    def find(text, stops):
        found = [stop for stop in sorted(stops, key=len, reverse=True) if stop in text]
        return (text.find(found[0]), found[0]) if found else None

    return _run(pieces, stops, find=find)


def all_pieces_consumed(pieces, stops):
    """All pieces are put together first, and the text is cut afterwards.

    Every piece costs a call of the model, and you need none after the stop sequence. Search after each piece, and end
    as soon as you find one.
    """
    _refuse_empty(stops)
    text = "".join(pieces)
    found = _first_stop(text, stops)
    return (text[: found[0]], len(pieces), found[1]) if found else (text, len(pieces), None)


def text_after_it_kept(pieces, stops):
    """Only the stop sequence itself is removed, and what follows it in the last piece stays.

    The text ends at the stop sequence, so the text after it is dropped as well. `replace` and `split` with `join`
    take a word out of the middle.
    """
    return _run(pieces, stops, cut=lambda text, start, stop, piece: text[:start] + text[start + len(stop) :])


def one_piece_less(pieces, stops):
    """The piece that completed the stop sequence is not counted.

    It was produced, and paid for. If the loop counts from 0, its number is one less than the number of pieces.
    """
    text, consumed, stop = _apply_stops(pieces, stops)
    return text, consumed - (stop is not None), stop


def blanks_stripped(pieces, stops):
    """Blanks and line breaks at the end of the visible text are removed.

    They are part of what the model wrote, and the rules do not touch them. The caller can remove them, but cannot
    bring them back.
    """
    text, consumed, stop = _apply_stops(pieces, stops)
    return text.strip(), consumed, stop


def blanks_stripped__on_the_right(pieces, stops):
    """Blanks at the beginning stay."""
    text, consumed, stop = _apply_stops(pieces, stops)
    return text.rstrip(), consumed, stop


def blanks_stripped__before_the_stop(pieces, stops):
    """A text without a stop sequence keeps its spaces."""
    text, consumed, stop = _apply_stops(pieces, stops)
    return text if stop is None else text.rstrip(), consumed, stop


def line_breaks_stripped(pieces, stops):
    """Line breaks before the stop sequence are removed.

    They are part of what the model wrote, and the rules do not touch them. The caller can remove them, but cannot
    bring them back.
    """
    return _run(pieces, stops, cut=lambda text, start, stop, piece: text[:start].rstrip("\n"))


def case_ignored(pieces, stops):
    """Upper and lower case count as equal, so "end" stops a text at "END".

    A stop sequence matches exactly. A caller can name both spellings.
    """

    def find(text, stops):
        places = [(text.lower().find(stop.lower()), -len(stop), stop) for stop in stops if stop.lower() in text.lower()]
        return (min(places)[0], min(places)[2]) if places else None

    return _run(pieces, stops, find)


def only_the_end_searched(pieces, stops):
    """Only the end of the text is searched.

    A piece can be long, and the stop sequence can be at its beginning. How far back can one begin that was not there
    before this piece?
    """

    def find(text, stops):
        found = _first_stop(text[-20:], stops)
        return (found[0] + max(len(text) - 20, 0), found[1]) if found else None

    return _run(pieces, stops, find)


def only_the_first_stop(pieces, stops):
    """Only the first stop sequence of the list is looked for.

    A caller can name several, and each of them ends the text. Perhaps a `return` inside a loop ends it too soon.
    """
    _refuse_empty(stops)
    return _apply_stops(pieces, stops[:1])


def empty_text_for_none(pieces, stops):
    """If no stop sequence appears, the third part of the result is an empty text.

    Python's word for nothing is None, and the rules ask for it.
    """
    text, consumed, stop = _apply_stops(pieces, stops)
    return text, consumed, stop or ""


def empty_stop_accepted(pieces, stops):
    """An empty stop sequence is accepted, and ends every text at once.

    The empty string is found everywhere, even before the first character. It is a senseless setting: the rules want
    ValueError.
    """
    return ("", min(1, len(pieces)), "") if "" in stops else _apply_stops(pieces, stops)


def empty_stop_ignored(pieces, stops):
    """An empty stop sequence is ignored.

    The caller believes that the text will be stopped, and it will not. The rules want ValueError.
    """
    return _apply_stops(pieces, [stop for stop in stops if stop])


def changes_its_input(pieces, stops):
    """The pieces are taken out of the list that was given.

    The caller finds it shorter than before. `pieces.pop(0)` takes items away from the caller; a `for` loop does
    not.
    """
    result = _apply_stops(pieces, stops)
    del pieces[: result[1]]
    return result
