def write_on(model, prompt, max_tokens, eos):
    ids = list(prompt)
    while len(ids) < len(prompt) + max_tokens:
        logits = list(model(list(ids)))
        best = logits.index(max(logits))
        if best == eos:
            break
        ids.append(best)
    return ids[len(prompt) :]
