def apply_stops(pieces: list[str], stops: list[str]) -> tuple[str, int, str | None]:
    if any(stop == "" for stop in stops):
        raise ValueError("empty stop sequence")
    text = "".join(pieces)
    found = [(text.find(stop), len(stop), stop) for stop in stops if stop in text]
    if not found:
        return text, len(pieces), None
    start, length, stop = min(found)
    needed = 0
    seen = 0
    while seen < start + length:
        seen += len(pieces[needed])
        needed += 1
    return text[:start], needed, stop
