"""Open a real model as the generator takes it, here or in the process of the learner's functions."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ... import generator
from .store import find_model

TEXTS, MESSAGE, MESSAGES = "texts", "message", "messages"
"""How prompts are read: as texts to go on from, as a message of the user's, as all messages of a chat (JSON)."""


class ChatTokenizer:
    """A tokenizer for which a text is a chat, in the model's own template; `read` makes the chat's messages of it."""

    def __init__(self, tokenizer: Any, read: Callable[[str], Any]) -> None:
        self._tokenizer, self._read = tokenizer, read
        self.bytes, self.eos = tokenizer.bytes, tokenizer.eos

    def encode(self, text: str) -> list[int]:
        """Return the ids of a chat, up to where the answer begins."""
        ids: list[int] = self._tokenizer.chat(self._read(text))
        return ids


def open_models(folder: str, prompts: str = TEXTS, yours: Sequence[str] = ()) -> generator.Models:
    """Open the model in a folder of its own.

    Args:
        folder: where `InstalledModel.folder` is.
        prompts: how they are read.
        yours: the ids of the exercises whose functions are the learner's; they replace parts of the model.

    Raises:
        UserError: a package is missing, or the files are damaged.
    """
    parts = generator.model_parts(tuple(yours))
    model, tokenizer = find_model(Path(folder).parent, Path(folder).name).open(**parts)
    if prompts == MESSAGE:
        tokenizer = ChatTokenizer(tokenizer, lambda text: [{"role": "user", "content": text}])
    elif prompts == MESSAGES:
        tokenizer = ChatTokenizer(tokenizer, json.loads)
    return generator.Models(model, tokenizer)
