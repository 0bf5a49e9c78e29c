"""Write a chat as the tiny model has seen chats: it was trained on talk between "User" and "Bot"."""

from collections.abc import Mapping, Sequence
from typing import Any

from .text.chat_template import END, START, chat_ids

NAMES = {"user": "User", "assistant": "Bot", "system": "System"}
STOP = "\nUser:"
"""Begins the user's next line, which the model would write, too."""


def chat_prompt(messages: Sequence[Mapping[str, str]]) -> str:
    """Return the text that the model is to go on with.

    Args:
        messages: each with `role` (user, assistant or system) and `content`.
    """
    ids = chat_ids([{"role": each["role"], "content": each["content"]} for each in messages])
    ends = [place for place, token in enumerate(ids) if token in (START, END)]
    parts = [bytes(ids[start + 1 : end]) for start, end in zip(ends, [*ends[1:], len(ids)], strict=True)]
    return "".join(_spelled(part.decode()) for part in parts)


def _spelled(part: str) -> str:
    """Return what stands between two special tokens as the tiny model, which has none, knows it."""
    role, _, content = part.partition("\n")
    return f"{NAMES[role]}: {content.strip()}".rstrip() if role else part


def with_stop(stops: list[str]) -> list[str]:
    """Return at most four stop sequences, one of them the user's next line."""
    return [*stops[:3], STOP, *stops[3:]][:4]


class ChatTokenizer:
    """The tiny model's tokenizer, for which a text is a message of the user's.

    Args:
        tokenizer: has `encode`, `bytes` and `eos`.
    """

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self.bytes, self.eos = tokenizer.bytes, tokenizer.eos

    def encode(self, text: str) -> list[int]:
        """Return the ids of a chat with one message, up to where the answer begins."""
        ids: list[int] = self._tokenizer.encode(chat_prompt([{"role": "user", "content": text}]))
        return ids
