from collections import Counter


def bpe_train(words: dict[str, int], n_merges: int) -> list[tuple[str, str]]:
    spelled = [list(word) for word in words]
    merges = []
    while len(merges) < n_merges:
        counts = Counter()
        for pieces in spelled:
            counts.update(zip(pieces, pieces[1:]))
        if not counts:
            break
        _, pair = max((count, pair) for pair, count in counts.items())
        merges.append(pair)
        for pieces in spelled:
            i = 0
            while i < len(pieces) - 1:
                if (pieces[i], pieces[i + 1]) == pair:
                    pieces[i : i + 2] = [pair[0] + pair[1]]
                i += 1
    return merges
