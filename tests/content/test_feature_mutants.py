"""Checks see every feature of the input: a solution that misses one fails, or the reason why none can tell is here."""

from __future__ import annotations

import pytest
from feature_mutants import survivors
from named_mistakes import course

EXERCISES = [each.rpartition("/")[2] for each in course().exercise_ids]
QUICK = ("kv_memory", "cached_forward")

SHIFT = "only differences between the logits of a row count"
SET = "it stands for a set: neither the order nor repeats count"
PICKED = "it returns an id, and no row"
EQUAL = {
    "softmax_by_hand": {"softmax(logits): largest of each row at 0": SHIFT},
    "softmax_stable": {"softmax(logits): largest of each row at 0": SHIFT},
    "temperature_rescaling": {"temperature_probs(logits): largest of each row at 0": SHIFT},
    "greedy_pick": {"greedy(logits): largest of each row at 0": SHIFT},
    "log_probs": {"log_probs(logits): largest of each row at 0": SHIFT},
    "sampler_pipeline": {
        "next_distribution(logits): largest of each row at 0": SHIFT,
        "next_distribution(top_k): nothing beyond what is drawn": "60 is more than any vocabulary of the checks has",
    },
    "repetition_penalty": {
        "repetition_penalty(seen): sorted": SET,
        "repetition_penalty(seen): without repeats": SET,
    },
    "frequency_presence": {
        "frequency_presence(prompt): two items at most": "the prompt does not count",
        "frequency_presence(prompt): sorted": "the prompt does not count",
        "frequency_presence(prompt): without repeats": "the prompt does not count",
        "frequency_presence(generated): sorted": "tokens are counted in any order",
    },
    "bias_ban_min_tokens": {
        "shape_logits(banned): sorted": SET,
        "shape_logits(banned): without repeats": SET,
    },
    "pre_tokenize": {
        "pre_tokenize(allowed): sorted": SET,
        "pre_tokenize(allowed): without repeats": SET,
    },
    "prediction_loop": {
        "generate(pick): rows with their largest at 0": PICKED,
        "generate(pick): rows of whole numbers": PICKED,
    },
    "cached_generate": {
        "generate_cached(pick): rows with their largest at 0": PICKED,
        "generate_cached(pick): rows of whole numbers": PICKED,
    },
    "finish_reason": {
        "finish_reason(stops): sorted": SET,
        "finish_reason(stops): without repeats": SET,
    },
    "stop_sequences": {
        "apply_stops(stops): sorted": SET,
        "apply_stops(stops): without repeats": SET,
    },
    "stream_hold_back": {
        "stream(stops): sorted": SET,
        "stream(stops): without repeats": SET,
    },
    "api_request": {
        f"respond(reason): {feature}": "there are three reasons, all in small letters"
        for feature in ("no spaces at the ends", "no capitals", "ASCII only")
    },
    "regex_mask": {
        "regex_mask(accepting): sorted": SET,
        "regex_mask(accepting): without repeats": SET,
    },
    "one_step": {
        "step_probs(prompt): sorted": SET,
        "step_probs(prompt): without repeats": SET,
        "step_probs(generated): sorted": "tokens are counted in any order",
    },
    "complete_generate": {
        "generate(stop): sorted": SET,
        "generate(stop): without repeats": SET,
    },
}
"""By exercise the mutants that may pass every check, with the reason why no right answer differs."""


@pytest.mark.parametrize(
    "exercise", [pytest.param(each, marks=() if each in QUICK else pytest.mark.slow) for each in EXERCISES]
)
def test_a_solution_that_misses_a_feature_of_its_input_fails(exercise: str) -> None:
    passing, count = survivors(exercise)
    assert set(passing) == set(EQUAL.get(exercise, {}))
    assert count > len(passing)
