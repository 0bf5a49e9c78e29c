def generate_cached(model, prompt, max_tokens, eos, pick):
    ids = list(prompt)
    cache = model.new_cache()
    for _ in range(max_tokens):
        logits = model(ids, cache)
        token = int(pick(logits[-1]))
        if token == eos:
            return ids[len(prompt) :], "eos"
        ids.append(token)
    return ids[len(prompt) :], "max_tokens"
