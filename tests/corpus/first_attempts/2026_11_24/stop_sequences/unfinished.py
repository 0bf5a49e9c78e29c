def apply_stops(pieces, stops):
    text = ""
    count = 0
    for piece in pieces:
        text += piece
        count += 1
        for stop in stops:
            if stop in text:
                # TODO: several
                return text[: text.index(stop)], count, stop
    return text, count, None
