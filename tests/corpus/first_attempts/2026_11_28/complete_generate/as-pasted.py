import numpy as np
from one_step import step_probs
from sample_with_u import sample


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
    prompt_ids = tokenizer.encode(prompt)
    if not prompt_ids or max_tokens < 1 or "" in stop:
        raise ValueError("bad request")
    rng = np.random.default_rng(seed)
    cache = model.new_cache()
    completion_ids = []
    full_text = ""
    finish_reason = "length"
    feed = prompt_ids
    pending = ""
    for _ in range(max_tokens):
        logits = model(feed, cache)[-1]
        probs = step_probs(
            logits,
            prompt_ids,
            completion_ids,
            logit_bias=logit_bias,
            repetition_penalty=repetition_penalty,
            frequency_penalty=frequency_penalty,
            presence_penalty=presence_penalty,
            temperature=temperature,
            top_k=top_k,
            top_p=top_p,
            min_p=min_p,
        )
        token = sample(probs, rng.random())
        if token == tokenizer.eos:
            finish_reason = "stop" if len(completion_ids) + 1 < max_tokens else "length"
            break
        completion_ids.append(token)
        delta = tokenizer.bytes[token].decode("utf-8", errors="replace")
        before = len(full_text)
        full_text += delta
        places = [full_text.find(s) for s in stop if s in full_text]
        if places:
            finish_reason = "stop"
            pending += full_text[before : max(before, min(places))]
            break
        if stream and delta:
            yield {"text": delta}
        else:
            pending += delta
        feed = [token]
    yield {
        "text": pending,
        "finish_reason": finish_reason,
        "usage": {
            "prompt_tokens": len(prompt_ids),
            "completion_tokens": len(completion_ids),
            "total_tokens": len(prompt_ids) + len(completion_ids),
        },
    }
