"""Only the end of the text is searched."""

def stream(pieces, stops):
    if not all(stops):
        raise ValueError("empty stop sequence")
    written, sent, chunks = "", 0, []
    for piece in pieces:
        written += piece
        places = [place for stop in stops if (place := written.find(stop, max(0, len(written) - 20))) >= 0]
        if places:
            return [*chunks, written[sent : min(places)], ""]
        held = 0
        for stop in stops:
            for length in range(1, len(stop)):
                if written.endswith(stop[:length]):
                    held = max(held, length)
        chunks.append(written[sent : len(written) - held])
        sent = len(written) - held
    return [*chunks, written[sent:]]
