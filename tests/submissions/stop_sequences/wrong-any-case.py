"""Small and capital letters are the same."""

def apply_stops(pieces, stops):
    if not all(stops):
        raise ValueError("empty stop sequence")
    written = ""
    for count, piece in enumerate(pieces):
        written += piece
        best = None
        for stop in stops:
            place = written.lower().find(stop.lower())
            if place >= 0 and (best is None or (place, -len(stop)) < (best[0], -len(best[1]))):
                best = place, stop
        if best:
            return written[: best[0]], count + 1, best[1]
    return written, len(pieces), None
