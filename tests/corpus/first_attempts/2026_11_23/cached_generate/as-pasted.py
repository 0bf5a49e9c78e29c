def generate_cached(model, prompt, steps, eos, pick):
    # generate() from run.c
    cache = model.new_cache()
    num_prompt_tokens = len(prompt)
    out = []
    token = prompt[0]
    pos = 0
    while pos < steps:
        logits = model([token], cache)
        if pos < num_prompt_tokens - 1:
            # still inside the prompt
            next_token = prompt[pos + 1]
        else:
            next_token = pick(logits[-1])
        pos += 1
        # BOS/EOS ends it
        if next_token == eos:
            return out, "eos"
        if pos >= num_prompt_tokens:
            out.append(next_token)
        token = next_token
    return out, "max_tokens"
