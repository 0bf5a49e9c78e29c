def stream(pieces, stops):
    # buffer trick: never emit the last max_len - 1 chars, they could be part of a stop string
    if "" in stops:
        raise ValueError("stop strings must not be empty")
    max_len = max((len(s) for s in stops), default=1)
    buffer = ""
    out = []
    for delta in pieces:
        buffer += delta
        positions = [buffer.find(s) for s in stops if s in buffer]
        if positions:
            out.append(buffer[: min(positions)])
            out.append("")
            return out
        cut = max(0, len(buffer) - (max_len - 1))
        out.append(buffer[:cut])
        buffer = buffer[cut:]
    out.append(buffer)
    return out
