"""The comparison page as text: its numbers are the reference's, it needs nothing else, and no prompt breaks it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest
from places import COURSE
from sizes import first_always

SOLUTIONS = COURSE.solutions
formatting: Any = SOLUTIONS.reference("lab/playground/render")
measure: Any = SOLUTIONS.reference("lab/playground/measure")
SHOWN, TOP_KS, render = formatting.SHOWN, formatting.TOP_KS, formatting.render
TINY: Any = SOLUTIONS.reference("tiny_lm/model")
MODEL, TOKENIZER = TINY.load("target"), TINY.tokenizer()
SAMPLER: Any = SOLUTIONS.reference("picking/sampler_pipeline").next_distribution
WHOLE: Any = SOLUTIONS.reference("structure/complete_generate")
BEND: Any = SOLUTIONS.reference("structure/one_step").bend

PROMPTS = ["I think that", "The capital of France is", "Why"]
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
IN_BROWSER: dict[str, Any] = SOLUTIONS.reference("lab/playground/browser_model").browser_model()
STRATEGIES = [strategy for group in measure.GROUPS for strategy in group.strategies]
VOID = {"meta", "input", "br", "rect"}
ROUNDED = 1e-6
"""The largest error of a probability from six digits of a percentage and six decimals of a logit."""


class Element:
    """An element of a page."""

    def __init__(self, tag: str, attributes: dict[str, str | None]) -> None:
        self.tag, self.attributes = tag, attributes
        self.inside: list[Element | str] = []

    @property
    def text(self) -> str:
        return "".join(each if isinstance(each, str) else each.text for each in self.inside)

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """Return the elements within that have a tag and attributes, `class` written with a trailing underscore."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        found = []
        for each in self.inside:
            if isinstance(each, Element):
                is_wanted = tag in (each.tag, "*") and wanted.items() <= each.attributes.items()
                found += ([each] if is_wanted else []) + each.all(tag, **attributes)
        return found


class Reader(HTMLParser):
    """Reads a page into elements, and wants every one of them closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open = [Element("", {})]
        self.feed(text)
        self.close()
        assert len(self.open) == 1

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attributes))
        self.open[-1].inside.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.open[-1].inside.append(Element(tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def compared(prompt: str, tokens: int = 20, seed: int = 0) -> Any:
    return measure.compare(prompt, max_tokens=tokens, seed=seed)


def read(prompt: str) -> Element:
    return Reader(render(compared(prompt)).decode()).open[0]


@pytest.fixture(scope="module", params=first_always(PROMPTS))
def page(request: pytest.FixtureRequest) -> tuple[str, Element]:
    return request.param, read(request.param)


def settings_of(card: Element) -> tuple[float, ...]:
    """Return the temperature, top-k, top-p, min-p, repetition and frequency penalty of a card."""
    (link,) = card.all("a")
    names = ("temperature", "top-k", "top-p", "min-p", "repetition", "frequency")
    temperature, k, *others = (float(str(link.attributes[f"data-{name}"])) for name in names)
    return temperature, TOP_KS[int(k)], *others


def chances(prompt: str, *settings: float, repetition: float = 1.0) -> np.ndarray:
    """Return the reference's chances for the token after a prompt, then those of the tokens that are shown, and the rest."""
    ids = TOKENIZER.encode(prompt)
    logits = MODEL(ids)[-1]
    shown = np.argsort(-SAMPLER(logits), kind="stable")[:SHOWN]
    p = SAMPLER(BEND(logits, ids, [], {}, repetition, 0.0, 0.0), *settings)
    return np.array([*p[shown], np.delete(p, shown).sum()])


# --- numbers ----------------------------------------------------------------------------------


@pytest.mark.parametrize("place", range(len(STRATEGIES)), ids=[each.name for each in STRATEGIES])
@pytest.mark.slow
def test_bars_are_those_of_the_reference_after_every_step(page: tuple[str, Element], place: int) -> None:
    prompt, content = page
    card = content.all("article")[place]
    *filters, repetition, frequency = settings_of(card)
    temperature, k, p, min_p = filters
    steps = dict(
        zip(("temperature", "top-k", "top-p", "min-p"), (filters[:count] for count in range(1, 5)), strict=True)
    )
    steps = {"model": [], "penalties": [], **steps}
    is_on = {"model": True, "penalties": (repetition, frequency) != (1, 0), "temperature": temperature != 1}
    is_on |= {"top-k": k > 0, "top-p": p < 1, "min-p": min_p > 0}
    assert [head.attributes.get("data-step") for head in card.all("thead")[0].all("th")[1:]] == [
        step for step in steps if is_on[step]
    ]
    before = np.zeros(SHOWN + 1)
    for step in filter(is_on.__getitem__, steps):
        expected = chances(prompt, *steps[step], repetition=1.0 if step == "model" else repetition)
        cells = card.all("td", data_step=step)
        widths = [float(str(cell.all("rect")[0].attributes["width"]).removesuffix("%")) / 100 for cell in cells]
        assert widths == pytest.approx(expected, rel=1e-4, abs=ROUNDED)
        is_cut = (expected == 0) & (before > 0)
        assert [cell.text == "cut" for cell in cells] == is_cut.tolist()
        assert [cell.attributes.get("class") == "cut" for cell in cells] == is_cut.tolist()
        assert [cell.text for cell in cells if cell.text != "cut"] == [
            formatting.percent(each) for each in expected[~is_cut]
        ]
        before = expected


@pytest.mark.parametrize("place", range(len(STRATEGIES)), ids=[each.name for each in STRATEGIES])
def test_a_continuation_is_what_the_generator_writes(page: tuple[str, Element], place: int) -> None:
    prompt, content = page
    card = content.all("article")[place]
    names = ("temperature", "top_k", "top_p", "min_p", "repetition_penalty", "frequency_penalty")
    settings: dict[str, Any] = dict(zip(names, settings_of(card), strict=True))
    pieces = list(WHOLE.generate(MODEL, TOKENIZER, prompt, max_tokens=20, seed=0, **settings))
    written = "".join(piece["text"] for piece in pieces)
    assert "".join(text.all("bdi")[0].text for text in card.all("p", class_="text")) == formatting.prose(written)
    (fate,) = card.all("p", class_="fate")
    count = pieces[-1]["usage"]["completion_tokens"]
    expected = "Stopped after 20 tokens." if pieces[-1]["finish_reason"] == "length" else f"after {count - 1} token"
    assert expected in fate.text


PERCENT = {
    0.0: "0", 1e-9: "<0.01", 9.9e-5: "<0.01", 1e-4: "0.01", 0.00125: "0.13", 0.009999: "1.00", 0.01: "1.0", 0.0625: "6.3",
    0.5: "50.0", 0.9994: "99.9", 0.9995: ">99.9", 1 - 1e-12: ">99.9", 1.0: "100",
}  # fmt: skip


@pytest.mark.parametrize(("p", "text"), PERCENT.items())
def test_a_chance_has_three_digits_and_is_never_rounded_to_nothing_or_all(p: float, text: str) -> None:
    assert formatting.percent(p) == text


TOKENS = {
    b" Paris": "␣Paris", b"": "(end)", b"\n": "⏎", b"\t ": "⇥␣", b"\xf0\x9f": "\\xf0\\x9f", b"a\xe2": "a\\xe2",
    "🐱".encode(): "🐱", "\u202e".encode(): "\\u202e", b"\x1b": "\\x1b", b"<b>": "<b>",
}  # fmt: skip


@pytest.mark.parametrize(("value", "text"), TOKENS.items(), ids=repr)
def test_a_token_can_be_seen(value: bytes, text: str) -> None:
    assert formatting.token_name(value) == text


# --- prompts ----------------------------------------------------------------------------------


@pytest.mark.parametrize("prompt", first_always(HOSTILE.values()), ids=HOSTILE)
def test_a_hostile_prompt_is_text_and_nothing_else(prompt: str) -> None:
    raw = render(compared(prompt, tokens=5)).decode()
    content = Reader(raw).open[0]
    (shown,) = content.all("p", class_="prompt")
    assert shown.text == formatting.prose(prompt)
    assert [each.attributes.get("type") for each in content.all("script")] == ["application/json"] * 2 + [None]
    assert content.all("img") == content.all("b") == []
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]", raw)
    (data,) = content.all("script", id="data")
    stored = json.loads(data.text)
    assert set(stored) == {"logits", "shown", "topKs", "names", "prompt"}
    assert stored["prompt"] == prompt


@pytest.mark.parametrize(
    ("prompt", "tokens", "message"),
    [
        ("", 1, "the prompt is empty; give the beginning of a text, such as 'I think that'"),
        ("\udc80", 1, "the prompt is not valid Unicode text; type it anew"),
        ("a b" * 300, 1, "the prompt has 600 tokens, and there is room for 512; shorten it"),
        ("," * 500, 14, "the prompt has 500 tokens, and there is room for 499; shorten it"),
    ],
    ids=["empty", "no text", "too long", "no room"],
)
def test_a_prompt_that_cannot_be_continued_is_refused(prompt: str, tokens: int, message: str) -> None:
    with pytest.raises(measure.PromptError) as caught:
        compared(prompt, tokens)
    assert str(caught.value) == message


# --- the page ---------------------------------------------------------------------------------


def test_the_policy_allows_this_style_and_this_script_only(page: tuple[str, Element]) -> None:
    _, content = page
    (meta,) = content.all("meta", http_equiv="Content-Security-Policy")
    policy = str(meta.attributes["content"])
    allowed = {
        directive: base64.b64encode(hashlib.sha256(element.text.encode()).digest()).decode()
        for directive, element in (("style-src", content.all("style")[0]), ("script-src", content.all("script")[-1]))
    }
    for directive, digest in allowed.items():
        assert f"; {directive} 'sha256-{digest}';" in policy
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy


# --- the model on the page --------------------------------------------------------------------


def test_the_weights_on_the_page_are_the_stored_ones() -> None:
    params = MODEL.params
    stored = {name: np.frombuffer(base64.b64decode(text), "<f2") for name, text in IN_BROWSER["weights"].items()}
    expected = {"emb": params["emb"], "nf": params["nf"]}
    for number, layer in enumerate(params["layers"]):
        expected |= {f"{number}.{name}": values for name, values in layer.items()}
    assert {name: values.ravel().tolist() for name, values in expected.items()} == {
        name: values.tolist() for name, values in stored.items()
    }
