"""The words of the field: each is introduced once, where a sentence explains it."""

from __future__ import annotations

from grader.course import find
from grader.course.course import Course
from grader.course.terms import all_terms, key, term_problems

COURSE = Course(find())
STANDARD = (
    "acceptance rate", "attention", "autoregressive", "batching", "BPE", "causal", "chat template", "constrained decoding", "decode step",
    "draft", "entropy", "EOS", "frequency penalty", "greedy", "KV cache", "logits", "logprob", "min-p", "nucleus", "paged KV cache",
    "perplexity", "prefill", "presence penalty", "prompt caching", "quantization", "renormalize", "repetition penalty",
    "residual", "sampling", "softmax", "special token", "stop sequence", "streaming", "structured output", "temperature", "throughput",
    "token", "top-k", "top-p", "transformer", "UTF-8",
)  # fmt: skip
"""Words under which learners find more elsewhere."""


def test_every_term_is_introduced_once_in_a_sentence_that_explains_it() -> None:
    assert list(term_problems(COURSE)) == []


def test_the_standard_words_are_introduced() -> None:
    introduced = {key(name) for term in all_terms(COURSE) if term.sentence for name in (term.short, term.name) if name}
    assert [name for name in STANDARD if key(name) not in introduced] == []
