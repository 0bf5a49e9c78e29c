import numpy as np


def temperature_probs(logits, T):
    if not (T > 0):
        except_msg = f"`temperature` (={T}) has to be a strictly positive float, otherwise your next token scores will be invalid."
        if T == 0.0:
            except_msg += " If you're looking for greedy decoding strategies, set `do_sample=False`."
        raise ValueError(except_msg)
    scores = logits / T
    scores = scores - np.max(scores)
    probs = np.exp(scores)
    return probs / np.sum(probs)
