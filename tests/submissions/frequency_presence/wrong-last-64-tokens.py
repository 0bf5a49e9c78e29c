"""Only the newest 64 tokens count."""

from collections import Counter


def frequency_presence(logits, prompt, generated, alpha_f, alpha_p):
    lowered = logits.copy()
    for token, times in Counter(generated[-64:]).items():
        lowered[token] -= alpha_f * times + alpha_p
    return lowered
