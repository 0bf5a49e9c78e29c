"""Render the chat template of a model file: a program of somebody else's, so in a process with limits.

`python -m grader.lab.models.chat_template` reads {"template", "variables"} and writes {"text"} or {"problem"}, as JSON.
"""

import contextlib
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NoReturn

from jinja2 import TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from grader.core.errors import UserError

SECONDS = 8.0
MEMORY_BYTES = 1 << 29
MOST_CHARACTERS = 8 << 20


def render_chat(template: str, messages: Sequence[Mapping[str, Any]], **values: Any) -> str:
    """Return the text of a chat up to where the answer begins; `values` are more variables, such as `bos_token`.

    Raises:
        UserError: there is no template, or it fails, or it takes more than its time or memory.
    """
    return _rendered_apart(json.dumps({"template": template, "variables": _variables(messages, values)}))


def render_here(template: str, messages: Sequence[Mapping[str, Any]], **values: Any) -> str:
    """Return what `render_chat` does, from this process: one that is confined and has limits already."""
    if not template:
        raise UserError("this model has no chat template; use it without --chat")
    try:
        text: str = _compiled(template).render(_variables(messages, values))
    # a template is a program: it may fail in every way in which Python can
    except (TemplateError, ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError,
            ValueError) as error:  # fmt: skip
        raise _problem(" ".join(str(error).split())[:200] or type(error).__name__) from None
    return text


def _variables(messages: Sequence[Mapping[str, Any]], values: Mapping[str, Any]) -> dict[str, Any]:
    return {"messages": list(messages), "add_generation_prompt": True, **values}


def _problem(reason: str) -> UserError:
    return UserError(f"the model's chat template cannot be used here: {reason}")


@lru_cache(maxsize=4)  # a request needs its prompt three times: to check it, to count it, and to go on from it
def _rendered_apart(request: str) -> str:
    command = [sys.executable, "-I", "-m", __name__]
    try:
        done = subprocess.run(command, input=request.encode(), capture_output=True, timeout=SECONDS, check=True)
        answer = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        raise _problem(f"it takes longer than {SECONDS:g} s") from None
    except (subprocess.CalledProcessError, ValueError):
        # Ended by the system, or out of memory where nothing could say so.
        raise _problem("it ended its process, for want of memory or time") from None
    if "problem" in answer:
        raise UserError(answer["problem"])
    return str(answer["text"])


@lru_cache(maxsize=4)
def _compiled(template: str) -> Any:
    # white space and names as in transformers, for which the templates of model files are written
    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"]
    )
    environment.globals["raise_exception"] = _refuse
    return environment.from_string(template)


def _refuse(message: str) -> NoReturn:
    """Let a template refuse its messages."""
    raise TemplateError(message)


def _limit() -> None:
    """Limit this process's memory and processor time, where the system can."""
    with contextlib.suppress(ImportError):
        import resource  # not on Windows, where only the time is limited, from outside

        resource.setrlimit(resource.RLIMIT_CPU, (int(SECONDS), int(SECONDS)))
        with contextlib.suppress(ValueError, OSError):  # macOS refuses this one
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def main() -> None:
    """Render the template that standard input has."""
    _limit()
    asked = json.load(sys.stdin)
    variables = asked["variables"]
    try:
        text = render_here(asked["template"], variables.pop("messages"), **variables)
        if len(text) > MOST_CHARACTERS:
            raise _problem(f"its text has more than {MOST_CHARACTERS:,} characters")
        answer = {"text": text}
    except UserError as error:
        answer = {"problem": str(error)}
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
