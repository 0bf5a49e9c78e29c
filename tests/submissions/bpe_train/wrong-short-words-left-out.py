"""Words of two letters are not counted."""

def join(pieces, pair):
    joined = []
    for piece in pieces:
        if joined and (joined[-1], piece) == pair:
            joined[-1] = joined[-1] + piece
        else:
            joined.append(piece)
    return joined


def bpe_train(words, n_merges):
    spelled = {word: tuple(word) for word in words if len(word) >= 3}
    learned = []
    while len(learned) < n_merges:
        found = {}
        for word, pieces in spelled.items():
            for pair in zip(pieces, pieces[1:]):
                found[pair] = found.get(pair, 0) + words[word]
        if not found:
            break
        learned.append(max(sorted(found), key=found.get))
        spelled = {word: join(pieces, learned[-1]) for word, pieces in spelled.items()}
    return learned
