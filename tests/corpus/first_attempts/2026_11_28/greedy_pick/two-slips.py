def greedy(logits):
    best = 0
    best_id = None
    for i, z in enumerate(logits):
        if z > best:
            best = z
            best_id = i
    if best_id is None:
        raise ValueError("no token can be picked")
    return best_id
