"""minimal BPE after karpathy/minbpe, on characters instead of bytes"""


def pair_counts(seq):
    counts = {}
    for left, right in zip(seq, seq[1:]):
        counts[left, right] = counts.get((left, right), 0) + 1
    return counts


def replace_pair(seq, pair):
    out, i = [], 0
    while i < len(seq):
        step = 2 if tuple(seq[i : i + 2]) == pair else 1
        out.append("".join(seq[i : i + step]))
        i += step
    return out


def bpe_train(words, n_merges):
    text = " ".join(w for w, n in words.items() for _ in range(n))
    seq = list(text)
    merges = []
    for _ in range(n_merges):
        stats = pair_counts(seq)
        if not stats:
            break
        top = max(stats, key=stats.get)
        seq = replace_pair(seq, top)
        merges.append(top)
    return merges
