import numpy as np
from stop_sequences import apply_stops


def generate(
    model,
    tokenizer,
    prompt,
    *,
    max_tokens=16,
    temperature=1.0,
    top_k=0,
    top_p=1.0,
    min_p=0.0,
    repetition_penalty=1.0,
    frequency_penalty=0.0,
    presence_penalty=0.0,
    logit_bias=None,
    stop=(),
    seed=0,
    stream=True,
    draft=None,
    gamma=4,
):
    ids = tokenizer.encode(prompt)
    cache = model.new_cache()
    new = []
    data = b""
    reason = "length"
    feed = ids
    while len(new) < max_tokens:
        token = int(np.argmax(model(feed, cache)[-1]))
        new.append(token)
        if token == tokenizer.eos:
            reason = "stop"
            break
        data += tokenizer.bytes[token]
        if apply_stops([data.decode("utf-8", "replace")], list(stop))[2]:
            reason = "stop"
            break
        feed = [token]
    text = apply_stops([data.decode("utf-8", "replace")], list(stop))[0] if data else ""
    usage = {"prompt_tokens": len(ids), "completion_tokens": len(new), "total_tokens": len(ids) + len(new)}
    yield {"text": text, "finish_reason": reason, "usage": usage}
