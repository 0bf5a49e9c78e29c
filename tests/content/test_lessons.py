"""The pages to read: long enough and short enough, computed and not typed, and the numbers recomputed another way."""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import cache

import pytest
from places import COURSE

from grader.course.errata import without_section
from grader.course.lesson import Lesson, open_lesson, question
from grader.course.lesson_files import PICTURE, lesson_ids, lesson_path
from grader.course.load_lesson import count_words
from grader.course.rules import Rules

FEWEST_WORDS, MOST_WORDS = Rules().page_words
UNITS = [unit.id for unit in COURSE.units]
PAGES = ["opening", "checks", *UNITS, "settings", "closing"]
GIVEN = {
    "scores": ["1000"],
    "cost": ["800"],
    "settings": ["1.05"],
}
"""Numbers of three or more digits that the pages type because they are given, not computed."""


@cache
def page(page_id: str) -> Lesson:
    """Return a page, computed afresh."""
    return open_lesson(COURSE, page_id)


def test_there_is_a_page_for_each_unit_and_four_for_the_course() -> None:
    assert lesson_ids(COURSE) == PAGES


@pytest.mark.parametrize("page_id", PAGES)
@pytest.mark.slow
def test_pages_are_short_enough_to_be_read(page_id: str) -> None:
    fewest = FEWEST_WORDS if page_id != "checks" else 300
    assert fewest <= count_words(without_section(page(page_id).text)) <= (MOST_WORDS if page_id != "closing" else 950)


@pytest.mark.parametrize("page_id", PAGES)
@pytest.mark.slow
def test_a_term_is_in_bold_once_on_a_page(page_id: str) -> None:
    terms = [each.casefold() for each in re.findall(r"\*\*([^*]+)\*\*", page(page_id).text)]
    assert [term for term, count in Counter(terms).items() if count > 1] == []
    assert len(terms) >= 1


@pytest.mark.parametrize("page_id", PAGES)
def test_numbers_are_computed_and_not_typed(page_id: str) -> None:
    text = lesson_path(COURSE, page_id).read_text("utf-8")
    text = re.sub(r"\{\{.*?\}\}|\]\([^)]*\)|`[^`]*`|\b(19|20)\d\d\b|(?<=RFC )\d+", "", text)
    typed = [each for each in re.findall(r"\d*\.?\d+(?:[ \u00a0]\d{3})*", text) if sum(map(str.isdigit, each)) > 2]
    assert typed == GIVEN.get(page_id, [])
    assert "{{" not in PICTURE.sub("", page(page_id).text)


@pytest.mark.parametrize("unit", UNITS)
def test_every_unit_names_sources_with_their_year(unit: str) -> None:
    text = page(unit).text
    history = text[text.index("## Where the idea comes from") : text.index("## What to read next")]
    years = [int(each) for each in re.findall(r"\b((?:19|20)\d\d)\b", re.sub(r"\]\([^)]*\)", "]", history))]
    assert len(years) >= 2
    assert all(1900 < year <= 2026 for year in years)
    assert history.count("](https://") >= 2


def test_everything_to_try_by_hand_has_an_answer() -> None:
    asked = [each for each in COURSE.exercise_ids if question(COURSE.words(each).task)]
    answered = [f"{unit}/{name}" for unit in UNITS for name in page(unit).answers]
    assert sorted(asked) == sorted(answered)
    assert len(asked) >= 33


# --- the numbers, another way: fractions, the math module and counting ------------------------------

LOGITS = [4, 3, 2, 1, 0.5]
P = [math.exp(z) / sum(map(math.exp, LOGITS)) for z in LOGITS]


def three(number: float, places: int = 3) -> str:
    """Write a number as the pages do."""
    return f"{number:.{places}f}".removeprefix("0")


def hot(T: float) -> float:
    """Return the share of the first token at a temperature."""
    return 1 / sum(math.exp((z - 4) / T) for z in LOGITS)


NUMBERS = {
    "scores": [
        f"= {three(P[0])}",
        f"three points {math.e**3:.1f} times",
        f"gets {three(hot(0.5))}, at T = 2 only {three(hot(2))}",
        f"is {-sum(p * math.log2(p) for p in P):.2f} bits",
    ],
    "picking": [
        f"{three(P[0] + P[1])}, so the third",
        f"its threshold at {three(P[0] / 10)}",
        f"become {three(P[0] / sum(P[:3]))},",
    ],
    "bending": ["Greedy ends at .30; the best text has .36.", f"{11.1 / 1.3:.1f}"],
    "text": ["es + t", "E2, 82 and AC", "6 ids"],
    "loop": ["4 + 5 + 6 = 15 ids", "called 3 times"],
    "cost": [
        f"{sum(range(1000, 1500)):,}".replace(",", "\u00a0"),
        f"{sum(range(500)):,}".replace(",", "\u00a0"),
        f"factor of {sum(range(1000, 1500)) / 1499:.0f}",
        "67\u00a0% of this",
        f"{32 * 200:,} tokens a second".replace(",", "\u00a0"),
        f"{100 * 4 * 500 / (100_000 + 4 * 500):.1f}\u00a0%",
    ],
    "cache": [
        f"{2 * 32 * 8 * 128 * 2:,} bytes".replace(",", "\u00a0"),
        "takes 1 GiB, and 16 such texts 16 GiB",
        f"{62 + 20 * 7} blocks",
    ],
    "speculative": [
        "= .6.",
        "come with .2, .3 and .2",
        ".2 + .3 · 1 = .5",
        f"{(1 - 0.8**5) / 0.2:.2f} tokens for each pass",
        f"{(1 - 0.8**5) / 0.2 / 1.2:.2f} if",
        f"it is {three((1 - 0.5**5) / 0.5 / 3, 2)}: a loss",
    ],
    "structure": [f"with {100 * 0.99**50:.0f}\u00a0%"],
    "settings": [f"| .3 | {three(hot(0.3))} |", f"| 1.5 | {three(hot(1.5))} |"],
    "opening": ["704 numbers", f"{704 * 64:,} multiplications".replace(",", "\u00a0")],
}

ANSWERS = {
    "softmax_by_hand": three(P[0]),
    "first_loop": "1 and 2: then the sum is 4,",
    "softmax_stable": ", ".join(three(1 / sum(math.exp(j - i) for j in range(3))) for i in range(2)),
    "temperature_rescaling": f"= {three(hot(0.5))}. At T = 2",
    "entropy": "= 1.5 bits",
    "greedy_pick": "Id 0 for the first row, id 1",
    "sample_with_u": '"an"',
    "top_3_renormalisation": three(P[0] / sum(P[:3]), 6),
    "nucleus_membership": "the, a and an",
    "min_p": three(P[0] / 10, 6),
    "sampler_pipeline": "the and a",
    "repetition_penalty": "2, −2 and 2",
    "frequency_presence": f"{three(3 - 3 * 0.5 - 1, 1)}, 3 and 3",
    "bias_ban_min_tokens": "7, −∞ and −∞; with 6: 7, 1 and −∞",
    "beam_search": f"−1{three(-math.log(0.3) - 1)} against −1{three(-math.log(0.288) - 1)}. With alpha = 1 the long one does: "
    f"its mean is −{three(-math.log(0.288) / 3)}",
    "bpe_train": "e + s, with 9",
    "bpe_encode": '"a" and "bc"',
    "pre_tokenize": '"I", " ", " won", " 3", "-", "0", "."',
    "chat_template": f"{1 + 5 + 10 + 2 + 1 + 10} ids, and 257 once",
    "utf8_stream": '"caf"',
    "log_probs": f"on average {math.log(16) / 2:.3f}. The perplexity is 4:",
    "train_bigram": f"−1 and 1, row 1 becomes .5 and −.5. The loss falls from {three(math.log(2))} to "
    f"{three((2 * math.log(1 + math.exp(-2)) + math.log(1 + math.exp(-1))) / 3)}",
    "prediction_loop": f"{3 % 7}, {(3 + 3) % 7} and {(3 + 3 + 6) % 7}",
    "finish_reason": "`stop_sequence`",
    "stop_sequences": "After 3 pieces",
    "stream_hold_back": 'the chunk is "Usual"',
    "loop_op_counts": f"7, 4, {1 + 2 + 3 + 1 + 2 + 3 + 4} and {1 + 2 + 3 + 4}",
    "price_of_a_call": f"{(1000 * 2 + 500 * 8) / 1e6:g}"[1:] + " coins",
    "reasoning_usage": f'At {300 + 200} all is there, and the finish reason is "stop". At 400 the answer has {400 - 300}',
    "batch_schedule": "[2], [2] if they wait: throughput 0.6",
    "causal_attention": f"{(10 + 20 * math.e) / (1 + math.e):.2f}",
    "split_heads": "1, 2 and 5, 6: the first half of each row, for both positions. Head 1 gets 3, 4 and 7, 8.",
    "cached_block": "10, 10 and 13.",
    "cached_generate": "2, 3, 4 positions",
    "paged_cache": '"a" and "b" copy the second one before they write: [0, 2] and [0, 3]. Then "c"',
    "accept_and_residual": f"1, 1, {three(2 / 3)} and .25. The residual is {three(0.3 / 0.4, 2)}, {three(0.1 / 0.4, 2)}, 0 and 0",
    "verify_block": "below .5. Otherwise token 1",
    "speculative_generate": "5, 8 and 1",
    "ngram_draft": "5 and 9; with gamma = 6: 5, 9, 7 and 2,",
    "json_mask": '`2`, `}` and `, "` may come',
    "regex_mask": "`b`, to state 1 and `bc`, to state 2; `a`, `ca` and `cc` are banned",
    "one_step": "−4, 1 and −1. The other way round, the penalty divides first, and the sampler gets −3, 1 and −1.",
    "complete_generate": '" sat" and " "',
}


@pytest.mark.parametrize("page_id", NUMBERS)
def test_the_numbers_of_a_page_are_right(page_id: str) -> None:
    assert [each for each in NUMBERS[page_id] if each not in page(page_id).shown] == []


@pytest.mark.parametrize("unit", UNITS)
def test_the_answers_are_right(unit: str) -> None:
    answers = page(unit).answers
    assert {name: answers[name] for name in answers if ANSWERS[name] not in answers[name]} == {}
