"""Render the playground; its first text is computed here, so that a page shows it before the model is loaded."""

import base64
import json
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from markupsafe import Markup

from grader.core import escape
from grader.course import picture
from grader.files import html_page

from ...generation.request import GAMMA
from ...picking.nucleus_membership import nucleus
from ...picking.sample_with_u import sample
from ...picking.sampler_pipeline import next_distribution
from ...pictures._svg import svg
from ...pictures.picking import number_line
from ...structure.one_step import bend
from ...tiny_lm import model as tiny_lm

HERE = Path(__file__).parent / "template"
SCRIPTS = ("numpy_random.js", "sampler.js", "tiny_model.js", "writer.js", "player.js")
SPACE = r"\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
"""Python's `\\s`; JavaScript's has other characters."""
WORD = r" ?[\p{L}\p{Nl}\p{No}]+| ?\p{Nd}+| ?[^\p{L}\p{N}SPACE]+|[SPACE]+(?![^SPACE])|[SPACE]".replace("SPACE", SPACE)
"""The pattern of `pre_tokenize` as a JavaScript pattern with the flag `u`."""
MAX_TOKENS = 32
SHOWN = 9
"""The number of tokens with a bar."""
OFF: dict[str, float] = {
    "temperature": 1, "topK": 0, "topP": 1, "minP": 0, "repetition": 1, "frequency": 0, "presence": 0,
}  # fmt: skip
"""The settings without which the model's own probabilities are drawn from; a playground of attention has others."""


class Player(NamedTuple):
    """A playground: its first text, and the dials that it offers."""

    prompt: str = "Once upon a time"
    seed: int = 3
    settings: dict[str, float] = {}  # noqa: RUF012 - never changed
    dials: tuple[str, ...] = tuple(OFF)
    is_small: bool = False


class Step(NamedTuple):
    """A token: the model's probabilities (V,), those with the settings (V,), the random number, and the id."""

    own: np.ndarray
    p: np.ndarray
    u: float
    id: int


class PromptError(ValueError):
    """A prompt that the model cannot continue; the message says why."""


def render(player: Player) -> bytes:
    """Return a page as UTF-8 that needs no network and no other file; raise PromptError for an unusable prompt."""
    style = html_page.face(HERE / "player.css") + picture.CSS
    part, script = render_part(player), model_script() + player_script()
    return html_page.page(HERE, "page.html", style, script, title=escape.line(player.prompt), player=part).encode()


def render_part(player: Player) -> Markup:
    """Return the playground for a page with its style and scripts; raise PromptError for an unusable prompt."""
    steps, tokenizer, is_attention = write(player), tiny_lm.tokenizer(), "head" in player.dials
    ids = [step.id for step in steps]
    texts = [tokenizer.decode(ids[:count]) for count in range(len(ids) + 1)]
    rows = [{"u": step.u, "id": step.id, "p": _pairs(step), "left": int((step.p > 0).sum())} for step in steps]
    rows = [{**row, "text": after[len(before) :]} for row, (before, after) in zip(rows, pairwise(texts), strict=True)]
    at = next((place for place, step in enumerate(steps) if step.own[step.id] < 0.5), 0)  # where chance has a say
    first = {"prompt": player.prompt, "seed": str(player.seed), "at": at, "steps": rows, "end": tokenizer.eos}
    first |= {"names": {token: token_name(tokenizer.bytes[token]) for row in rows for token, *_ in row["p"]}}
    template = html_page.environment(HERE).get_template("player.html")
    first |= {"off": OFF, "settings": OFF | player.settings, "size": len(tokenizer.bytes)}
    values = {"first": first, "values": OFF | {"layer": 0, "head": 0} | player.settings}
    values |= {"heads": tiny_lm.load("target").kv_shape[1], "layers": tiny_lm.load("target").kv_shape[0]}
    values |= {"text": texts[-1], "picture": Markup(svg(number_line())), "is_attention": is_attention, "shown": SHOWN}
    return Markup(template.render(player=player, **values))


def write(player: Player) -> list[Step]:
    """Return the steps of a player's first text.

    Raises:
        PromptError: the prompt is empty, not valid text, or too long.
    """
    model, tokenizer, values = tiny_lm.load("target"), tiny_lm.tokenizer(), OFF | player.settings
    try:
        ids = unseen = tokenizer.encode(player.prompt)
    except UnicodeEncodeError:
        raise PromptError("the prompt is not valid Unicode text; type it again") from None
    if not ids:
        raise PromptError("the prompt is empty; give the beginning of a text, such as 'Once upon a time'")
    if len(ids) > (room := model.context - MAX_TOKENS - GAMMA):
        raise PromptError(f"the prompt has {len(ids)} tokens, and there is room for {room}; shorten it")
    penalties = (values["repetition"], values["frequency"], values["presence"])
    random, cache, steps = np.random.default_rng(player.seed), model.new_cache(), list[Step]()
    while len(steps) < MAX_TOKENS and unseen != [tokenizer.eos]:
        logits = model(unseen, cache)[-1]
        bent = bend(logits, ids, [step.id for step in steps], {}, *penalties)
        p = next_distribution(bent, values["temperature"], int(values["topK"]), values["topP"], values["minP"])
        u = float(random.random())
        steps.append(Step(next_distribution(logits), p, u, int(sample(p, u))))
        unseen = [steps[-1].id]
    return steps


def _pairs(step: Step) -> list[tuple[float, ...]]:
    """Return the ids of a step with both probabilities, without those that nobody could see."""
    seen = {*nucleus(step.own, 1.0)[:SHOWN], *np.flatnonzero(np.maximum(step.own, step.p) > 1e-5)}
    return [(int(token), *(round(float(p[token]), 7) for p in (step.own, step.p))) for token in sorted(seen)]


def model_script() -> str:
    """Return both models, and the target's tokenizer, as a script, since a page that is a file cannot fetch data."""
    merges = json.loads((tiny_lm.HERE / "tokenizer.json").read_text("utf-8"))["merges"]
    target = {**_browser_model("target"), "word": WORD, "merges": merges}
    names = [token_name(token) for token in tiny_lm.tokenizer().bytes]
    text = json.dumps({"target": target, "draft": _browser_model("draft"), "names": names}, separators=(",", ":"))
    return f"const tinyModels = {text.replace('<', chr(92) + 'u003c')};\n"


def player_script() -> str:
    """Return the scripts that run the models and the playground."""
    return "".join((HERE / name).read_text("utf-8") for name in SCRIPTS)


def _browser_model(name: str) -> dict[str, Any]:
    arrays = tiny_lm.weights(name)
    weights = {key: base64.b64encode(array.astype("<f2").tobytes()).decode("ascii") for key, array in arrays.items()}
    shape = {"context": tiny_lm.CONTEXT, "heads": tiny_lm.described(name)["heads"], "width": arrays["emb"].shape[1]}
    return {**shape, "weights": weights}


def token_name(value: bytes) -> str:
    """Return a token with visible spaces and line ends, and with bytes that are not text escaped."""
    text = value.decode("utf-8", "backslashreplace").replace("\n", "⏎").replace("\t", "⇥")
    return escape.line(text).replace(" ", "␣") or "(end)"
