"""Turn tokens into text while a loop picks them: what may be shown after each, and why the text ends."""

from typing import Any

from ..loop.finish_reason import finish_reason
from ..loop.stream_hold_back import stream as hold_back
from ..structure.complete_generate import Chunk, respond
from ..text.utf8_stream import decode_stream


class Writing:
    """A text that tokens are added to; `written` of the whole generator does the same for tokens that it asks for."""

    def __init__(self, tokenizer: Any, prompt_tokens: int, max_tokens: int, stop: list[str]) -> None:
        self._tokenizer, self._prompt_tokens, self._max_tokens, self._stop = tokenizer, prompt_tokens, max_tokens, stop
        self._portions: list[bytes] = []
        self.picked: list[int] = []
        """The tokens so far, one that ended the text included."""
        self.reason: str | None = None
        """Why the text has ended: "eos", "stop_sequence" or "max_tokens"."""

    def take(self, token: int) -> list[Chunk]:
        """Add a token; return the chunks that can be shown now, the last one of the text with its usage."""
        self.picked.append(token)
        is_eos = token == self._tokenizer.eos
        if not is_eos:
            self._portions.append(self._tokenizer.bytes[token])
        *pieces, unfinished = decode_stream(self._portions)
        self.reason = finish_reason(len(self.picked), self._max_tokens, is_eos, "".join(pieces), self._stop)
        *shown, held = hold_back(pieces, self._stop)
        chunks = [{"text": shown[-1]}] if not is_eos and shown[-1] else []
        if self.reason is None:
            return chunks
        if self.reason != "stop_sequence" and unfinished:
            held = "".join(hold_back([*pieces, unfinished], self._stop)[len(pieces) :])
        return [*chunks, respond(held, self.reason, self._prompt_tokens, len(self.picked))]
