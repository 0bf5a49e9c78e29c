"""The whole generator: a prompt and settings in, the text out, piece by piece."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from one_step import step_probs
from sample_with_u import sample
from verify_block import verify


class Sampler:
    """Everything that chooses tokens."""

    def __init__(self, prompt_ids, rng, **settings):
        self.prompt_ids = prompt_ids
        self.rng = rng
        self.settings = settings

    def probs(self, logits, generated):
        return step_probs(logits, self.prompt_ids, generated, **self.settings)

    def plain(self, model):
        cache = model.new_cache()
        generated = []
        new_ids = self.prompt_ids
        while True:
            p = self.probs(model(new_ids, cache)[-1], generated)
            token = sample(p, self.rng.random())
            generated.append(token)
            yield token
            new_ids = [token]

    def speculative(self, model, draft, gamma):
        caches = model.new_cache(), draft.new_cache()
        generated = []
        n = len(self.prompt_ids)
        while True:
            ids = self.prompt_ids + generated
            Q = []
            for _ in range(gamma):
                q = self.probs(draft(ids[caches[1].length :], caches[1])[-1], ids[n:])
                Q.append(q)
                ids = ids + [sample(q, self.rng.random())]
            drafted = ids[n + len(generated) :]
            rows = model(ids[caches[0].length :], caches[0])[-(gamma + 1) :]
            P = [self.probs(row, generated + drafted[:i]) for i, row in enumerate(rows)]
            u = [self.rng.random() for _ in range(gamma)]
            tokens = verify(np.array(P), np.array(Q), drafted, u, self.rng.random())
            generated = generated + tokens
            for cache in caches:
                if cache.length > n + len(generated) - 1:
                    cache.truncate(n + len(generated) - 1)
            yield from tokens


def generate(
    model: Any,
    tokenizer: Any,
    prompt: str,
    *,
    max_tokens: int = 16,
    stop: Sequence[str] = (),
    seed: int = 0,
    stream: bool = True,
    draft: Any = None,
    gamma: int = 4,
    **settings: Any,
) -> Iterator[dict[str, Any]]:
    ids = list(tokenizer.encode(prompt))
    if not ids or max_tokens < 1 or "" in stop:
        raise ValueError("prompt, max_tokens or stop")
    sampler = Sampler(ids, np.random.default_rng(seed), **settings)
    source = sampler.plain(model) if draft is None else sampler.speculative(model, draft, gamma)
    text = ""
    sent = 0
    count = 0
    for token in source:
        count += 1
        if token == tokenizer.eos:
            finish = "stop"
            break
        text += tokenizer.bytes[token].decode("utf-8", "replace")
        cuts = [text.find(s) for s in stop if s in text]
        if cuts:
            text = text[: min(cuts)]
            finish = "stop"
            break
        if count >= max_tokens:
            finish = "length"
            break
        if stream and len(text) > sent:
            yield {"text": text[sent:]}
            sent = len(text)
    usage = {"prompt_tokens": len(ids), "completion_tokens": count, "total_tokens": len(ids) + count}
    yield {"text": text[sent:], "finish_reason": finish, "usage": usage}
