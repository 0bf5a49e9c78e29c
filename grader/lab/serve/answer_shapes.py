"""The answers of the API: completions of texts and chats, whole or in chunks."""

from typing import Any

from grader.lab.generate.events import Likely, Logprob, Usage

Json = dict[str, Any]


class ShownTokens:
    """Tokens whose text has been shown; those that a stop sequence has cut off, or the end of the text, never are."""

    def __init__(self) -> None:
        self._waiting: list[Logprob] = []
        self._begin = self._shown = 0

    def add(self, token: Logprob) -> None:
        """Add a token that has been picked."""
        self._waiting.append(token)

    def take(self, text: str) -> list[Logprob]:
        """Return the tokens that begin in a text which is shown now."""
        self._shown += len(text.encode())
        taken: list[Logprob] = []
        while self._waiting and self._begin < self._shown:
            taken.append(self._waiting.pop(0))
            self._begin += len(taken[-1]["text"])
        return taken


LEAST_LOGPROB = -9999.0
"""Said of what is impossible: JSON has no minus infinity, and this is what the API's makers say."""


class Shapes:
    """Makes the parts of one answer: `number` is a unique part of its id, `created` seconds since 1970."""

    def __init__(self, number: str, created: int, model: str, *, is_chat: bool) -> None:
        self._is_chat = is_chat
        self._head = {"id": f"{'chatcmpl' if is_chat else 'cmpl'}-{number}", "created": created, "model": model}

    def whole(self, choices: list[Json], usage: Usage) -> Json:
        """Return an answer that is not streamed."""
        kind = "chat.completion" if self._is_chat else "text_completion"
        return {**self._head, "object": kind, "choices": choices, "usage": usage}

    def choice(self, index: int, text: str, finish_reason: str, tokens: list[Logprob] | None) -> Json:
        """Return one text of an answer that is not streamed."""
        said: Json = {"index": index, "finish_reason": finish_reason, "logprobs": self._logprobs(tokens, 0)}
        if not self._is_chat:
            return {**said, "text": text}
        return {**said, "message": {"role": "assistant", "content": text, "refusal": None}}

    def begin(self, index: int) -> list[Json]:
        """Return the chunk before the first text, if there is one."""
        return [self._chunk(index, {"role": "assistant", "content": ""}, None, None)] if self._is_chat else []

    def chunk(self, index: int, text: str, tokens: list[Logprob] | None, offset: int = 0) -> Json:
        """Return a chunk of text; `offset` is the number of characters before it."""
        said = {"content": text} if self._is_chat else {"text": text}
        return self._chunk(index, said, None, self._logprobs(tokens, offset))

    def end(self, index: int, finish_reason: str) -> Json:
        """Return the chunk that ends a text."""
        return self._chunk(index, {} if self._is_chat else {"text": ""}, finish_reason, None)

    def usage(self, usage: Usage) -> Json:
        """Return the chunk that ends a stream with its usage."""
        return {**self._head, "object": self._stream_kind, "choices": [], "usage": usage}

    @property
    def _stream_kind(self) -> str:
        return "chat.completion.chunk" if self._is_chat else "text_completion"

    def _chunk(self, index: int, said: Json, finish_reason: str | None, logprobs: Json | None) -> Json:
        choice = {"index": index, "finish_reason": finish_reason, "logprobs": logprobs}
        choice |= {"delta": said} if self._is_chat else said
        return {**self._head, "object": self._stream_kind, "choices": [choice]}

    def _logprobs(self, tokens: list[Logprob] | None, offset: int) -> Json | None:
        if tokens is None:
            return None
        if self._is_chat:
            content = [_named(token) | {"top_logprobs": list(map(_named, token["top"]))} for token in tokens]
            return {"content": content, "refusal": None}
        texts = list(map(_text, tokens))
        return {
            "tokens": texts,
            "token_logprobs": list(map(_logprob, tokens)),
            "top_logprobs": [{_text(best): _logprob(best) for best in token["top"]} for token in tokens],
            "text_offset": [offset + sum(map(len, texts[:place])) for place in range(len(texts))],
        }


def added(usages: list[Usage]) -> Usage:
    """Return the usage of several texts that continue one prompt."""
    prompt, completion = usages[0]["prompt_tokens"], sum(usage["completion_tokens"] for usage in usages)
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}


def _named(token: Likely) -> Json:
    return {"token": _text(token), "logprob": _logprob(token), "bytes": list(token["text"])}


def _text(token: Likely) -> str:
    return token["text"].decode("utf-8", "replace")


def _logprob(token: Likely) -> float:
    return max(float(token["logprob"]), LEAST_LOGPROB)
