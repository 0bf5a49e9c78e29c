"""Turn a checked request of the API into a request for a course's generator."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from grader.course.generator_table import GeneratorTable
from grader.lab.serve.request import ApiError, ApiRequest


class Planned(NamedTuple):
    """A request for the generator."""

    request: dict[str, Any]
    is_chat: bool

    def seeded(self, seed: int) -> "Planned":
        """Return the same request with a seed."""
        return self._replace(request=self.request | {"settings": self.request["settings"] | {"seed": seed}})


class JsonChat:
    """Hands over the messages of a chat as they are, for models that have a template of their own."""

    STOP = ""

    @staticmethod
    def chat_prompt(messages: Sequence[Mapping[str, str]]) -> str:
        """Return the messages as JSON."""
        return json.dumps(messages)


class Planner(NamedTuple):
    """The properties of the models that write."""

    generator: Any
    """The course's generator."""
    table: GeneratorTable
    """Its settings."""
    models: Any
    """For texts: `model` with its `context`, `tokenizer`, `draft`."""
    chat: Any = None
    """The course's module for chats, or `JsonChat`; None if the model takes no chats."""
    chat_models: Any = None
    """For chats, unless they take the same as texts."""
    has_draft: bool = False

    def plan(self, asked: ApiRequest) -> Planned:
        """Return the request for the generator; raise ApiError if the models cannot do it.

        It reads the whole prompt, so the server calls it in a worker.
        """
        if asked.values.get("draft") == "model" and not self.has_draft:
            raise ApiError("this model has no draft", param="draft")
        prompt, stops = self._prompt(asked)
        values = asked.values | {"stop": stops, "json": asked.is_json, "logprobs": asked.logprobs}
        request = self.table.request(prompt, values | {"max_tokens": 1})
        models, param = self.models_of(asked), "messages" if asked.is_chat else "prompt"
        try:
            free = self.generator.room(request, models)
        except ValueError as error:
            code = "context_length_exceeded" if "context" in str(error) else None
            raise ApiError(str(error), param=param, code=code) from error
        request["settings"]["max_tokens"] = min(values["max_tokens"] or free, free)
        if unknown := [token for token in request["logit_bias"] if token >= len(models.tokenizer.bytes)]:
            words = f"logit_bias names the token {unknown[0]}, which this model does not have"
            raise ApiError(words, param="logit_bias")
        return Planned(request, asked.is_chat)

    def models_of(self, planned: Planned | ApiRequest) -> Any:
        """Return the models that a request is for."""
        return self.chat_models or self.models if planned.is_chat else self.models

    def _prompt(self, asked: ApiRequest) -> tuple[str, list[str]]:
        """Return the text to go on with, and where to stop."""
        stops: list[str] = asked.values["stop"]
        if asked.prompt is not None:
            return asked.prompt, stops
        if self.chat is None:
            raise ApiError("this model takes texts, not chats; ask /v1/completions", status=404)
        more = [self.chat.STOP] if self.chat.STOP else []
        return self.chat.chat_prompt(asked.messages), [*stops[:3], *more, *stops[3:]][:4]
