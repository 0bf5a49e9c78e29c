from collections import Counter


def frequency_presence(logits, prompt, generated, alpha_f, alpha_p, penalty_last_n=64):
    # port of llama_sampler_penalties_apply
    last_tokens = (list(prompt) + list(generated))[-penalty_last_n:]
    token_count = Counter(last_tokens)
    out = logits.copy()
    for token, count in token_count.items():
        out[token] -= float(count) * alpha_f + float(count > 0) * alpha_p
    return out
