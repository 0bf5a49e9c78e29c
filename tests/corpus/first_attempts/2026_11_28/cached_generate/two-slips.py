def generate_cached(model, prompt, max_tokens, eos, pick):
    if max_tokens < 1:
        raise ValueError("max_tokens must be at least 1")
    cache = model.new_cache()
    for token in prompt:
        logits = model([token], cache)
    new = []
    while len(new) < max_tokens:
        token = pick(logits[-1])
        if token == eos:
            return new, "eos"
        new.append(token)
        logits = model([token], cache)
    return new, "max_tokens"
