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


def by_list_order(pieces, stops):
    """Takes the first stop of the list that is found.

    makes: first_in_the_list
    """
    if "" in stops:
        raise ValueError("empty stop")
    text = ""
    for n, piece in enumerate(pieces, 1):
        text += piece
        for stop in stops:
            at = text.find(stop)
            if at >= 0:
                return text[:at], n, stop
    return text, len(pieces), None


def strips_the_end(pieces, stops):
    """Calls rstrip on the visible text.

    makes: blanks_stripped
    """
    if any(not stop for stop in stops):
        raise ValueError
    text = ""
    for n, piece in enumerate(pieces, 1):
        text += piece
        found = [(text.index(stop), -len(stop), stop) for stop in stops if stop in text]
        if found:
            at, _, stop = min(found)
            return text[:at].rstrip(), n, stop
    return text.rstrip(), len(pieces), None


def two_pieces_at_a_time(pieces, stops):
    """Searches the last two pieces only.

    makes: nothing listed
    """
    if any(not stop for stop in stops):
        raise ValueError
    text, last = "", ""
    for n, piece in enumerate(pieces, 1):
        window = last + piece
        before = len(text) - len(last)
        text += piece
        last = piece
        found = [(window.index(stop), -len(stop), stop) for stop in stops if stop in window]
        if found:
            at, _, stop = min(found)
            return text[: before + at], n, stop
    return text, len(pieces), None


def begins_counted_from_the_end(pieces, stops):
    """Prefers the stop that ends first.

    makes: first_to_end
    """
    if any(not stop for stop in stops):
        raise ValueError
    text = ""
    for n, piece in enumerate(pieces, 1):
        text += piece
        found = [(text.index(stop) + len(stop), stop) for stop in stops if stop in text]
        if found:
            end, stop = min(found)
            return text[: end - len(stop)], n, stop
    return text, len(pieces), None


def cut_from_the_right(pieces, stops):
    """Looks for every stop sequence from the right.

    makes: last_occurrence
    """
    if not all(stops):
        raise ValueError("empty stop")
    buffer = ""
    for i in range(len(pieces)):
        buffer = buffer + pieces[i]
        hits = {s: buffer.rfind(s) for s in stops if s in buffer}
        if hits:
            winner = sorted(hits, key=lambda s: (hits[s], -len(s)))[0]
            return buffer[: hits[winner]], i + 1, winner
    return buffer, len(pieces), None


def longest_stop_tried_first(pieces, stops):
    """Sorts the stop sequences by length and takes the first that is there.

    makes: longest_anywhere
    """
    if "" in stops:
        raise ValueError("stops must not be empty")
    ordered = sorted(stops, key=len, reverse=True)
    text, used = "", 0
    for piece in pieces:
        text, used = text + piece, used + 1
        for stop in ordered:
            before, found, _ = text.partition(stop)
            if found:
                return before, used, stop
    return text, used, None


def one_pattern_of_all(pieces, stops):
    """Joins the stop sequences to one regular expression and escapes nothing.

    makes: nothing listed
    """
    import re

    if any(not stop for stop in stops):
        raise ValueError("empty")
    pattern = "|".join(sorted(stops, key=len, reverse=True))
    text = ""
    for n, piece in enumerate(pieces, 1):
        text += piece
        match = re.search(pattern, text) if stops else None
        if match:
            return text[: match.start()], n, match.group()
    return text, len(pieces), None


def stop_taken_out(pieces, stops):
    """Replaces the stop sequence by nothing and leaves the rest.

    makes: text_after_it_kept
    """
    _check(stops)
    text = ""
    for n, piece in enumerate(pieces):
        text += piece
        found = _first(text, stops)
        if found:
            stop = found[1]
            return text.replace(stop, "", 1), n + 1, stop
    return text, len(pieces), None


def upper_and_lower(pieces, stops):
    """Compares in small letters and reports the stop as it was named.

    makes: case_ignored
    """
    if "" in stops:
        raise ValueError("empty")
    text = ""
    for n, piece in enumerate(pieces, start=1):
        text += piece
        hits = [(text.lower().find(s.lower()), -len(s), s) for s in stops if s.lower() in text.lower()]
        if hits:
            at, _, stop = min(hits)
            return text[:at], n, stop
    return text, len(pieces), None


def text_endswith(pieces, stops):
    """Asks whether the text ends with a stop sequence.

    makes: at_the_end_only
    """
    if "" in stops:
        raise ValueError("empty stop sequence")
    text = ""
    count = 0
    for piece in pieces:
        text += piece
        count += 1
        found = [stop for stop in stops if text.endswith(stop)]
        if found:
            stop = max(found, key=len)
            return text[: -len(stop)], count, stop
    return text, count, None


def joined_with_blanks(pieces, stops):
    """Puts a blank between the pieces.

    makes: nothing listed
    """
    for stop in stops:
        if not stop:
            raise ValueError("empty stop sequence")
    for n in range(1, len(pieces) + 1):
        text = " ".join(pieces[:n])
        found = [(text.find(stop), -len(stop), stop) for stop in stops if stop in text]
        if found:
            start, _, stop = min(found)
            return text[:start], n, stop
    return " ".join(pieces), len(pieces), None


def first_of_the_list(pieces, stops):
    """Takes the first stop sequence in the list that is in the text, not the one that begins first.

    makes: first_in_the_list
    """
    if "" in stops:
        raise ValueError("empty")
    text = ""
    for taken, piece in enumerate(pieces, 1):
        text += piece
        for stop in stops:
            where = text.find(stop)
            if where >= 0:
                return text[:where], taken, stop
    return text, len(pieces), None


def stop_stays_visible(pieces, stops):
    """The visible text contains the stop sequence.

    makes: stop_left_in
    """
    if any(not stop for stop in stops):
        raise ValueError("a stop sequence is empty")
    for n in range(1, len(pieces) + 1):
        text = "".join(pieces[:n])
        found = [(text.index(s), -len(s), s) for s in stops if s in text]
        if found:
            begin, minus, stop = min(found)
            return text[: begin - minus], n, stop
    return "".join(pieces), len(pieces), None


def last_two_pieces(pieces, stops):
    """Searches the last two pieces only, so a stop sequence across three is missed.

    makes: nothing listed
    """
    if "" in stops:
        raise ValueError("empty")
    for n in range(1, len(pieces) + 1):
        before = "".join(pieces[: max(0, n - 2)])
        window = "".join(pieces[max(0, n - 2) : n])
        found = sorted((window.find(s), -len(s), s) for s in stops if s in window)
        if found:
            return before + window[: found[0][0]], n, found[0][2]
    return "".join(pieces), len(pieces), None
