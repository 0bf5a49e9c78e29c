import math


def temperature_probs(logits, T):
    if math.isnan(T) or math.isinf(T) or T < 0:
        raise ValueError("temperature must be finite and not negative")
    best = max(logits)
    if T == 0:
        winner = list(logits).index(best)
        return [1.0 if i == winner else 0.0 for i in range(len(logits))]
    weights = [math.exp((z - best) / T) for z in logits]
    total = sum(weights)
    return [w / total for w in weights]
