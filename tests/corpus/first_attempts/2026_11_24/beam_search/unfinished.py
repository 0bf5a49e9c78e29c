import numpy as np


def beam_search(model, width, length, eos, alpha):
    beams = [(0.0, ())]
    done = []
    for _ in range(length):
        candidates = []
        for total, text in beams:
            for token, prob in enumerate(model(text)):
                candidates.append((total + float(np.log(prob)), text + (token,)))
        candidates.sort(key=lambda c: (-c[0], c[1]))
        beams = []
        for total, text in candidates[:width]:
            if text[-1] == eos:
                done.append((total, text))
            else:
                beams.append((total, text))
        if not beams:
            break
    # TODO: alpha
    total, text = min(done + beams, key=lambda c: (-c[0], c[1]))
    return list(text), total
