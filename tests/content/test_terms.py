"""The words of the field: the glossary of this course has them."""

from __future__ import annotations

import pytest
from places import COURSE

from grader.course.terms import all_terms, key

STANDARD = (
    "acceptance rate", "attention", "autoregressive", "batching", "BPE", "causal", "chat template", "constrained decoding", "context", "decode step",
    "draft", "entropy", "EOS", "frequency penalty", "greedy decoding", "KV", "layer", "logits", "logprob", "min-p", "nucleus", "nucleus sampling", "paged KV cache",
    "perplexity", "prefill", "presence penalty", "prompt caching", "quantization", "renormalize", "repetition penalty",
    "residual", "sampling", "seed", "softmax", "speculative decoding", "special token", "stop sequence", "streaming", "structured output", "temperature", "throughput",
    "token", "top-k", "top-p", "transformer", "UTF-8", "vocabulary",
)  # fmt: skip
"""Words under which learners find more elsewhere."""


@pytest.mark.slow
def test_the_standard_words_are_introduced() -> None:
    introduced = {name for term in all_terms(COURSE) for name in term.names}
    assert [name for name in STANDARD if key(name) not in introduced] == []
