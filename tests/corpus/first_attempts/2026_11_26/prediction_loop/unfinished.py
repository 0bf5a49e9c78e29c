def generate(model, prompt, max_tokens, eos, pick):
    ids = list(prompt)
    new = []
    while len(new) < max_tokens:
        logits = model(ids)[-1]
        token = pick(logits)
        ids.append(token)
        new.append(token)
        if token == eos:
            return new, "eos"
    return new, "max_tokens"
