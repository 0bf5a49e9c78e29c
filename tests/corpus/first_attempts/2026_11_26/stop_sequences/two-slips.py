def apply_stops(pieces, stops):
    if any(not stop for stop in stops):
        raise ValueError("empty stop sequence")
    text = ""
    for count, piece in enumerate(pieces):
        text += piece
        found = [(text.find(stop), stop) for stop in stops if stop in text]
        if found:
            place, stop = min(found)
            return text[:place], count, stop
    return text, len(pieces), None
