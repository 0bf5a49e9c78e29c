def bpe_encode(word, merges):
    # greedy longest-match-first, as in BERT's WordpieceTokenizer
    vocab = {a + b for a, b in merges} | {c for pair in merges for c in pair}
    tokens = []
    rest = word
    while rest:
        for end in range(len(rest), 0, -1):
            if rest[:end] in vocab:
                break
        else:
            return ["[UNK]"]
        tokens.append(rest[:end])
        rest = rest[end:]
    return tokens
