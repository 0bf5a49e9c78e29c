import collections
import re


def count_pairs(vocab):
    counter = collections.Counter()
    for spelled, freq in vocab.items():
        symbols = spelled.split(" ")
        for pair in zip(symbols, symbols[1:]):
            counter[pair] += freq
    return counter


def join_everywhere(pair, vocab):
    pattern = re.compile(r"(?<!\S)" + re.escape(" ".join(pair)) + r"(?!\S)")
    return {pattern.sub(lambda _: "".join(pair), spelled): freq for spelled, freq in vocab.items()}


def bpe_train(words, n_merges):
    vocab = {" ".join(w) + " </w>": n for w, n in words.items()}
    merges = []
    for i in range(n_merges):
        pairs = count_pairs(vocab)
        if not pairs:
            break
        best = max(pairs, key=pairs.get)
        vocab = join_everywhere(best, vocab)
        merges.append(best)
    return merges
