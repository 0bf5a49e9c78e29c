def generate(model, prompt, max_tokens, eos, pick):
    if max_tokens < 1:
        raise ValueError("max_tokens must be at least 1")
    ids = list(prompt)
    start = len(ids)
    while len(ids) - start < max_tokens:
        if eos in ids:
            return ids[start:], "eos"
        logits = model(ids)
        ids.append(pick(logits[-1]))
    if ids[-1] == eos:
        return ids[start:], "eos"
    return ids[start:], "max_tokens"
