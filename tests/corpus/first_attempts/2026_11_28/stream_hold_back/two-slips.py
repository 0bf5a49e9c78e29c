from stop_sequences import apply_stops


def stream(pieces: list[str], stops: list[str]) -> list[str]:
    visible, n, found = apply_stops(pieces, stops)
    chunks = []
    pending = ""
    shown = ""
    for i, piece in enumerate(pieces[:n]):
        pending += piece
        if found and i == n - 1:
            chunks.append(visible[len(shown) :])
            return chunks
        if any(stop.startswith(pending) for stop in stops):
            chunks.append("")
        else:
            chunks.append(pending)
            shown += pending
            pending = ""
    chunks.append(pending)
    return chunks
