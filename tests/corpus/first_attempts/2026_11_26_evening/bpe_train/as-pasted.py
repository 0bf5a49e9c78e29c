"""Learn a vocabulary: join the commonest neighbors, again and again."""

import collections
import re


# from Sennrich, Haddow and Birch (2016), Algorithm 1
def get_stats(vocab):
    pairs = collections.defaultdict(int)
    for word, freq in vocab.items():
        symbols = word.split()
        for i in range(len(symbols) - 1):
            pairs[symbols[i], symbols[i + 1]] += freq
    return pairs


def merge_vocab(pair, v_in):
    v_out = {}
    bigram = re.escape(" ".join(pair))
    p = re.compile(r"(?<!\S)" + bigram + r"(?!\S)")
    for word in v_in:
        w_out = p.sub("".join(pair), word)
        v_out[w_out] = v_in[word]
    return v_out


def bpe_train(words: dict[str, int], n_merges: int) -> list[tuple[str, str]]:
    """Return the pairs of pieces that byte-pair encoding joins, in the order in which it learns them."""
    vocab = {" ".join(word) + " </w>": freq for word, freq in words.items()}
    merges = []
    for _ in range(n_merges):
        pairs = get_stats(vocab)
        if not pairs:
            break
        best = max(pairs, key=pairs.get)
        vocab = merge_vocab(best, vocab)
        merges.append(best)
    return merges
