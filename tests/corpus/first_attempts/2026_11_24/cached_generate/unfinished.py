def generate_cached(model, prompt, max_tokens, eos, pick):
    cache = model.new_cache()
    for token in prompt:
        logits = model([token], cache)
    new = []
    for n in range(max_tokens):
        token = int(pick(logits[-1]))
        if token == eos:
            return new, "eos"
        new.append(token)
        if n < max_tokens - 1:
            logits = model([token], cache)
    return new, "max_tokens"
