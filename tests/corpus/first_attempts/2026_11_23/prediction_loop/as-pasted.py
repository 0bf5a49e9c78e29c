def generate(model, prompt, max_tokens, eos, pick):
    input_ids = list(prompt)
    unfinished = True
    finish = "length"
    max_length = len(prompt) + max_tokens
    while unfinished and len(input_ids) < max_length:
        outputs = model(input_ids)
        next_token_logits = outputs[-1, :]
        next_tokens = pick(next_token_logits)
        input_ids = input_ids + [next_tokens]
        if next_tokens == eos:
            unfinished = False
            finish = "stop"
    return input_ids, finish
