from collections import Counter


def bpe_train(words, n_merges):
    spelled = {word: list(word) for word in words}
    merges = []
    for _ in range(n_merges):
        counts = Counter()
        for word, pieces in spelled.items():
            for pair in zip(pieces, pieces[1:]):
                counts[pair] += 1
        if not counts:
            break
        best = counts.most_common(1)[0][0]
        merges.append(best)
        for word, pieces in spelled.items():
            new, i = [], 0
            while i < len(pieces):
                if tuple(pieces[i : i + 2]) == best:
                    new.append(pieces[i] + pieces[i + 1])
                    i += 2
                else:
                    new.append(pieces[i])
                    i += 1
            spelled[word] = new
    return merges
