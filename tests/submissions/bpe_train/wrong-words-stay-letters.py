"""The pair is noted, and the words are never changed."""

def bpe_train(words, n_merges):
    learned = []
    for _ in range(n_merges):
        found = {}
        for word, times in words.items():
            for left, right in zip(word, word[1:]):
                found[left, right] = found.get((left, right), 0) + times
        if not found:
            return learned
        learned.append(max(sorted(found), key=found.get))
    return learned
