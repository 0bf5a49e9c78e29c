"""An exercise is found by what people call it, and a near miss is answered with what they may have meant."""

from __future__ import annotations

import pytest

from grader.core.errors import UnknownNameError
from grader.course import find
from grader.course.course import Course
from grader.course.names import find_exercise, find_exercises, find_unit
from grader.course.parsed_cache import ParsedCache, default_cache

COURSE = Course(find(), ParsedCache(default_cache()))
CACHE = [
    "causal_attention",
    "kv_cache",
    "split_heads",
    "cached_block",
    "cached_forward",
    "cached_generate",
    "paged_cache",
]


@pytest.mark.parametrize(
    ("name", "exercise"),
    [
        ("nucleus", "picking/nucleus_membership"),
        ("nucleus_membership", "picking/nucleus_membership"),
        ("exercises/picking/nucleus_membership.py", "picking/nucleus_membership"),
        ("nucleus_membership.py:4", "picking/nucleus_membership"),
        ("./exercises/picking/nucleus_membership.py:12:8", "picking/nucleus_membership"),
        ("read_chat", "text/chat_template"),
        ("output_share", "cost/price_of_a_call"),
        ("KVCache", "cache/kv_cache"),
        ("kvcache", "cache/kv_cache"),
        ("finish_reason", "loop/finish_reason"),
    ],
)
def test_one_exercise(name: str, exercise: str) -> None:
    assert find_exercise(COURSE, name) == exercise


@pytest.mark.parametrize("name", ["cache", "Cache", "cache/", "6", "exercises/cache", "The KV cache", "the  kv cache"])
def test_a_unit_stands_for_its_exercises(name: str) -> None:
    unit = find_unit(COURSE, name)
    assert unit is not None
    assert unit.id == "cache"
    assert find_exercises(COURSE, name) == [f"cache/{each}" for each in CACHE]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cache", f"the unit 'cache' has 7 exercises; name one of them: {', '.join(CACHE)}"),
        ("softmax", "the function 'softmax' is in 2 exercises; name one of them: softmax_by_hand, softmax_stable"),
        ("nucleous", "there is no exercise 'nucleous'; did you mean nucleus?"),
        ("cach", "there is no exercise 'cach'; did you mean cache?"),
        ("the kv cash", "there is no exercise 'the kv cash'; did you mean \"The KV cache\"?"),
        ("KVCashe", "there is no exercise 'KVCashe'; did you mean KVCache?"),
        ("big/entropi.py", "there is no exercise 'big/entropi.py'; did you mean entropy?"),
        ("beam", "there is no exercise 'beam'; did you mean beam_search?"),
        ("kv", "there is no exercise 'kv'; did you mean kv_cache?"),
        ("penalty", "there is no exercise 'penalty'; did you mean repetition_penalty?"),
        ("Spec.py", "there is no exercise 'Spec.py'; did you mean speculative_generate?"),
        ("10", "there is no exercise '10'; `learn list` shows them all"),
        ("0", "there is no exercise '0'; `learn list` shows them all"),
        ("", "there is no exercise ''; `learn list` shows them all"),
    ],
)
def test_a_name_of_none_or_many_is_answered_with_what_can_be_typed(name: str, message: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        find_exercise(COURSE, name)
    assert str(caught.value) == message
