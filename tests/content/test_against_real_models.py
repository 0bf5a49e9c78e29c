"""Our loop, attention and speculative decoding beside those of Transformers and torch, on a real GPT-2 with random weights.

As in `test_against_real_samplers.py`, agreement is shown on random cases and each difference by its input.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from libraries import CASES, SINGLE, library, ours, tokenizer_of

pytestmark = pytest.mark.external

softmax = ours("scores/softmax_stable", "softmax")
greedy = ours("picking/greedy_pick", "greedy")
sample = ours("picking/sample_with_u", "sample")
next_distribution = ours("picking/sampler_pipeline", "next_distribution")
repetition_penalty = ours("bending/repetition_penalty", "repetition_penalty")
shape_logits = ours("bending/bias_ban_min_tokens", "shape_logits")
attend = ours("cache/causal_attention", "attend")
verify = ours("speculative/verify_block", "verify")
apply_stops = ours("loop/stop_sequences", "apply_stops")
generate = ours("loop/prediction_loop", "generate")
generate_cached = ours("cache/cached_generate", "generate_cached")


@pytest.fixture(scope="module")
def torch() -> Any:
    return library("torch")


EOS = 63


@pytest.fixture(scope="module")
def gpt2(torch: Any) -> Any:
    """A GPT-2 of one layer whose random weights are large, so that its distributions are not flat."""
    transformers = library("transformers")
    torch.manual_seed(0)
    config = transformers.GPT2Config(
        n_layer=1, n_head=2, n_embd=16, vocab_size=64, n_positions=64, initializer_range=0.4,
        bos_token_id=0, eos_token_id=EOS, pad_token_id=EOS,
    )  # fmt: skip
    return transformers.GPT2LMHeadModel(config).double().eval()


def prompts() -> Iterator[tuple[np.random.Generator, list[int]]]:
    """Yield generators and prompts of 1 to 6 ids."""
    for seed in range(25):
        rng = np.random.default_rng(seed)
        yield rng, rng.integers(EOS, size=rng.integers(1, 7)).tolist()


def test_a_chain_of_all_filters_is_that_of_generate(torch: Any, gpt2: Any) -> None:
    steps = 0
    for rng, prompt in prompts():
        T, p, m, r, k = *rng.uniform([0.5, 0.5, 0.01, 0.8], [2, 1, 0.3, 1.5]).tolist(), int(rng.integers(2, 20))
        torch.manual_seed(len(prompt))
        found = gpt2.generate(
            torch.tensor([prompt]), do_sample=True, max_new_tokens=8, min_new_tokens=8, temperature=T, top_k=k, top_p=p,
            min_p=m, repetition_penalty=r, output_logits=True, output_scores=True, return_dict_in_generate=True,
        )  # fmt: skip
        ids = found.sequences[0].tolist()
        for step, (raw, scores) in enumerate(zip(found.logits, found.scores, strict=True)):
            shaped = shape_logits(raw[0].double().numpy(), {}, [], EOS, step, 8)
            penalised = repetition_penalty(shaped, ids[: len(prompt) + step], r)
            expected = softmax(scores[0].double().numpy())
            assert next_distribution(penalised, T, k, p, m) == pytest.approx(expected, abs=SINGLE)
            steps += 1
    assert steps == CASES


class WithCache:
    """A model of Transformers with the interface of ours."""

    def __init__(self, model: Any) -> None:
        self._model = model

    def new_cache(self) -> Any:
        """Return an empty cache."""
        return library("transformers").DynamicCache(config=self._model.config)

    def __call__(self, ids: list[int], cache: Any = None) -> np.ndarray:
        """Return the logits after each id, (T, V) float64."""
        torch = library("torch")
        with torch.no_grad():
            found = self._model(torch.tensor([ids]), past_key_values=cache, use_cache=cache is not None)
        logits: np.ndarray = found.logits[0].numpy()
        return logits


def test_greedy_loops_agree_but_transformers_leaves_the_end_of_text_in(torch: Any, gpt2: Any) -> None:
    reasons = Counter[str]()
    for rng, prompt in prompts():
        eos = int(rng.choice(generate(WithCache(gpt2), prompt, 25, EOS, greedy)[0]))  # one that comes, soon or late
        ids, reason = generate(WithCache(gpt2), prompt, 12, eos, greedy)
        assert generate_cached(WithCache(gpt2), prompt, 12, eos, greedy) == (ids, reason)
        found = gpt2.generate(torch.tensor([prompt]), do_sample=False, max_new_tokens=12, eos_token_id=eos)[0].tolist()
        assert found == [*prompt, *ids, *([eos] if reason == "eos" else [])]
        reasons[reason] += 1
    assert min(reasons["eos"], reasons["max_tokens"]) > 0


@pytest.mark.parametrize(("settings", "candidates"), [({}, 50), ({"top_k": 0}, 64)], ids=["nothing said", "top_k=0"])
def test_transformers_keeps_50_candidates_unless_told_not_to_and_we_keep_all(
    torch: Any, gpt2: Any, settings: dict[str, int], candidates: int
) -> None:
    found = gpt2.generate(
        torch.tensor([[1]]),
        do_sample=True,
        max_new_tokens=1,
        output_scores=True,
        return_dict_in_generate=True,
        **settings,
    )
    assert int(found.scores[0].isfinite().sum()) == candidates
    assert np.count_nonzero(next_distribution(np.arange(64.0) / 64)) == 64


def test_transformers_leaves_a_stop_string_and_what_follows_it_in_the_token_and_we_cut(torch: Any, gpt2: Any) -> None:
    pieces = [first + second for first in "abcdefgh" for second in "stuvwxyz"]
    written = [pieces[token] for token in generate(WithCache(gpt2), [1], 6, EOS, greedy)[0]]
    stop = "".join(written)[3:5]  # the second letter of a token, and the first of the next one
    found = gpt2.generate(
        torch.tensor([[1]]), do_sample=False, max_new_tokens=6, stop_strings=[stop], tokenizer=tokenizer_of(pieces)
    )
    text, consumed, _ = apply_stops(written, [stop])
    theirs = "".join(pieces[token] for token in found[0, 1:])
    assert theirs == "".join(written[:consumed]) == text + stop + theirs[-1]


def test_attention_is_that_of_torch_given_the_mask(torch: Any) -> None:
    attention = torch.nn.functional.scaled_dot_product_attention
    for seed in range(CASES):
        rng = np.random.default_rng(seed)
        T = int(rng.integers(1, 6))
        S, d, e = T + int(rng.integers(0, 6)), *rng.integers(1, 9, 2).tolist()
        q, k, v = rng.normal(0, 2, (T, d)), rng.normal(0, 2, (S, d)), rng.normal(0, 2, (S, e))
        mask = torch.tensor(np.tril(np.ones((T, S), bool), S - T))
        found = attention(*(torch.from_numpy(each)[None, None] for each in (q, k, v)), attn_mask=mask)[0, 0].numpy()
        assert attend(q, k, v) == pytest.approx(found, rel=1e-9, abs=1e-12)


def test_torch_counts_the_causal_triangle_from_the_first_key_and_we_from_the_last(torch: Any) -> None:
    q, k, v = np.ones((1, 1)), np.ones((2, 1)), np.array([[1.0], [3.0]])
    tensors = [torch.from_numpy(each)[None, None] for each in (q, k, v)]
    assert torch.nn.functional.scaled_dot_product_attention(*tensors, is_causal=True).item() == 1.0
    assert attend(q, k, v).item() == 2.0


# --- speculative decoding ---


def judged_by_transformers(
    patch: pytest.MonkeyPatch, P: np.ndarray, Q: np.ndarray, drafted: list[int], u: list[float], u_pick: float
) -> list[int]:
    """Return the tokens of one round in Transformers, with our random numbers instead of its own."""
    torch = library("torch")
    judge = getattr(library("transformers.generation.utils"), "_speculative_sampling", None)
    if judge is None:
        pytest.skip("this version of transformers has no _speculative_sampling; it is private, so it may move")
    patch.setattr(torch, "rand_like", lambda _: torch.tensor([u]))
    patch.setattr(
        torch, "multinomial", lambda p, num_samples: torch.tensor([[sample(p.numpy().ravel(), u_pick)]] * num_samples)
    )
    with np.errstate(divide="ignore"):
        q, p = (torch.from_numpy(np.log(each))[None] for each in (Q, P))
    return list(judge(torch.tensor([drafted]), q, len(drafted), p)[0][0].tolist()) if drafted else []


def test_a_round_of_speculation_is_that_of_transformers(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths = Counter[int]()
    for seed in range(CASES):
        rng = np.random.default_rng(seed)
        size, gamma = rng.integers(2, 9), rng.integers(1, 5)
        Q = rng.dirichlet(np.ones(size), gamma)
        P = np.vstack([0.7 * Q + 0.3 * rng.dirichlet(np.ones(size), gamma), rng.dirichlet(np.ones(size))])
        drafted = [sample(row, rng.random()) for row in Q]
        u, u_pick = rng.random(gamma).tolist(), rng.random()
        expected = verify(P, Q, drafted, u, u_pick)
        assert judged_by_transformers(monkeypatch, P, Q, drafted, u, u_pick) == expected
        lengths[len(expected)] += 1
    assert set(lengths) == {1, 2, 3, 4, 5}
