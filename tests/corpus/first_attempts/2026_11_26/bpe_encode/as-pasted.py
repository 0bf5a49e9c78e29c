def get_pairs(word):
    pairs = set()
    prev = word[0]
    for char in word[1:]:
        pairs.add((prev, char))
        prev = char
    return pairs


def bpe_encode(word, merges):
    ranks = dict(zip(merges, range(len(merges))))
    token = tuple(word)
    if not token:
        return []
    pairs = get_pairs(token)
    if not pairs:
        return [word]
    while True:
        bigram = min(pairs, key=lambda pair: ranks.get(pair, float("inf")))
        if bigram not in ranks:
            break
        first, second = bigram
        new_word = []
        i = 0
        while i < len(token):
            try:
                j = token.index(first, i)
                new_word.extend(token[i:j])
                i = j
            except ValueError:
                new_word.extend(token[i:])
                break
            if token[i] == first and i < len(token) - 1 and token[i + 1] == second:
                new_word.append(first + second)
                i += 2
            else:
                new_word.append(token[i])
                i += 1
        token = tuple(new_word)
        if len(token) == 1:
            break
        pairs = get_pairs(token)
    return " ".join(token)
