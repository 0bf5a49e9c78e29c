"""The model that pages run in the browser, "target" with its tokenizer, and the scripts that run it."""

import base64
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from ...tiny_lm import model as tiny_lm

HERE = Path(__file__).parent / "template"
SCRIPTS = ("sampler.js", "numpy_random.js", "tiny_model.js")
"""The scripts that run the model, none of which needs anything of a page."""
SPACE = r"\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
"""Python's `\\s`; JavaScript's has other characters."""
WORD = r" ?[\p{L}\p{Nl}\p{No}]+| ?\p{Nd}+| ?[^\p{L}\p{N}SPACE]+|[SPACE]+(?![^SPACE])|[SPACE]".replace("SPACE", SPACE)
"""The pattern of `pre_tokenize` as a JavaScript pattern with the flag `u`."""


def browser_model() -> dict[str, Any]:
    """Return the model and its tokenizer, ready for JSON."""
    arrays, heads = tiny_lm.weights("target"), tiny_lm.described("target")["heads"]
    weights = {name: _base64(array) for name, array in arrays.items()}
    merges = json.loads((tiny_lm.HERE / "tokenizer.json").read_text("utf-8"))["merges"]
    shape = {"context": tiny_lm.CONTEXT, "heads": heads, "width": arrays["emb"].shape[1]}
    return {**shape, "word": WORD, "merges": merges, "weights": weights}


def _base64(array: np.ndarray) -> str:
    """Return an array as base64 of little-endian float16, the type that the weights are stored in."""
    return base64.b64encode(array.astype("<f2").tobytes()).decode("ascii")


def joined(names: Iterable[str] = SCRIPTS) -> str:
    """Return scripts as one; the default ones define `tinyModel`, `sampler` and `numpyRandom` on any page."""
    return "".join((HERE / name).read_text("utf-8") for name in names)
