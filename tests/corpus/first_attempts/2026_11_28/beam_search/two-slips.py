import numpy as np


def beam_search(model, width, length, eos, alpha):
    if width < 1 or length < 1:
        raise ValueError("width and length must be at least 1")

    def score(beam):
        tokens, total = beam
        return total / len(tokens) ** alpha

    beams = [((), 0.0)]
    done = []
    for _ in range(length):
        candidates = []
        for tokens, total in beams:
            p = model(tokens)
            for t in range(len(p)):
                candidates.append((tokens + (t,), total + float(np.log(p[t]))))
        candidates.sort(key=lambda beam: (-score(beam), beam[0]))
        beams = []
        for beam in candidates[:width]:
            if beam[0][-1] == eos:
                done.append(beam)
            else:
                beams.append(beam)
        if not beams:
            break
    best = min(done or beams, key=lambda beam: (-score(beam), beam[0]))
    return list(best[0]), score(best)
