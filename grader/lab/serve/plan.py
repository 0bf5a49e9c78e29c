"""Turn a checked request of the API into a request for a course's generator."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from grader.lab.serve.request import ApiError, Asked


class Planned(NamedTuple):
    """A request for the generator."""

    request: dict[str, Any]
    is_chat: bool

    def seeded(self, seed: int) -> Planned:
        """Return the same request with a seed."""
        return self._replace(request=self.request | {"settings": self.request["settings"] | {"seed": seed}})


class JsonChat:
    """Hands over the messages of a chat as they are, for models that have a template of their own."""

    STOP = ""

    @staticmethod
    def chat_prompt(messages: Sequence[dict[str, str]]) -> str:
        """Return the messages as JSON."""
        return json.dumps(messages)


class Planner(NamedTuple):
    """The properties of the models that write."""

    generator: Any
    """The course's generator."""
    models: Any
    """For texts: `model` with its `context`, `tokenizer`, `draft`."""
    chat: Any = None
    """The course's module for chats, or `JsonChat`; None if the model takes no chats."""
    chat_models: Any = None
    """For chats, unless they take the same as texts."""
    has_draft: bool = False

    def plan(self, asked: Asked) -> Planned:
        """Return the request for the generator; raise ApiError if the models cannot do it."""
        if asked.has_draft and not self.has_draft:
            raise ApiError("this model has no draft", param="draft")
        prompt, stops = self._prompt(asked)
        settings = asked.settings | {"stop": stops}
        room = self._room(prompt, asked)
        settings["max_tokens"] = min(settings["max_tokens"] or room, room)
        request = {"prompt": prompt, "settings": settings, "is_json": asked.is_json}
        request |= {"has_draft": asked.has_draft, "has_cache": asked.has_cache, "is_shown": False}
        wrong = self.generator.problem(settings | {"seed": 0})
        if wrong:
            raise ApiError(f"{wrong[0]} must be {wrong[1]}", param=wrong[0], code="invalid_value")
        unknown = [token for token in asked.logit_bias if token >= len(self.models.tokenizer.bytes)]
        if unknown:
            raise ApiError(
                f"logit_bias names the token {unknown[0]}, which this model does not have", param="logit_bias"
            )
        more: dict[str, Any] = {"bias": asked.logit_bias} if asked.logit_bias else {}
        if asked.has_logprobs:
            more["n_logprobs"] = asked.top_logprobs
        return Planned(request | more, asked.is_chat)

    def models_of(self, planned: Planned | Asked) -> Any:
        """Return the models that a request is for."""
        return self.chat_models or self.models if planned.is_chat else self.models

    def _prompt(self, asked: Asked) -> tuple[str, list[str]]:
        """Return the text to go on with, and where to stop."""
        stops: list[str] = asked.settings["stop"]
        if asked.prompt is not None:
            return asked.prompt, stops
        if self.chat is None:
            raise ApiError("this model takes texts, not chats; ask /v1/completions", status=404)
        more = [self.chat.STOP] if self.chat.STOP else []
        return self.chat.chat_prompt(asked.messages), [*stops[:3], *more, *stops[3:]][:4]

    def _room(self, prompt: str, asked: Asked) -> int:
        """Return how many tokens fit after a prompt."""
        models = self.models_of(asked)
        least = self.generator.prompt_problem(prompt, 1, has_draft=asked.has_draft, models=models)
        if least:
            code = "context_length_exceeded" if "context" in least else None
            raise ApiError(least, param="messages" if asked.is_chat else "prompt", code=code)
        count = len(models.tokenizer.encode(prompt))
        ahead = self.generator.GAMMA if asked.has_draft else 0
        return int(models.model.context) - count + 1 - ahead
