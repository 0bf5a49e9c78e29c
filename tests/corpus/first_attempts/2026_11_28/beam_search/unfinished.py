import numpy as np


def beam_search(model, width, length, eos, alpha):
    beams = [(0.0, [])]
    ended = []
    for _ in range(length):
        new = []
        for total, text in beams:
            logs = np.log(model(tuple(text)))
            for token, log in enumerate(logs):
                new.append((total + float(log), text + [token]))
        new.sort(key=lambda pair: (-pair[0], pair[1]))
        new = new[:width]
        ended += [pair for pair in new if pair[1][-1] == eos]
        beams = [pair for pair in new if pair[1][-1] != eos]
    everything = ended + beams
    # TODO: length penalty
    everything.sort(key=lambda pair: (-pair[0], pair[1]))
    total, text = everything[0]
    return text, total
