"""Bodies of requests to the API: what is read from them, and what is refused in words."""

from __future__ import annotations

from typing import Any

import pytest
from places import COURSE

from grader.course.generator_table import load_table
from grader.lab.serve import request
from grader.lab.serve.request import ApiError, ApiRequest

TABLE = load_table(COURSE)
HUGE = 10**400


def text_request(body: object) -> ApiRequest:
    """Return a checked text completion."""
    return request.text_request(body, TABLE)


def chat_request(body: object) -> ApiRequest:
    """Return a checked chat completion."""
    return request.chat_request(body, TABLE)


HELLO = [{"role": "user", "content": "Hello"}]


def test_what_is_left_out_or_null_has_its_default() -> None:
    for body in ({"prompt": "a"}, {"prompt": "a", "temperature": None, "stop": None, "n": None, "stream": None}):
        asked = text_request(body)
        assert asked.values["temperature"] == 1.0
        assert asked.values["max_tokens"] == 16
        assert (asked.n, asked.is_stream, asked.values["stop"], asked.logprobs) == (1, False, [], None)


def test_a_chat_may_be_as_long_as_the_context() -> None:
    assert chat_request({"messages": HELLO}).values["max_tokens"] is None


def test_the_newer_name_of_the_limit_counts_first() -> None:
    asked = chat_request({"messages": HELLO, "max_tokens": 7, "max_completion_tokens": 5})
    assert asked.values["max_tokens"] == 5


def test_parts_of_text_are_one_text_and_developers_are_the_system() -> None:
    parts = [{"type": "text", "text": "Hel"}, {"type": "text", "text": "lo"}]
    asked = chat_request({"messages": [{"role": "developer", "content": parts}, *HELLO]})
    assert asked.messages == ({"role": "system", "content": "Hello"}, HELLO[0])


def test_a_stop_may_be_one_text() -> None:
    assert text_request({"prompt": "a", "stop": "\n"}).values["stop"] == ["\n"]


def test_biases_go_by_the_number_of_the_token() -> None:
    assert text_request({"prompt": "a", "logit_bias": {"7": -100, "12": 1.5}}).values["logit_bias"] == {
        7: -100.0,
        12: 1.5,
    }


def test_fields_without_effect_are_accepted() -> None:
    chat_request({"messages": HELLO, "model": "x", "user": "me", "store": False, "metadata": {}, "tools": None})


NUMBERS = [setting.name for setting in TABLE.settings if setting.kind in ("number", "whole")] + ["n", "logprobs"]
TEXT_WRONG: list[tuple[dict[str, Any], str]] = [
    ({}, "prompt"),
    ({"prompt": 3}, "prompt"),
    ({"prompt": ["a", "b"]}, "prompt"),
    ({"prompt": "\ud800"}, "prompt"),
    ({"prompt": "a", "temperature": 2.5}, "temperature"),
    ({"prompt": "a", "temperature": "1"}, "temperature"),
    ({"prompt": "a", "temperature": True}, "temperature"),
    ({"prompt": "a", "temperature": float("nan")}, "temperature"),
    ({"prompt": "a", "top_p": 0}, "top_p"),
    ({"prompt": "a", "top_k": 1.5}, "top_k"),
    ({"prompt": "a", "n": 0}, "n"),
    ({"prompt": "a", "n": 9}, "n"),
    ({"prompt": "a", "max_tokens": 0}, "max_tokens"),
    ({"prompt": "a", "stop": ["a"] * 5}, "stop"),
    ({"prompt": "a", "stop": [""]}, "stop"),
    ({"prompt": "a", "stop": 3}, "stop"),
    ({"prompt": "a", "logprobs": 6}, "logprobs"),
    ({"prompt": "a", "logprobs": True}, "logprobs"),
    ({"prompt": "a", "logit_bias": {"a": 1}}, "logit_bias"),
    ({"prompt": "a", "logit_bias": {"1": 101}}, "logit_bias"),
    ({"prompt": "a", "seed": 1.0}, "seed"),
    ({"prompt": "a", "stream": 1}, "stream"),
    ({"prompt": "a", "stream_options": {"include_usage": 1}}, "stream_options"),
    ({"prompt": "a", "response_format": {"type": "json_schema"}}, "response_format"),
    ({"prompt": "a", "echo": True}, "echo"),
    ({"prompt": "a", "best_of": 2}, "best_of"),
    ({"prompt": "a", "stop": "a" * 1001}, "stop"),
    ({"prompt": "a", "stop": ["\ud800"]}, "stop"),
    ({"prompt": "a", "draft": "ngrams"}, "draft"),
    ({"prompt": "a", "no_cache": 1}, "no_cache"),
    ({"prompt": "a", "beams": 2}, "beams"),
    ({"prompt": "a", "repetition_penalty": 5e-324}, "repetition_penalty"),
    *(({"prompt": "a", name: value}, name) for value in (HUGE, -HUGE) for name in NUMBERS),
    ({"prompt": "a", "logit_bias": {"1": HUGE}}, "logit_bias"),
    ({"prompt": "a", "temprature": 1}, "temprature"),
]


@pytest.mark.parametrize(("body", "param"), TEXT_WRONG, ids=[f"{param}-{i}" for i, (_, param) in enumerate(TEXT_WRONG)])
def test_a_wrong_field_of_a_text_is_named(body: dict[str, Any], param: str) -> None:
    with pytest.raises(ApiError) as caught:
        text_request(body)
    error = caught.value.body["error"]
    assert (caught.value.status, error["param"], error["type"]) == (400, param, "invalid_request_error")
    assert param in error["message"]


@pytest.mark.parametrize(
    ("body", "param"),
    [
        ({"messages": []}, "messages"),
        ({"messages": "Hello"}, "messages"),
        ({"messages": [{"role": "tool", "content": "a"}]}, "messages[0]"),
        ({"messages": [*HELLO, {"role": "user"}]}, "messages[1]"),
        ({"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}, "messages[0]"),
        ({"messages": HELLO, "top_logprobs": 3}, "top_logprobs"),
        ({"messages": HELLO, "logprobs": 3}, "logprobs"),
        ({"messages": HELLO, "tools": [{}]}, "tools"),
    ],
)
def test_a_wrong_field_of_a_chat_is_named(body: dict[str, Any], param: str) -> None:
    with pytest.raises(ApiError) as caught:
        chat_request(body)
    assert caught.value.body["error"]["param"] == param


@pytest.mark.parametrize("body", [None, [], "a", 3])
def test_a_body_that_is_no_object_is_refused(body: object) -> None:
    with pytest.raises(ApiError, match="must be a JSON object"):
        text_request(body)
