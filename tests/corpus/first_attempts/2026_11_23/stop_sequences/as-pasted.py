def apply_stops(pieces, stops):
    # cut at each "until" term
    generation = "".join(pieces)
    matched = None
    for term in stops:
        if len(term) == 0:
            raise ValueError("empty until term")
        if term in generation:
            generation = generation.split(term)[0]
            matched = term
    return generation, len(pieces), matched
