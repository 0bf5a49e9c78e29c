from math import log


def beam_search(model, width, length, eos, alpha):
    # https://machinelearningmastery.com/beam-search-decoder-natural-language-processing/
    sequences = [[list(), 0.0]]
    # walk over each step in sequence
    for _ in range(length):
        all_candidates = list()
        # expand each current candidate
        for i in range(len(sequences)):
            seq, score = sequences[i]
            if seq and seq[-1] == eos:
                all_candidates.append([seq, score])
                continue
            row = model(tuple(seq))
            for j in range(len(row)):
                candidate = [seq + [j], score - log(row[j])]
                all_candidates.append(candidate)
        # order all candidates by score
        ordered = sorted(all_candidates, key=lambda tup: (tup[1], tup[0]))
        # select k best
        sequences = ordered[:width]
    best = min(sequences, key=lambda tup: (tup[1] / len(tup[0]) ** alpha, tup[0]))
    return best[0], best[1] / len(best[0]) ** alpha
