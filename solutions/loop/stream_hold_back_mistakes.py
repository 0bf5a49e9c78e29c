"""Typical wrong versions of streaming with stop sequences."""

import re
from itertools import accumulate

from .stop_sequences import apply_stops as _apply_stops
from .stop_sequences import first_stop as _first_stop
from .stop_sequences import refuse_empty as _refuse_empty
from .stream_hold_back import possible_stop as _possible_stop
from .stream_hold_back import stream as _stream


def _run(pieces, stops, hold):
    """Stream with another rule for how many letters to hold back."""
    _refuse_empty(stops)
    text, shown, chunks = "", 0, []
    for piece in pieces:
        text += piece
        found = _first_stop(text, stops)
        safe = found[0] if found else len(text) - hold(text, stops, piece)
        safe = max(safe, shown)
        chunks.append(text[shown:safe])
        shown = safe
        if found:
            return [*chunks, ""]
    return [*chunks, text[shown:]]


def nothing_held_back(pieces, stops):
    """Every piece is shown at once.

    When the last character of a stop sequence arrives, the first ones are on the screen already and cannot be taken
    back. Which characters are not safe yet?
    """
    return _run(pieces, stops, lambda text, stops, piece: 0)


def everything_held_back(pieces, stops):
    """Nothing is shown before the end.

    The text is right, but the reader waits for all of it, and streaming was meant to prevent that. Most characters
    cannot be part of a stop sequence any more.
    """
    visible, consumed, _ = _apply_stops(pieces, stops)
    return [*("" for _ in range(consumed)), visible]


def fixed_number_held_back(pieces, stops):
    """The last n − 1 characters are always held back, n being the length of the longest stop sequence.

    That is safe, and vLLM does it. But it delays every text, also where the end cannot begin a stop sequence. The
    rules ask you to hold back only what may become one.
    """
    most = max((len(stop) for stop in stops), default=1) - 1
    return _run(pieces, stops, lambda text, stops, piece: min(most, len(text)))


def last_letter_only(pieces, stops):
    """Only the last character is compared with the beginnings of the stop sequences.

    After "U" comes "Us", which does not end with "U" and is still the beginning of "User:". Longer ends have to be
    compared with longer beginnings.
    """
    return _run(pieces, stops, lambda text, stops, piece: int(any(s[0] == text[-1] for s in stops if len(s) > 1)))


def first_stop_only(pieces, stops):
    """Only the beginnings of the first stop sequence are held back.

    The others can come as well, and their first characters are shown too early. Look at all of them.
    """
    return _run(pieces, stops, lambda text, stops, piece: _possible_stop(text, stops[:1]))


def shortest_end(pieces, stops):
    """The shortest end of the text that begins a stop sequence is held back, instead of the longest.

    In "abab" the last two characters could begin "ababc", but so could all four. If you let the longer one go and it
    was the right one, it is too late.
    """

    def hold(text, stops, piece):
        lengths = [length for stop in stops for length in range(1, len(stop)) if text.endswith(stop[:length])]
        return min(lengths, default=0)

    return _run(pieces, stops, hold)


def shortest_end__of_each_stop_sequence(pieces, stops):
    """The shortest end of each stop sequence is found, and the longest of these is held back."""

    def hold(text, stops, piece):
        ends = [[length for length in range(1, len(stop)) if text.endswith(stop[:length])] for stop in stops]
        return max((lengths[0] for lengths in ends if lengths), default=0)

    return _run(pieces, stops, hold)


def newest_piece_only(pieces, stops):
    """Only the newest piece is compared with the beginnings of the stop sequences.

    A beginning can span several pieces: after "no" and "n" the end of the text is "non". Compare the end of the
    whole text, not of the piece.
    """
    return _run(pieces, stops, lambda text, stops, piece: _possible_stop(piece, stops))


def whole_pieces_held_back(pieces, stops):
    """If a piece ends with the beginning of a stop sequence, the whole piece is held back.

    The space in " Us" is safe, only "Us" is not. Cut by characters, not by pieces.
    """

    def hold(text, stops, piece):
        length = _possible_stop(text, stops)
        return max(length, len(piece)) if length else 0

    return _run(pieces, stops, hold)


def whole_pieces_held_back__with_those_that_wait(pieces, stops):
    """Pieces that wait already keep waiting."""

    def hold(text, stops, piece):
        return len(text) if _possible_stop(text, stops) else 0

    return _run(pieces, stops, hold)


def waiting_text_as_a_whole(pieces, stops):
    """Text is held back only if everything that waits, from its first character, begins a stop sequence.

    " Us" does not begin "User:", but its end does. Compare not only the whole of what waits, but also every shorter
    end of it.
    """
    _refuse_empty(stops)
    text, shown, chunks = "", 0, []
    for piece in pieces:
        text += piece
        found = _first_stop(text, stops)
        safe = found[0] if found else shown if any(stop.startswith(text[shown:]) for stop in stops) else len(text)
        safe = max(safe, shown)
        chunks.append(text[shown:safe])
        shown = safe
        if found:
            return [*chunks, ""]
    return [*chunks, text[shown:]]


def lost_at_the_end(pieces, stops):
    """The text held back when the last piece has come is never shown.

    If no more pieces come, the stop sequence cannot be completed, so those characters belong to the text. What should
    the last chunk hold?
    """
    return [*_stream(pieces, stops)[:-1], ""]


def never_released(pieces, stops):
    """Once something has been held back, everything that follows is held back until the end.

    After " Us" comes "ual", and it is clear that this is not "User:". Ask again after every piece what may go.
    """
    _refuse_empty(stops)
    text, shown, chunks, is_held = "", 0, [], False
    for piece in pieces:
        text += piece
        found = _first_stop(text, stops)
        is_held = is_held or _possible_stop(text, stops) > 0
        safe = found[0] if found else shown if chunks and is_held else len(text) - _possible_stop(text, stops)
        chunks.append(text[shown:safe])
        shown = safe
        if found:
            return [*chunks, ""]
    return [*chunks, text[shown:]]


def _stream_by(pieces, stops, first, begins):
    """Stream with another way to find a stop sequence, and to tell that a text ends with the beginning of one."""
    _refuse_empty(stops)
    text, shown, chunks = "", 0, []
    for piece in pieces:
        text += piece
        place = first(text)
        ends = [n for stop in stops for n in range(1, len(stop)) if begins(text[-n:], stop[:n])]
        safe = max(shown, len(text) - max(ends, default=0) if place is None else place)
        chunks.append(text[shown:safe])
        shown = safe
        if place is not None:
            return [*chunks, ""]
    return [*chunks, text[shown:]]


def first_of_the_list(pieces, stops):
    """If a piece completes several stop sequences, the one that comes first in the list counts.

    The order of the list says nothing. Of those that are in the text, the one that begins first counts, so look for all
    of them before you decide.
    """

    def first(text):
        return next((text.find(stop) for stop in stops if stop in text), None)

    return _stream_by(pieces, stops, first, str.__eq__)


def last_of_the_list(pieces, stops):
    """If a piece completes several stop sequences, the one that comes last in the list counts.

    A loop over the list that overwrites its result does this. Of those that are in the text, the one that begins first
    counts, wherever it is in the list.
    """

    def first(text):
        return next((text.find(stop) for stop in reversed(stops) if stop in text), None)

    return _stream_by(pieces, stops, first, str.__eq__)


def stop_taken_for_a_pattern(pieces, stops):
    """A stop sequence is used as a regular expression, so "." stops at any character.

    `re.search` gives some characters a meaning of their own. A stop sequence is plain text; which method finds plain
    text?
    """

    def first(text):
        return min((found.start() for stop in stops if (found := re.search(stop, text))), default=None)

    return _stream_by(pieces, stops, first, str.__eq__)


def case_ignored(pieces, stops):
    """Upper and lower case count as equal, so "end" stops a text at "END".

    A stop sequence matches exactly. A caller can name both spellings.
    """

    def first(text):
        found = _first_stop(text.lower(), [stop.lower() for stop in stops])
        return found[0] if found else None

    return _stream_by(pieces, stops, first, lambda end, beginning: end.lower() == beginning.lower())


def only_the_end_searched(pieces, stops):
    """Only the end of the text is searched for a stop sequence.

    A piece can be long, and the stop sequence can be at its beginning. How far back can one begin that was not there
    before this piece?
    """

    def first(text):
        found = _first_stop(text[-20:], stops)
        return found[0] + max(len(text) - 20, 0) if found else None

    return _stream_by(pieces, stops, first, str.__eq__)


def looks_ahead(pieces, stops):
    """The stop sequence is looked for in all pieces first, and then everything before it is shown without delay.

    That needs pieces that the model has not written yet. After each piece, decide from what has come so far.
    """
    visible, consumed, _ = _apply_stops(pieces, stops)
    ends = [min(end, len(visible)) for end in accumulate(map(len, pieces[:consumed]))]
    return [*(visible[start:end] for start, end in zip([0, *ends], ends, strict=False)), ""]


def whole_text_each_time(pieces, stops):
    """Each chunk repeats everything from the beginning.

    A screen that adds chunk to chunk would show the first words again and again. Remember how much was shown, and
    return only what is new.
    """
    chunks = _stream(pieces, stops)
    return [*accumulate(chunks[:-1]), chunks[-1]]


def stop_shown(pieces, stops):
    """The stop sequence itself is shown when it is complete.

    It is a mark for the program, not for the reader. As in the exercise before, the visible text ends where it
    begins.
    """
    chunks = _stream(pieces, stops)
    matched = _apply_stops(pieces, stops)[2]
    return [*chunks[:-2], chunks[-2] + matched, ""] if matched is not None else chunks


def goes_on_after_the_stop(pieces, stops):
    """After the stop sequence there is an empty chunk for each piece that is left.

    Those pieces are never produced, because the loop has ended. After the stop sequence comes the last chunk, and
    nothing else.
    """
    chunks = _stream(pieces, stops)
    return chunks + [""] * (len(pieces) + 1 - len(chunks))


def no_chunk_for_the_end(pieces, stops):
    """There is a chunk for each piece, but none for the end.

    The list must be one longer than the number of pieces taken. What do you do with characters that are held when
    nothing more comes?
    """
    return _stream(pieces, stops)[:-1]


def empty_chunks_left_out(pieces, stops):
    """Chunks that are empty are left out of the list.

    On the screen it makes no difference, but here there is one chunk for each piece, so that the caller can see the
    text of each piece.
    """
    return [chunk for chunk in _stream(pieces, stops) if chunk]


def empty_stop_ignored(pieces, stops):
    """An empty stop sequence is ignored.

    The caller believes that the text will be stopped, and it will not. The rules want ValueError.
    """
    return _stream(pieces, [stop for stop in stops if stop])


def empty_stop_accepted(pieces, stops):
    """An empty stop sequence is accepted, and ends every text at once.

    The empty string is found everywhere, even before the first character. The rules want ValueError.
    """
    return ["", ""][: 1 + min(1, len(pieces))] if "" in stops else _stream(pieces, stops)


def changes_its_input(pieces, stops):
    """The pieces are taken out of the list that was given.

    The caller finds it shorter than before. `pieces.pop(0)` takes items away from the caller; a `for` loop does
    not.
    """
    chunks = _stream(pieces, stops)
    del pieces[: len(chunks) - 1]
    return chunks
