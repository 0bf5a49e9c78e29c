import numpy as np


def beam_search(model, width, length, eos, alpha):
    k = width
    seqs, scores = [()], [0.0]
    complete_seqs, complete_seqs_scores = [], []
    step = 1
    while True:
        # one more word for each
        cand = []
        for seq, s in zip(seqs, scores):
            logp = np.log(model(seq))
            cand += [(s + float(lp), seq + (w,)) for w, lp in enumerate(logp)]
        cand.sort(key=lambda c: (-c[0], c[1]))
        top_k = cand[:k]
        # set the complete ones aside
        complete_inds = [c for c in top_k if c[1][-1] == eos]
        incomplete_inds = [c for c in top_k if c[1][-1] != eos]
        complete_seqs += [c[1] for c in complete_inds]
        complete_seqs_scores += [c[0] / len(c[1]) ** alpha for c in complete_inds]
        k -= len(complete_inds)
        if k == 0:
            break
        seqs = [c[1] for c in incomplete_inds]
        scores = [c[0] for c in incomplete_inds]
        if step >= length or not seqs:
            break
        step += 1
    if not complete_seqs:
        complete_seqs = seqs
        complete_seqs_scores = [s / len(q) ** alpha for s, q in zip(scores, seqs)]
    i = complete_seqs_scores.index(max(complete_seqs_scores))
    return list(complete_seqs[i]), complete_seqs_scores[i]
