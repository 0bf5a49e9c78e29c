"""Wrong versions of stop sequences, as learners write them."""


def _check(stops):
    if any(len(stop) == 0 for stop in stops):
        raise ValueError("empty stop sequence")


def _first(text, stops):
    best = None
    for stop in stops:
        at = text.find(stop)
        if at >= 0 and (best is None or at < best[0] or (at == best[0] and len(stop) > len(best[1]))):
            best = (at, stop)
    return best


def looks_into_pieces(pieces, stops):
    """Looks into each piece.

    makes: each_piece_alone
    """
    _check(stops)
    done = []
    for i, piece in enumerate(pieces):
        best = _first(piece, stops)
        if best:
            return "".join(done) + piece[: best[0]], i + 1, best[1]
        done.append(piece)
    return "".join(done), len(pieces), None


def stop_included(pieces, stops):
    """Cuts behind the stop sequence.

    makes: stop_left_in
    """
    _check(stops)
    text = ""
    for i in range(len(pieces)):
        text = text + pieces[i]
        best = _first(text, stops)
        if best:
            at, stop = best
            return text[: at + len(stop)], i + 1, stop
    return text, len(pieces), None


def text_so_far(pieces, stops):
    """Returns the text so far.

    makes: last_piece_left_whole
    """
    _check(stops)
    text, n = "", 0
    for piece in pieces:
        text, n = text + piece, n + 1
        best = _first(text, stops)
        if best:
            return text, n, best[1]
    return text, n, None


def pieces_before(pieces, stops):
    """Returns the pieces before the one that completed it.

    makes: last_piece_dropped
    """
    _check(stops)
    text = ""
    for i, piece in enumerate(pieces):
        best = _first(text + piece, stops)
        if best:
            return "".join(pieces[:i]), i + 1, best[1]
        text += piece
    return text, len(pieces), None


def only_endings(pieces, stops):
    """Uses endswith on the text so far.

    makes: at_the_end_only
    """
    _check(stops)
    text = ""
    for i, piece in enumerate(pieces, 1):
        text += piece
        ending = sorted((s for s in stops if text.endswith(s)), key=len, reverse=True)
        if ending:
            best = _first(text, ending)
            return text[: best[0]], i, best[1]
    return text, len(pieces), None


def in_list_order(pieces, stops):
    """Takes the first of the list that is in the text.

    makes: first_in_the_list
    """
    _check(stops)
    text = ""
    for i, piece in enumerate(pieces, 1):
        text += piece
        for stop in stops:
            if stop in text:
                return text.split(stop)[0], i, stop
    return text, len(pieces), None


def joined_first(pieces, stops):
    """Joins all pieces first.

    makes: all_pieces_consumed
    """
    _check(stops)
    text = "".join(pieces)
    best = _first(text, stops)
    if best is None:
        return text, len(pieces), None
    return text[: best[0]], len(pieces), best[1]


def index_returned(pieces, stops):
    """Returns the index of the piece for the count.

    makes: one_piece_less
    """
    _check(stops)
    text = ""
    for i, piece in enumerate(pieces):
        text += piece
        best = _first(text, stops)
        if best:
            return text[: best[0]], i, best[1]
    return text, len(pieces), None


def right_stripped(pieces, stops):
    """Strips the text.

    makes: blanks_stripped
    """
    _check(stops)
    text = ""
    for i, piece in enumerate(pieces, 1):
        text += piece
        best = _first(text, stops)
        if best:
            return text[: best[0]].strip(), i, best[1]
    return text.strip(), len(pieces), None


def empty_ones_skipped(pieces, stops):
    """Skips empty stop sequences.

    makes: empty_stop_ignored
    """
    text = ""
    for i, piece in enumerate(pieces, 1):
        text += piece
        best = _first(text, [s for s in stops if s != ""])
        if best:
            return text[: best[0]], i, best[1]
    return text, len(pieces), None


def shortest_wins(pieces, stops):
    """Among those that begin at the same place the shortest is reported.

    makes: shortest_at_the_same_place
    """
    _check(stops)
    text = ""
    for i, piece in enumerate(pieces, 1):
        text += piece
        for at in range(len(text)):
            for stop in sorted(stops, key=len):
                if text.startswith(stop, at):
                    return text[:at], i, stop
    return text, len(pieces), None


def previous_and_current(pieces, stops):
    """Looks into each piece together with the one before.

    makes: nothing listed
    """
    _check(stops)
    text, previous = "", ""
    for i, piece in enumerate(pieces, 1):
        text += piece
        best = _first(previous + piece, stops)
        if best:
            return text[: len(text) - len(previous + piece) + best[0]], i, best[1]
        previous = piece
    return text, len(pieces), None


def no_text(pieces, stops):
    """Returns the list of pieces instead of a text.

    makes: nothing listed
    """
    _check(stops)
    text = ""
    for i, piece in enumerate(pieces, 1):
        text += piece
        best = _first(text, stops)
        if best:
            return pieces[: i - 1], i, best[1]
    return list(pieces), len(pieces), None


def one_letter_less(pieces, stops):
    """Cuts one letter too early.

    makes: nothing listed
    """
    _check(stops)
    text = ""
    for i, piece in enumerate(pieces, 1):
        text += piece
        best = _first(text, stops)
        if best:
            return text[: max(best[0] - 1, 0)], i, best[1]
    return text, len(pieces), None


def count_of_letters(pieces, stops):
    """Returns the number of letters for the number of pieces.

    makes: nothing listed
    """
    _check(stops)
    text = ""
    for piece in pieces:
        text += piece
        best = _first(text, stops)
        if best:
            return text[: best[0]], len(text), best[1]
    return text, len(text), None


def letters_only(pieces, stops):
    """Removes all blanks before the search.

    makes: nothing listed
    """
    _check(stops)
    text = ""
    for i, piece in enumerate(pieces, 1):
        text += piece.replace(" ", "")
        best = _first(text, stops)
        if best:
            return text[: best[0]], i, best[1]
    return text, len(pieces), None


def index_of_stop(pieces, stops):
    """Returns the place of the stop sequence in the list.

    makes: nothing listed
    """
    _check(stops)
    text = ""
    for i, piece in enumerate(pieces, 1):
        text += piece
        best = _first(text, stops)
        if best:
            return text[: best[0]], i, stops.index(best[1])
    return text, len(pieces), -1


def one_piece_more(pieces, stops):
    """Takes one more piece after the stop sequence.

    makes: nothing listed
    """
    _check(stops)
    text = ""
    for i, piece in enumerate(pieces, 1):
        text += piece
        best = _first(text, stops)
        if best:
            return text[: best[0]], i + 1, best[1]
    return text, len(pieces), None


def last_stop_in_list(pieces, stops):
    """Lets the last one of the list that is in the text win.

    makes: nothing listed
    """
    _check(stops)
    text = ""
    for i, piece in enumerate(pieces, 1):
        text += piece
        found = None
        for stop in stops:
            if stop in text:
                found = stop
        if found:
            return text[: text.index(found)], i, found
    return text, len(pieces), None


def stripped_before_the_stop(pieces, stops):
    """Strips the text on the right where a stop sequence was found.

    makes: blanks_stripped
    """
    _check(stops)
    text = ""
    for i, piece in enumerate(pieces, 1):
        text += piece
        best = _first(text, stops)
        if best:
            return text[: best[0]].rstrip(), i, best[1]
    return text, len(pieces), None


def none_as_text(pieces, stops):
    """Starts with found = "" and breaks out of the loop.

    makes: empty_text_for_none
    """
    _check(stops)
    text, found, n = "", "", 0
    for piece in pieces:
        text, n = text + piece, n + 1
        best = _first(text, stops)
        if best:
            text, found = text[: best[0]], best[1]
            break
    return text, n, found


def stripped_and_empty_ignored(pieces, stops):
    """Strips the text, and ignores empty stop sequences.

    makes: blanks_stripped, empty_stop_ignored
    """
    stops = [s for s in stops if s]
    text = ""
    for i, piece in enumerate(pieces, 1):
        text += piece
        best = _first(text, stops)
        if best:
            return text[: best[0]].strip(), i, best[1]
    return text.strip(), len(pieces), None
