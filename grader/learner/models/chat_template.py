"""Render the chat template of a model file, in Jinja's sandbox, since a file from elsewhere is not trusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NoReturn

from jinja2 import TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from grader.core.errors import UserError


class ChatTemplateError(UserError):
    """A chat template that is missing or fails, or messages that it refuses; the message says why."""


def render(template: str, messages: Sequence[Mapping[str, Any]], **values: Any) -> str:
    """Return the text of a chat, up to where the assistant's answer begins.

    Args:
        template: a Jinja template as in `tokenizer.chat_template` of a GGUF file.
        messages: each with `role` and `content`.
        values: more variables, such as `bos_token`.

    Raises:
        ChatTemplateError: there is no template, or it fails.
    """
    if not template:
        raise ChatTemplateError("this model has no chat template; use it without --chat")
    try:
        text: str = _compiled(template).render(messages=list(messages), add_generation_prompt=True, **values)
        return text
    # a template is a program: it may fail in every way in which Python can
    except (TemplateError, ArithmeticError, AttributeError, LookupError, MemoryError, TypeError, ValueError) as error:
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        raise ChatTemplateError(f"the model's chat template cannot be used here: {reason}") from error


@lru_cache(maxsize=4)
def _compiled(template: str) -> Any:
    # white space and names as in transformers, for which the templates of model files are written
    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"]
    )
    environment.globals["raise_exception"] = _refuse
    return environment.from_string(template)


def _refuse(message: str) -> NoReturn:
    """Let a template refuse its messages.

    Raises:
        TemplateError: always.
    """
    raise TemplateError(message)
