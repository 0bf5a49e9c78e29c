"""Our functions beside the libraries that people generate text with.

Where both mean the same, 200 random cases show it. Where they do not, a test that is named after the difference holds
the input that shows it, so that a new version that changes its mind is noticed. Without the libraries of
tests/conformance.txt the tests are skipped. vLLM, SGLang and llama.cpp are not here: they want a GPU or a compiler.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from libraries import CASES, SINGLE, library, ours

pytestmark = pytest.mark.external

WORKED_EXAMPLE = np.array([4, 3, 2, 1, 0.5])
DYADIC = np.array([1 / 2, 1 / 4, 1 / 8, 1 / 8])
softmax = ours("scores/softmax_stable", "softmax")
temperature_probs = ours("scores/temperature_rescaling", "temperature_probs")
greedy = ours("picking/greedy_pick", "greedy")
sample = ours("picking/sample_with_u", "sample")
top_k = ours("picking/top_3_renormalisation", "top_k")
nucleus = ours("picking/nucleus_membership", "nucleus")
min_p = ours("picking/min_p", "min_p")
next_distribution = ours("picking/sampler_pipeline", "next_distribution")
repetition_penalty = ours("bending/repetition_penalty", "repetition_penalty")
frequency_presence = ours("bending/frequency_presence", "frequency_presence")
shape_logits = ours("bending/bias_ban_min_tokens", "shape_logits")


@pytest.fixture(scope="module")
def torch() -> Any:
    return library("torch")


@pytest.fixture(scope="module")
def hf(torch: Any) -> Any:
    """The processors of Hugging Face Transformers."""
    library("transformers").logging.set_verbosity_error()
    return library("transformers.generation.logits_process")


@pytest.fixture(scope="module")
def mlx() -> Any:
    """The samplers of mlx-lm; compiled functions cannot be called with its random state from outside."""
    library("mlx.core").disable_compile()
    return library("mlx_lm.sample_utils")


def cases() -> Iterator[tuple[np.random.Generator, np.ndarray]]:
    """Yield generators and logits (V,) with V from 1 to 50; in every third case some tokens are banned."""
    for seed in range(CASES):
        rng = np.random.default_rng(seed)
        logits = rng.normal(0, 3, rng.integers(1, 51))
        if seed % 3 == 0:
            logits[rng.random(len(logits)) < 0.2] = -np.inf
            logits[rng.integers(len(logits))] = 1.0
        yield rng, logits


def processed(processor: Any, logits: np.ndarray, ids: list[int] = [0]) -> np.ndarray:  # noqa: B006 - only read
    """Return the logits (V,) that a processor of Transformers makes, in float64."""
    torch = library("torch")
    scores: np.ndarray = processor(torch.tensor([ids]), torch.from_numpy(logits.copy())[None])[0].numpy()
    return scores


def kept(logits: np.ndarray) -> list[int]:
    """Return the ids that are not banned."""
    return [int(token) for token in np.flatnonzero(logits > -np.inf)]


def by_mlx(function: Callable[..., Any], logits: np.ndarray, *settings: Any) -> np.ndarray:
    """Return what mlx-lm makes of log-probabilities (V,), in float32."""
    array = library("mlx.core").array
    return np.array(function(array(logits.astype(np.float32))[None], *settings))[0]


def log_probabilities(logits: np.ndarray) -> np.ndarray:
    """Return the logarithms of a softmax, which is what mlx-lm starts from."""
    with np.errstate(divide="ignore"):
        return np.log(softmax(logits))


# --- softmax, greedy, temperature ---


def test_softmax_is_that_of_torch(torch: Any) -> None:
    for rng, logits in cases():
        scaled = np.stack([logits * rng.choice([1e-3, 1.0, 1e3]), rng.normal(1e4, 3, len(logits))])
        assert softmax(scaled) == pytest.approx(
            torch.softmax(torch.from_numpy(scaled), -1).numpy(), rel=1e-9, abs=1e-300
        )


def test_greedy_is_argmax_also_at_ties(torch: Any) -> None:
    for rng, logits in cases():
        coarse = np.round(logits / rng.choice([1, 3]))
        assert greedy(coarse) == int(torch.from_numpy(coarse).argmax())


def test_temperature_is_that_of_transformers(hf: Any) -> None:
    for rng, logits in cases():
        T = float(rng.uniform(0.05, 5))
        assert temperature_probs(logits, T) == pytest.approx(
            softmax(processed(hf.TemperatureLogitsWarper(T), logits)), rel=1e-9, abs=1e-300
        )


@pytest.mark.parametrize("T", [0, 0.0, 1, 2], ids=repr)
def test_transformers_refuses_temperature_0_and_whole_numbers_and_we_do_not(hf: Any, T: float) -> None:
    with pytest.raises(ValueError, match="has to be a strictly positive float"):
        hf.TemperatureLogitsWarper(T)
    assert temperature_probs(WORKED_EXAMPLE, T).sum() == pytest.approx(1)


# --- top-k ---


def test_top_k_is_that_of_transformers_without_ties(hf: Any) -> None:
    for rng, logits in cases():
        k = int(rng.integers(1, len(logits) + 6))
        warped = softmax(processed(hf.TopKLogitsWarper(k), logits))
        assert top_k(softmax(logits), k) == pytest.approx(warped, rel=1e-9, abs=1e-300)


def test_transformers_keeps_every_tie_with_the_kth_and_we_keep_exactly_k(hf: Any) -> None:
    logits = np.array([2.0, 1, 1, 1, 0])
    assert kept(processed(hf.TopKLogitsWarper(2), logits)) == [0, 1, 2, 3]
    assert np.flatnonzero(top_k(softmax(logits), 2)).tolist() == [0, 1]


def test_transformers_and_mlx_refuse_k_0_and_ours_is_off(hf: Any, mlx: Any) -> None:
    with pytest.raises(ValueError, match="strictly positive integer, but is 0"):
        hf.TopKLogitsWarper(0)
    with pytest.raises(ValueError, match="but is 0"):
        by_mlx(mlx.apply_top_k, WORKED_EXAMPLE, 0)
    assert (top_k(DYADIC, 0) == DYADIC).all()


# --- top-p ---


def share(rng: np.random.Generator, p: np.ndarray) -> float:
    """Return a top_p that no running sum comes near, so that rounding decides nothing."""
    sums = np.sort(p)[::-1].cumsum()
    while np.abs(sums - (drawn := rng.uniform(0.01, 1))).min() < 1e-5:
        pass
    return float(drawn)


def test_nucleus_is_that_of_transformers_without_ties(hf: Any) -> None:
    for rng, logits in cases():
        top_p = share(rng, softmax(logits))
        assert sorted(nucleus(softmax(logits), top_p)) == kept(processed(hf.TopPLogitsWarper(top_p), logits))


@pytest.mark.parametrize(("top_p", "members"), [(0.25, 1), (0.5, 2), (0.75, 3), (1.0, 4)])
def test_reaching_top_p_exactly_is_enough_for_both(hf: Any, top_p: float, members: int) -> None:
    assert len(kept(processed(hf.TopPLogitsWarper(top_p), np.zeros(4)))) == members
    assert len(nucleus(np.full(4, 0.25), top_p)) == members


def test_equal_tokens_leave_transformers_the_last_ids_mlx_all_and_us_the_first(hf: Any, mlx: Any) -> None:
    assert kept(processed(hf.TopPLogitsWarper(0.5), np.zeros(4))) == [2, 3]
    assert kept(by_mlx(mlx.apply_top_p, np.log(np.full(4, 0.25)), 0.5)) == [0, 1, 2, 3]
    assert nucleus(np.full(4, 0.25), 0.5) == [0, 1]


def test_transformers_takes_top_p_0_mlx_switches_it_off_and_we_refuse(hf: Any, mlx: Any) -> None:
    assert kept(processed(hf.TopPLogitsWarper(0.0), WORKED_EXAMPLE)) == [0]
    assert drawn_by_mlx(mlx, temp=1.0, top_p=0.0) == {0, 1, 2, 3, 4}
    with pytest.raises(ValueError, match="above 0"):
        nucleus(softmax(WORKED_EXAMPLE), 0.0)


# --- min-p ---


def test_min_p_is_that_of_transformers_and_mlx(hf: Any, mlx: Any) -> None:
    for rng, logits in cases():
        m = float(rng.uniform(0.001, 1))
        expected = min_p(softmax(logits), m)
        assert expected == pytest.approx(softmax(processed(hf.MinPLogitsWarper(m), logits)), rel=1e-9, abs=1e-300)
        assert expected == pytest.approx(softmax(by_mlx(mlx.apply_min_p, log_probabilities(logits), m)), abs=SINGLE)


@pytest.mark.parametrize(("m", "members"), [(0.5, 2), (0.25, 4), (0.75, 1)])
def test_all_three_keep_a_token_that_reaches_min_p_exactly(hf: Any, mlx: Any, m: float, members: int) -> None:
    assert np.count_nonzero(min_p(DYADIC, m)) == members
    assert len(kept(processed(hf.MinPLogitsWarper(m), np.log(DYADIC)))) == members
    assert len(kept(by_mlx(mlx.apply_min_p, np.log(DYADIC), m))) == members


# --- the order of the filters ---


def drawn_by_mlx(mlx: Any, **settings: float) -> set[int]:
    """Return which ids mlx-lm draws in 4,000 draws from the worked example; the rarest has more than .01 there."""
    core = library("mlx.core")
    core.random.seed(0)
    rows = np.tile(log_probabilities(WORKED_EXAMPLE), (4000, 1)).astype(np.float32)
    return set(np.array(mlx.make_sampler(**settings)(core.array(rows))).tolist())


@pytest.mark.parametrize(("T", "by_them", "by_us"), [(2.0, {0, 1, 2}, {0, 1, 2, 3}), (0.5, {0, 1, 2}, {0, 1})])
def test_mlx_applies_the_temperature_last_and_we_first(mlx: Any, T: float, by_them: set[int], by_us: set[int]) -> None:
    assert drawn_by_mlx(mlx, temp=T, top_p=0.9) == by_them
    assert set(np.flatnonzero(next_distribution(WORKED_EXAMPLE, T=T, top_p=0.9)).tolist()) == by_us


# --- penalties, bias, bans ---


def test_repetition_penalty_is_that_of_transformers(hf: Any) -> None:
    for rng, logits in cases():
        seen = rng.integers(len(logits), size=rng.integers(1, 30)).tolist()
        r = float(rng.uniform(0.5, 2))
        found = processed(hf.RepetitionPenaltyLogitsProcessor(r), logits, seen)
        assert repetition_penalty(logits, seen, r) == pytest.approx(found, rel=1e-12)


def test_mlx_forgets_repetitions_after_20_tokens_and_we_do_not(mlx: Any) -> None:
    logits, seen = np.array([2.0, -1, 3]), [0] + [1] * 20
    processor = mlx.make_repetition_penalty(2.0)
    assert by_mlx(lambda scores: processor(seen, scores), logits).tolist() == [2, -2, 3]
    assert by_mlx(lambda scores: processor(seen[:20], scores), logits).tolist() == [1, -2, 3]
    assert repetition_penalty(logits, seen, 2.0).tolist() == [1, -2, 3]


def test_frequency_and_presence_are_those_of_mlx_within_20_tokens(mlx: Any) -> None:
    for rng, logits in cases():
        generated = rng.integers(len(logits), size=rng.integers(1, 21)).tolist()
        frequency, presence = rng.uniform(-2, 2, 2).tolist()
        first, then = mlx.make_frequency_penalty(frequency), mlx.make_presence_penalty(presence)
        found = by_mlx(lambda scores: then(generated, first(generated, scores)), logits)  # noqa: B023 - called at once
        assert frequency_presence(logits, [], generated, frequency, presence) == pytest.approx(
            found, rel=1e-5, abs=1e-5
        )


def test_bias_bans_and_shortest_length_are_those_of_transformers(hf: Any) -> None:
    for rng, logits in cases():
        size = len(logits)
        bias = {int(token): float(rng.integers(-800, 800) / 8) for token in rng.integers(size, size=3)}
        banned = rng.integers(size, size=rng.integers(1, 4)).tolist()
        eos, generated, least = (int(rng.integers(limit)) for limit in (size, 6, 6))
        chain = [
            hf.SequenceBiasLogitsProcessor([[[token], push] for token, push in bias.items()]),
            hf.SuppressTokensLogitsProcessor(banned),
            hf.NoBadWordsLogitsProcessor([[token] for token in banned]),
            hf.MinNewTokensLengthLogitsProcessor(4, least, eos),
        ]
        found = logits
        for processor in chain:
            found = processed(processor, found, [0] * (4 + generated))
        assert shape_logits(logits, bias, banned, eos, generated, least) == pytest.approx(found, rel=1e-12)


def test_transformers_does_not_ban_the_end_of_text_as_a_bad_word_and_we_do(hf: Any) -> None:
    assert kept(processed(hf.NoBadWordsLogitsProcessor([[0], [1]], eos_token_id=1), np.zeros(3))) == [1, 2]
    assert kept(shape_logits(np.zeros(3), {}, [0, 1], 1, 0, 0)) == [2]
