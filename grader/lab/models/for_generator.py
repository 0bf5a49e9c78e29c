"""Open a real model as what a course's generator takes, here or in the process of the learner's functions."""

import importlib
import json
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from grader.child.system import PACKAGE
from grader.course import GENERATOR
from grader.lab.generate.confined import MEMORY_MIB, Extras
from grader.lab.models.chat_template import render_here
from grader.lab.models.store import InstalledModel, find_model
from grader.lab.models.weights import size_in_bytes

PACKAGES = ("grader", "jinja2", "markupsafe", "tokenizers")
"""The packages that a process needs for a real model, beside numpy."""


class RealModels(NamedTuple):
    """A model and its tokenizer, as a course's generator takes them."""

    model: Any
    tokenizer: Any
    draft: Any = None


class ChatTokenizer:
    """A tokenizer for which a text is a chat, in the model's own template; `read` makes the chat's messages of it."""

    def __init__(self, tokenizer: Any, read: Callable[[str], Any]) -> None:
        self._tokenizer, self._read = tokenizer, read
        self.bytes, self.eos = tokenizer.bytes, tokenizer.eos

    def encode(self, text: str) -> list[int]:
        """Return the ids of a chat, up to where the answer begins."""
        ids: list[int] = self._tokenizer.chat(self._read(text))
        return ids


TEXTS, MESSAGE, MESSAGES = "texts", "message", "messages"
TOKENIZERS: dict[str, Callable[[Any], Any]] = {
    TEXTS: lambda tokenizer: tokenizer,
    MESSAGE: lambda tokenizer: ChatTokenizer(tokenizer, lambda text: [{"role": "user", "content": text}]),
    MESSAGES: lambda tokenizer: ChatTokenizer(tokenizer, json.loads),
}
"""How prompts are read: as texts to go on from, as a message of the user's, as all messages of a chat (JSON)."""


def open_models(
    folder: str, *, prompts: str = TEXTS, generator: str = "", yours: Sequence[str] = (), is_confined: bool = False
) -> RealModels:
    """Open the model in a folder of its own.

    Args:
        folder: where `InstalledModel.folder` is.
        prompts: how they are read, one of `TOKENIZERS`.
        generator: the name of a course's generator in this process; its `model_parts(yours)` replace ours.
        yours: the ids of the exercises whose functions are the learner's.
        is_confined: whether this process is, and can start no other to render chats.

    Raises:
        UserError: a package is missing, or the files are damaged.
    """
    parts = importlib.import_module(generator).model_parts(yours) if generator else {}
    model, tokenizer = find_model(Path(folder).parent, Path(folder).name).open(**parts)
    if is_confined:
        tokenizer.render = render_here
    return RealModels(model, TOKENIZERS[prompts](tokenizer))


def extras(installed: InstalledModel, *, prompts: str = TEXTS, yours: Sequence[str]) -> Extras:
    """Return what a confined process needs for a real model."""
    arguments = {
        "folder": str(installed.folder.resolve()),
        "prompts": prompts,
        "generator": f"{PACKAGE}.{GENERATOR}",
        "yours": [*yours],
        "is_confined": True,
    }
    opened = {"module": __name__, "function": open_models.__name__, "arguments": arguments}
    return Extras(opened, package_folders(), MEMORY_MIB + 2 * size_in_bytes(installed.config) // 2**20)


def package_folders() -> tuple[str, ...]:
    """Return the folders that the packages of a real model are imported from."""
    found = [spec.origin for spec in map(find_spec, PACKAGES) if spec and spec.origin]
    return tuple(dict.fromkeys(str(Path(origin).resolve().parents[1]) for origin in found))
