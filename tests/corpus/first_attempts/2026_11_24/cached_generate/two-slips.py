def generate_cached(model, prompt, max_tokens, eos, pick):
    if max_tokens < 1:
        raise ValueError
    cache = model.new_cache()
    logits = model(prompt, cache)[-1]
    out = []
    while True:
        token = int(pick(logits))
        out.append(token)
        logits = model([token], cache)[-1]
        if token == eos:
            return out, "eos"
        if len(out) == max_tokens:
            return out, "max_tokens"
