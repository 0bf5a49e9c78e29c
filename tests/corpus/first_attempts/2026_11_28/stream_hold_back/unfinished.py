def held(text, stops):
    for n in range(len(text), 0, -1):
        end = text[-n:]
        for stop in stops:
            if len(end) < len(stop) and stop.startswith(end):
                return n
    return 0


def stream(pieces, stops):
    chunks = []
    text = ""
    shown = 0
    for piece in pieces:
        text += piece
        places = [text.find(stop) for stop in stops if stop in text]
        if places:
            end = min(places)
            chunks.append(text[shown:end])
            break
        end = len(text) - held(text, stops)
        chunks.append(text[shown:end])
        shown = end
    chunks.append("")
    return chunks
