import numpy as np
from one_step import step_probs
from sample_with_u import sample


def generate(model, tokenizer, prompt, *, max_tokens=16, temperature=1.0, top_k=0, top_p=1.0, min_p=0.0,
             repetition_penalty=1.0, frequency_penalty=0.0, presence_penalty=0.0, logit_bias=None, stop=(),
             seed=0, stream=True, draft=None, gamma=4):
    ids = tokenizer.encode(prompt)
    if not ids or max_tokens < 1 or "" in stop:
        raise ValueError("bad request")
    rng = np.random.RandomState(seed)
    cache = model.new_cache()
    logits = model(ids, cache)
    new, text, reason = [], "", "length"
    for step in range(max_tokens):
        p = step_probs(logits[-1], ids, new, logit_bias=logit_bias, repetition_penalty=repetition_penalty,
                       frequency_penalty=frequency_penalty, presence_penalty=presence_penalty,
                       temperature=temperature, top_k=top_k, top_p=top_p, min_p=min_p)
        token = int(sample(p, rng.random_sample()))
        new.append(token)
        if token == tokenizer.eos:
            reason = "stop"
            break
        piece = tokenizer.bytes[token].decode("utf-8", errors="replace")
        text += piece
        hit = [s for s in stop if s in text]
        if hit:
            cut = text.index(hit[0])
            text = text[:cut]
            reason = "stop"
            break
        if stream:
            yield {"text": piece}
        if step < max_tokens - 1:
            logits = model([token], cache)
    usage = {"prompt_tokens": len(ids), "completion_tokens": len(new), "total_tokens": len(ids) + len(new)}
    yield {"text": "" if stream else text, "finish_reason": reason, "usage": usage}
