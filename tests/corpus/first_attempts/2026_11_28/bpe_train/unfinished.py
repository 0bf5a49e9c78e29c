from collections import Counter


def bpe_train(words, n_merges):
    counts = Counter()
    for word, n in words.items():
        for a, b in zip(word, word[1:]):
            counts[a, b] += n
    merges = []
    for _ in range(n_merges):
        if len(counts) == 0:
            break
        best = min(counts, key=lambda pair: (-counts[pair], pair))
        merges.append(best)
        # TODO: join the pair in all words and count again
        del counts[best]
    return merges
