import numpy as np


def write_on(model, prompt, max_tokens, eos):
    input_ids = list(prompt)
    max_length = len(prompt) + max_tokens
    while True:
        next_token_logits = model(input_ids)
        next_token = int(np.argmax(next_token_logits, axis=-1))
        input_ids = input_ids + [next_token]
        if next_token == eos or len(input_ids) >= max_length:
            break
    return input_ids
