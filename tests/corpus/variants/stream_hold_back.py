"""Right ways to stream with stop sequences; the grader must accept every one of them."""

import re

from stop_sequences import apply_stops


def variant_loops(pieces, stops):
    """Compare ends with beginnings in plain loops."""
    for stop in stops:
        if stop == "":
            raise ValueError("empty stop sequence")
    waiting, chunks = "", []
    for piece in pieces:
        waiting += piece
        cut = -1
        for stop in stops:
            place = waiting.find(stop)
            if place >= 0 and (cut < 0 or place < cut):
                cut = place
        if cut >= 0:
            chunks.append(waiting[:cut])
            chunks.append("")
            return chunks
        keep = 0
        for stop in stops:
            for length in range(1, min(len(stop) - 1, len(waiting)) + 1):
                if waiting[-length:] == stop[:length]:
                    keep = max(keep, length)
        chunks.append(waiting[: len(waiting) - keep])
        waiting = waiting[len(waiting) - keep :]
    chunks.append(waiting)
    return chunks


def variant_with_apply_stops(pieces, stops):
    """Ask apply_stops what is visible, and hold back from the first place where a stop sequence could begin."""
    visible, consumed, matched = apply_stops(pieces, stops)
    chunks, text, shown = [], "", 0
    for piece in pieces[:consumed]:
        text += piece
        if matched is not None and len(chunks) == consumed - 1:
            end = len(visible)
        else:
            end = next((i for i in range(len(text)) if any(stop.startswith(text[i:]) for stop in stops)), len(text))
        chunks.append(text[shown:end])
        shown = end
    return [*chunks, visible[shown:]]


def variant_generator(pieces, stops):
    """Yield the chunks inside and collect them; a tuple comes back."""
    if not all(stops):
        raise ValueError(stops)

    def chunks():
        held = ""
        for piece in pieces:
            held += piece
            places = [held.index(stop) for stop in stops if stop in held]
            if places:
                yield held[: min(places)]
                yield ""
                return
            safe = 0
            while safe < len(held) and not any(stop.startswith(held[safe:]) for stop in stops):
                safe += 1
            yield held[:safe]
            held = held[safe:]
        yield held

    return tuple(chunks())


def variant_regex(pieces, stops):
    """One regular expression for whole stop sequences, one for beginnings at the end."""
    if "" in stops:
        raise ValueError("stops")
    if not stops:
        return [*pieces, ""]
    whole = re.compile("|".join(map(re.escape, stops)))
    ends = re.compile("(?:" + "|".join(re.escape(s[:n]) for s in stops for n in range(len(s) - 1, 0, -1)) + r")\Z")
    has_ends = any(len(stop) > 1 for stop in stops)
    held, out = "", []
    for piece in pieces:
        held += piece
        hit = whole.search(held)
        if hit:
            return [*out, held[: hit.start()], ""]
        tail = ends.search(held) if has_ends else None
        cut = tail.start() if tail else len(held)
        out.append(held[:cut])
        held = held[cut:]
    return [*out, held]


def variant_letter_by_letter(pieces, stops):
    """Follow all stop sequences that have begun, letter by letter."""
    if any(len(stop) == 0 for stop in stops):
        raise ValueError("empty")
    text, shown, out = "", 0, []
    alive = []  # pairs of a stop sequence and the place where it would begin
    for piece in pieces:
        complete = []
        for letter in piece:
            alive += [(stop, len(text)) for stop in stops]
            text += letter
            alive = [(stop, start) for stop, start in alive if stop[len(text) - start - 1] == letter]
            complete += [start for stop, start in alive if len(text) - start == len(stop)]
            alive = [(stop, start) for stop, start in alive if len(text) - start < len(stop)]
        end = min(complete) if complete else min([start for _, start in alive], default=len(text))
        out.append(text[shown:end])
        shown = end
        if complete:
            return [*out, ""]
    return [*out, text[shown:]]


def variant_what_all_futures_share(pieces, stops):
    """Show what stays visible whichever stop sequence comes next, asking apply_stops about each of them."""
    visible, consumed, matched = apply_stops(pieces, stops)
    totals = [""]
    for number in range(1, consumed + 1):
        text = "".join(pieces[:number])
        is_last = number == consumed and matched is not None
        futures = [stop[length:] for stop in stops for length in range(1, len(stop)) if text.endswith(stop[:length])]
        ends = [visible] if is_last else [text, *(apply_stops([text + future], stops)[0] for future in futures)]
        totals.append(min(ends, key=len))
    totals.append(visible)
    return [totals[i][len(totals[i - 1]) :] for i in range(1, len(totals))]
