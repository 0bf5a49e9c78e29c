"""Wrong versions of streaming with stop sequences, as learners write them."""


def _check(stops):
    if "" in stops:
        raise ValueError("empty")


def _first(text, stops):
    places = [text.find(s) for s in stops if s in text]
    return min(places) if places else None


def _held(text, stops):
    longest = 0
    for stop in stops:
        for n in range(1, len(stop)):
            if text[-n:] == stop[:n]:
                longest = max(longest, n)
    return longest


def shown_at_once(pieces, stops):
    """Shows each piece at once and cuts when the stop is there.

    makes: nothing_held_back
    """
    _check(stops)
    text, out = "", []
    for piece in pieces:
        before = len(text)
        text += piece
        at = _first(text, stops)
        if at is not None:
            return out + [text[before:at] if at > before else "", ""]
        out.append(piece)
    return out + [""]


def longest_stop_always(pieces, stops):
    """Always holds back as many letters as the longest stop, less one.

    makes: fixed_number_held_back
    """
    _check(stops)
    n = max([len(s) for s in stops], default=1) - 1
    text, shown, out = "", 0, []
    for piece in pieces:
        text += piece
        at = _first(text, stops)
        if at is not None:
            return out + [text[shown:at], ""]
        safe = max(shown, len(text) - n)
        out.append(text[shown:safe])
        shown = safe
    return out + [text[shown:]]


def first_of_the_stops(pieces, stops):
    """Holds back for stops[0] only.

    makes: first_stop_only
    """
    _check(stops)
    text, shown, out = "", 0, []
    for piece in pieces:
        text += piece
        at = _first(text, stops)
        if at is not None:
            return out + [text[shown:at] if at > shown else "", ""]
        safe = max(shown, len(text) - _held(text, stops[:1]))
        out.append(text[shown:safe])
        shown = safe
    return out + [text[shown:]]


def end_dropped(pieces, stops):
    """Always ends with an empty chunk.

    makes: lost_at_the_end
    """
    _check(stops)
    text, shown, out = "", 0, []
    for piece in pieces:
        text += piece
        at = _first(text, stops)
        safe = at if at is not None else len(text) - _held(text, stops)
        out.append(text[shown:safe])
        shown = safe
        if at is not None:
            break
    out.append("")
    return out


def no_end_chunk(pieces, stops):
    """Has no chunk for the end.

    makes: no_chunk_for_the_end
    """
    _check(stops)
    text, shown, out = "", 0, []
    for piece in pieces:
        text += piece
        at = _first(text, stops)
        safe = at if at is not None else len(text) - _held(text, stops)
        out.append(text[shown:safe])
        shown = safe
        if at is not None:
            return out
    return out


def only_texts(pieces, stops):
    """Appends only chunks that have text.

    makes: empty_chunks_left_out
    """
    _check(stops)
    text, shown, out = "", 0, []
    for piece in pieces:
        text += piece
        at = _first(text, stops)
        safe = at if at is not None else len(text) - _held(text, stops)
        if safe > shown:
            out.append(text[shown:safe])
            shown = safe
        if at is not None:
            return out
    if shown < len(text):
        out.append(text[shown:])
    return out


def min_for_max(pieces, stops):
    """Holds back the shortest end.

    makes: shortest_end
    """
    _check(stops)
    text, shown, out = "", 0, []
    for piece in pieces:
        text += piece
        at = _first(text, stops)
        if at is not None:
            return out + [text[shown:at] if at > shown else "", ""]
        lengths = [n for s in stops for n in range(1, len(s)) if text.endswith(s[:n])]
        safe = max(shown, len(text) - (min(lengths) if lengths else 0))
        out.append(text[shown:safe])
        shown = safe
    return out + [text[shown:]]


def pieces_compared(pieces, stops):
    """Compares only the newest piece.

    makes: newest_piece_only
    """
    _check(stops)
    text, shown, out = "", 0, []
    for piece in pieces:
        text += piece
        at = _first(text, stops)
        if at is not None:
            return out + [text[shown:at] if at > shown else "", ""]
        safe = max(shown, len(text) - _held(piece, stops))
        out.append(text[shown:safe])
        shown = safe
    return out + [text[shown:]]


def everything_every_time(pieces, stops):
    """Sends the text from the beginning each time.

    makes: whole_text_each_time
    """
    _check(stops)
    text, shown, out = "", 0, []
    for piece in pieces:
        text += piece
        at = _first(text, stops)
        safe = at if at is not None else len(text) - _held(text, stops)
        out.append(text[:safe])
        shown = safe
        if at is not None:
            return out + [""]
    return out + [text[shown:]]


def empty_ignored(pieces, stops):
    """Ignores empty stops.

    makes: empty_stop_ignored
    """
    stops = [s for s in stops if len(s) > 0]
    text, shown, out = "", 0, []
    for piece in pieces:
        text += piece
        at = _first(text, stops)
        safe = at if at is not None else len(text) - _held(text, stops)
        out.append(text[shown:safe])
        shown = safe
        if at is not None:
            return out + [""]
    return out + [text[shown:]]


def one_letter_more(pieces, stops):
    """Holds back one letter more than necessary.

    makes: nothing listed
    """
    _check(stops)
    text, shown, out = "", 0, []
    for piece in pieces:
        text += piece
        at = _first(text, stops)
        if at is not None:
            return out + [text[shown:at] if at > shown else "", ""]
        held = _held(text, stops)
        safe = max(shown, len(text) - (held + 1 if held else 0))
        out.append(text[shown:safe])
        shown = safe
    return out + [text[shown:]]


def at_least_two_letters(pieces, stops):
    """Holds back only if two letters fit.

    makes: nothing listed
    """
    _check(stops)
    text, shown, out = "", 0, []
    for piece in pieces:
        text += piece
        at = _first(text, stops)
        if at is not None:
            return out + [text[shown:at] if at > shown else "", ""]
        held = _held(text, stops)
        safe = max(shown, len(text) - (held if held > 1 else 0))
        out.append(text[shown:safe])
        shown = safe
    return out + [text[shown:]]


def since_the_last_blank(pieces, stops):
    """Holds back from the last blank on.

    makes: nothing listed
    """
    _check(stops)
    text, shown, out = "", 0, []
    for piece in pieces:
        text += piece
        at = _first(text, stops)
        if at is not None:
            return out + [text[shown:at] if at > shown else "", ""]
        safe = max(shown, text.rfind(" ") + 1)
        out.append(text[shown:safe])
        shown = safe
    return out + [text[shown:]]


def one_piece_late(pieces, stops):
    """Shows each piece one piece later.

    makes: nothing listed
    """
    _check(stops)
    text, shown, out = "", 0, []
    for piece in pieces:
        before = len(text)
        text += piece
        at = _first(text, stops)
        if at is not None:
            return out + [text[shown:at] if at > shown else "", ""]
        out.append(text[shown:before])
        shown = before
    return out + [text[shown:]]


def any_letter_of_a_stop(pieces, stops):
    """Holds back every letter at the end that is in some stop sequence.

    makes: nothing listed
    """
    _check(stops)
    letters = set("".join(stops))
    text, shown, out = "", 0, []
    for piece in pieces:
        text += piece
        at = _first(text, stops)
        if at is not None:
            return out + [text[shown:at] if at > shown else "", ""]
        safe = len(text)
        while safe > shown and text[safe - 1] in letters:
            safe -= 1
        out.append(text[shown:safe])
        shown = safe
    return out + [text[shown:]]


def cut_behind_the_piece(pieces, stops):
    """Goes on after the stop sequence as if nothing had been.

    makes: nothing listed
    """
    _check(stops)
    text, shown, out = "", 0, []
    for piece in pieces:
        text += piece
        safe = max(shown, len(text) - _held(text, stops))
        out.append(text[shown:safe])
        shown = safe
    return out + [text[shown:]]


def one_text(pieces, stops):
    """Returns one text.

    makes: nothing listed
    """
    _check(stops)
    text = ""
    for piece in pieces:
        text += piece
        at = _first(text, stops)
        if at is not None:
            return text[:at]
    return text


def end_chunk_twice(pieces, stops):
    """Adds two chunks for the end.

    makes: nothing listed
    """
    _check(stops)
    text, shown, out = "", 0, []
    for piece in pieces:
        text += piece
        at = _first(text, stops)
        safe = at if at is not None else len(text) - _held(text, stops)
        out.append(text[shown:safe])
        shown = safe
        if at is not None:
            return out + ["", ""]
    return out + [text[shown:], ""]


def one_letter_compared(pieces, stops):
    """Compares the last letter with the first of each stop sequence.

    makes: last_letter_only
    """
    _check(stops)
    firsts = {stop[0] for stop in stops if len(stop) > 1}
    text, shown, out = "", 0, []
    for piece in pieces:
        text += piece
        at = _first(text, stops)
        if at is not None:
            return out + [text[shown:at] if at > shown else "", ""]
        safe = len(text) - 1 if text[-1] in firsts else len(text)
        safe = max(safe, shown)
        out.append(text[shown:safe])
        shown = safe
    return out + [text[shown:]]


def waits_for_the_end(pieces, stops):
    """Shows nothing before the end.

    makes: everything_held_back
    """
    _check(stops)
    text, out = "", []
    for piece in pieces:
        text += piece
        out.append("")
        at = _first(text, stops)
        if at is not None:
            return out + [text[:at]]
    return out + [text]


def knows_the_end_beforehand(pieces, stops):
    """Finds the stop sequence in the whole text first and shows everything before it piece by piece.

    makes: looks_ahead
    """
    if "" in stops:
        raise ValueError("stop")
    whole = "".join(pieces)
    places = [whole.find(s) for s in stops if s in whole]
    if not places:
        return list(pieces) + [""]
    start = min(places)
    end = min(whole.find(s) + len(s) for s in stops if whole.find(s) == start)
    out, at = [], 0
    for piece in pieces:
        out.append(piece[: max(0, start - at)])
        at += len(piece)
        if at >= end:
            break
    return out + [""]


def buffer_until_it_cannot_match(pieces, stops):
    """Collects pieces in a buffer as long as the buffer is the beginning of some stop sequence.

    makes: waiting_text_as_a_whole
    """
    for s in stops:
        if s == "":
            raise ValueError("empty stop sequence")
    out, shown, buffer, full = [], "", "", ""
    for piece in pieces:
        full += piece
        buffer += piece
        cut = [full.index(s) for s in stops if s in full]
        if cut:
            return out + [full[len(shown) : min(cut)], ""]
        if any(s.startswith(buffer) for s in stops):
            out.append("")
        else:
            out.append(buffer)
            shown += buffer
            buffer = ""
    return out + [buffer]


def two_letters_at_most(pieces, stops):
    """Holds back two letters at most.

    makes: nothing listed
    """
    _check(stops)
    text, shown, out = "", 0, []
    for piece in pieces:
        text += piece
        found = [text.find(s) for s in stops if s in text]
        if found:
            return [*out, text[shown : min(found)], ""]
        keep = 0
        for n in (1, 2):
            if any(len(s) > n and text.endswith(s[:n]) for s in stops):
                keep = n
        out.append(text[shown : max(shown, len(text) - keep)])
        shown = max(shown, len(text) - keep)
    return [*out, text[shown:]]


def piece_kept_whole(pieces, stops):
    """Keeps a whole piece back if it ends like the beginning of a stop sequence.

    makes: whole_pieces_held_back
    """
    _check(stops)
    out, text, shown = [], "", 0
    for piece in pieces:
        text += piece
        cut = [text.find(s) for s in stops if s in text]
        if cut:
            return out + [text[shown : min(cut)], ""]
        waits = any(text.endswith(s[:n]) for s in stops for n in range(1, len(s)))
        if waits:
            out.append("")
        else:
            out.append(text[shown:])
            shown = len(text)
    return out + [text[shown:]]


def empty_for_each_that_is_left(pieces, stops):
    """Goes on to the end of the list with empty chunks.

    makes: goes_on_after_the_stop
    """
    _check(stops)
    out, text, shown, done = [], "", 0, False
    for piece in pieces:
        if done:
            out.append("")
            continue
        text += piece
        cut = [text.find(s) for s in stops if s in text]
        if cut:
            end, done = min(cut), True
        else:
            ends = [n for s in stops for n in range(1, len(s)) if text.endswith(s[:n])]
            end = len(text) - max(ends, default=0)
        out.append(text[shown:end])
        shown = end
    return out + ["" if done else text[shown:]]


def everything_lowered(pieces, stops):
    """Compares small letters with small letters.

    makes: case_ignored
    """
    if "" in stops:
        raise ValueError("empty stop")
    lowered = [stop.lower() for stop in stops]
    text = ""
    shown = 0
    chunks = []
    for piece in pieces:
        text += piece
        low = text.lower()
        places = [low.find(stop) for stop in lowered if stop in low]
        if places:
            chunks.append(text[shown : min(places)])
            chunks.append("")
            return chunks
        hold = 0
        for stop in lowered:
            for n in range(1, len(stop)):
                if low.endswith(stop[:n]):
                    hold = max(hold, n)
        end = len(text) - hold
        chunks.append(text[shown:end])
        shown = end
    chunks.append(text[shown:])
    return chunks


def two_letters_at_least(pieces, stops):
    """Begins to hold back at two letters, by a range that ends too early.

    makes: nothing listed
    """
    if any(stop == "" for stop in stops):
        raise ValueError("empty stop")
    text, shown, chunks = "", 0, []
    for piece in pieces:
        text += piece
        starts = [text.index(stop) for stop in stops if stop in text]
        if starts:
            return [*chunks, text[shown : max(shown, min(starts))], ""]
        hold = 0
        for stop in stops:
            for n in range(len(stop) - 1, 1, -1):
                if text.endswith(stop[:n]):
                    hold = max(hold, n)
                    break
        end = max(shown, len(text) - hold)
        chunks.append(text[shown:end])
        shown = end
    chunks.append(text[shown:])
    return chunks


def holds_nothing(pieces, stops):
    """Shows every piece at once and cuts only when a stop sequence is complete.

    makes: nothing_held_back
    """
    if not all(stops):
        raise ValueError("empty stop sequence")
    chunks, text = [], ""
    for piece in pieces:
        shown = len(text)
        text += piece
        places = [text.find(stop) for stop in stops if text.find(stop) != -1]
        if places:
            chunks.append(text[shown : max(shown, min(places))])
            break
        chunks.append(piece)
    return chunks + [""]


def fixed_window(pieces, stops):
    """Always holds back as many characters as the longest stop sequence has, less one.

    makes: fixed_number_held_back
    """
    for stop in stops:
        if len(stop) == 0:
            raise ValueError("stop")
    window = max((len(stop) - 1 for stop in stops), default=0)
    out, text, shown = [], "", 0
    for piece in pieces:
        text = text + piece
        hits = sorted(text.find(stop) for stop in stops if stop in text)
        if hits:
            return [*out, text[shown : hits[0]], ""]
        safe = max(shown, len(text) - window)
        out.append(text[shown:safe])
        shown = safe
    out.append(text[shown:])
    return out
