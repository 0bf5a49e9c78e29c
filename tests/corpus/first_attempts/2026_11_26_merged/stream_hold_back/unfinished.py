def stream(pieces, stops):
    text, shown, chunks = "", 0, []
    longest = max((len(stop) for stop in stops), default=1)
    for piece in pieces:
        text += piece
        places = [text.find(stop) for stop in stops if stop in text]
        if places:
            chunks.append(text[shown : min(places)])
            return chunks
        end = max(shown, len(text) - (longest - 1))
        chunks.append(text[shown:end])
        shown = end
    chunks.append(text[shown:])
    return chunks
