def bpe_encode(word, merges):
    known = {c for pair in merges for part in pair for c in part}
    pieces = [c for c in word if c in known]
    pairs = set(merges)
    i = 0
    while i < len(pieces) - 1:
        if (pieces[i], pieces[i + 1]) in pairs:
            pieces[i : i + 2] = [pieces[i] + pieces[i + 1]]
            i = 0
        else:
            i += 1
    return pieces
