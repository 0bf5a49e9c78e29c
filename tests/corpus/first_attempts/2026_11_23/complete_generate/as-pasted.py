import numpy as np
from one_step import step_probs
from sample_with_u import sample


def longest_common_suffix_prefix(text, stops):
    """how much of the end could be the beginning of a stop sequence"""
    first_stop_position = 0
    for s in stops:
        for i in range(min(len(s) - 1, len(text)), 0, -1):
            if text.endswith(s[:i]):
                if i > first_stop_position:
                    first_stop_position = i
                break
    return first_stop_position


def generate(model, tokenizer, prompt, *, max_tokens=16, stop=(), seed=0, stream=True, draft=None, gamma=4, **kw):
    prompt_tokens = list(tokenizer.encode(prompt))
    if not prompt_tokens:
        raise ValueError("prompt must not be empty")
    if max_tokens < 1:
        raise ValueError("max_tokens must be at least 1")
    if "" in stop:
        raise ValueError("stop must not contain empty strings")
    rng = np.random.default_rng(seed)
    cache = model.new_cache()
    completion_tokens = []
    returned = 0
    finish_reason = "length"
    tokens = prompt_tokens
    text = b""
    final = None
    while len(completion_tokens) < max_tokens:
        logits = model(tokens, cache)[-1]
        token = sample(step_probs(logits, prompt_tokens, completion_tokens, **kw), rng.random())
        completion_tokens.append(token)
        tokens = [token]
        if token == tokenizer.eos:
            finish_reason = "stop"
            break
        text += tokenizer.bytes[token]
        try:
            decoded = text.decode("utf-8")
        except UnicodeDecodeError as e:
            if e.reason == "unexpected end of data":
                decoded = text[: e.start].decode("utf-8", errors="replace")
            else:
                decoded = text.decode("utf-8", errors="replace")
        any_stop = [s for s in stop if s in decoded]
        if any_stop:
            final = decoded[: min(decoded.index(s) for s in any_stop)]
            finish_reason = "stop"
            break
        if stream:
            end = len(decoded) - longest_common_suffix_prefix(decoded, stop)
            if end > returned and len(completion_tokens) < max_tokens:
                yield {"text": decoded[returned:end], "finish_reason": None}
                returned = end
    if final is None:
        final = text.decode("utf-8", errors="replace")
    yield {"text": final[returned:], "finish_reason": finish_reason}
