def apply_stops(pieces, stops):
    text = ""
    count = 0
    for piece in pieces:
        text += piece
        count += 1
        where = -1
        which = None
        for stop in stops:
            i = text.find(stop)
            if i >= 0 and (where < 0 or i < where):
                where = i
                which = stop
        if which is not None:
            return text[:where], count, which
    return text, count, None
