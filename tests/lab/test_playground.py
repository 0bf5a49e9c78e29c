"""The playground's page as text: its first text is the generator's, it needs nothing else, and no prompt breaks it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from typing import Any

import numpy as np
import pytest
from places import COURSE
from sizes import first_always

SOLUTIONS = COURSE.solutions
page: Any = SOLUTIONS.reference("lab/playground/render")
showcase: Any = SOLUTIONS.reference("showcase")
Player, render = page.Player, page.render
TINY: Any = SOLUTIONS.reference("tiny_lm/model")
MODEL, TOKENIZER = TINY.load("target"), TINY.tokenizer()
WHOLE: Any = SOLUTIONS.reference("structure/complete_generate")

HOSTILE = {
    "end of script": "</script><script>alert(1)</script>",
    "comment": "<!--<script>",
    "end of title and style": "</title></style><img src=x onerror=alert(1)>",
    "quotes": "\"'`&amp;&#60;",
    "template": "{{ 7 * 7 }}{% raw %}{#",
    "bidi": "user\u202etxt.exe\u2066\u200f",
    "emoji": "👩‍👩‍👧 🐱 é e\u0301",
    "controls": "\x1b[31m\x07\x7f\u2028",
    "separate lines": "User: Hello\r\nBot:",
}
PLAYERS = {
    "as it is": Player(),
    "another seed": Player("The capital of France is", 2**40),
    "all filters": Player(settings={"temperature": 1.5, "topK": 20, "topP": 0.9, "minP": 0.05}),
    "penalties": Player("I think that", 1, {"repetition": 1.3, "frequency": 0.5, "presence": -0.5}),
    "greedy": Player("I think that", 0, {"temperature": 0}),
}


def first_of(text: str) -> dict[str, Any]:
    """Return the data of a page's first text."""
    found = re.search(r'<script type="application/json" data-part="first">(.*?)</script>', text, re.DOTALL)
    assert found
    return json.loads(found[1])


@pytest.mark.parametrize("name", PLAYERS)
def test_the_first_text_is_what_the_generator_writes(name: str) -> None:
    player = PLAYERS[name]
    first = first_of(page.render_part(player))
    names = {"topK": "top_k", "topP": "top_p", "minP": "min_p"}
    names |= {kind: f"{kind}_penalty" for kind in ("repetition", "frequency", "presence")}
    settings = {names.get(name, name): value for name, value in player.settings.items()}
    (end,) = WHOLE.generate(MODEL, TOKENIZER, player.prompt, max_tokens=32, stream=False, seed=player.seed, **settings)
    assert "".join(step["text"] for step in first["steps"]) == end["text"]
    ids = TOKENIZER.encode(player.prompt)
    for step in first["steps"]:
        own = np.exp(MODEL(ids)[-1])
        listed, before, after = zip(*step["p"], strict=True)
        assert before == pytest.approx((own / own.sum())[list(listed)], abs=1e-7)
        assert 0.99 < sum(after) < 1 + 1e-5
        assert len(first["names"][str(step["id"])]) > 0
        ids.append(step["id"])


TOKENS = {
    b" Paris": "␣Paris", b"": "(end)", b"\n": "⏎", b"\t ": "⇥␣", b"\xf0\x9f": "\\xf0\\x9f", b"a\xe2": "a\\xe2",
    "🐱".encode(): "🐱", "\u202e".encode(): "\\u202e", b"\x1b": "\\x1b", b"<b>": "<b>",
}  # fmt: skip


@pytest.mark.parametrize(("value", "text"), TOKENS.items(), ids=repr)
def test_a_token_can_be_seen(value: bytes, text: str) -> None:
    assert page.token_name(value) == text


@pytest.mark.parametrize("prompt", first_always(HOSTILE.values()), ids=HOSTILE)
def test_a_hostile_prompt_is_text_and_nothing_else(prompt: str) -> None:
    text = render(Player(prompt)).decode()
    assert re.findall(r"<script[^>]*>", text) == ['<script type="application/json" data-part="first">', "<script>"]
    markup = text.partition("</style>")[0].partition("<style>")[0] + text.partition("</style>")[2]
    assert [tag for tag in ("<img", "<b>", "onerror=alert(1)>") if tag in markup.partition("<script>")[0]] == []
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]", text)
    assert first_of(text)["prompt"] == prompt


@pytest.mark.parametrize(
    ("prompt", "message"),
    [
        ("", "the prompt is empty; give the beginning of a text, such as 'Once upon a time'"),
        ("\udc80", "the prompt is not valid Unicode text; type it again"),
        ("a b" * 300, "the prompt has 600 tokens, and there is room for 476; shorten it"),
    ],
    ids=["empty", "no text", "too long"],
)
def test_a_prompt_that_cannot_be_continued_is_refused(prompt: str, message: str) -> None:
    with pytest.raises(page.PromptError) as caught:
        render(Player(prompt))
    assert str(caught.value) == message


def test_the_policy_allows_this_style_and_this_script_only() -> None:
    text = render(Player()).decode()
    policy = re.search('Content-Security-Policy" content="(.*?)"', text)[1].replace("&#39;", "'")  # type: ignore[index]
    style, script = (text.rpartition(f"<{tag}>")[2].partition(f"</{tag}>")[0] for tag in ("style", "script"))
    for directive, data in (("style-src", style), ("script-src", script)):
        assert f"; {directive} 'sha256-{base64.b64encode(hashlib.sha256(data.encode()).digest()).decode()}';" in policy
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy


@pytest.mark.parametrize("name", ["target", "draft"])
def test_the_weights_of_the_script_are_the_stored_ones(name: str) -> None:
    models = json.loads(page.model_script().removeprefix("const tinyModels = ").removesuffix(";\n"))
    params = TINY.load(name).params
    stored = {key: np.frombuffer(base64.b64decode(text), "<f2") for key, text in models[name]["weights"].items()}
    expected = {"emb": params["emb"], "nf": params["nf"]}
    for number, layer in enumerate(params["layers"]):
        expected |= {f"{number}.{key}": values for key, values in layer.items()}
    assert {key: values.ravel().tolist() for key, values in expected.items()} == {
        key: values.tolist() for key, values in stored.items()
    }
