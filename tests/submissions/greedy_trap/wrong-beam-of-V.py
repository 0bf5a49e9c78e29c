"""As many beginnings are kept as there are tokens."""

def best_sequence(model, length):
    paths = [([], 1.0)]
    for _ in range(length):
        longer = []
        for tokens, p in paths:
            for token, share in enumerate(model(tuple(tokens))):
                longer.append(([*tokens, token], p * float(share)))
        longer.sort(key=lambda path: path[1], reverse=True)
        paths = longer[: len(model(()))]
    return paths[0]
