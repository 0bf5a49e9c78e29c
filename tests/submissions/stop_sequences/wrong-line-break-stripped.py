"""Line breaks before the stop sequence go with it."""

def apply_stops(pieces, stops):
    if not all(stops):
        raise ValueError("empty stop sequence")
    written = ""
    for count, piece in enumerate(pieces):
        written += piece
        best = None
        for stop in stops:
            place = written.find(stop)
            if place >= 0 and (best is None or (place, -len(stop)) < (best[0], -len(best[1]))):
                best = place, stop
        if best:
            return written[: best[0]].rstrip("\r\n"), count + 1, best[1]
    return written, len(pieces), None
