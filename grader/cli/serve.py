"""`learn serve`: serve the generator over HTTP, in the shape of the API that most tools speak."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import click

from grader.cli.generator import installed_model, own_launcher, own_parts
from grader.cli.options import place_options
from grader.core.errors import UserError
from grader.course import find
from grader.course.course import Solutions
from grader.lab.generate import source

if TYPE_CHECKING:
    from grader.lab.models.store import InstalledModel
    from grader.lab.serve.jobs import Emit, Write
    from grader.lab.serve.plan import Planned, Planner

TINY = "tiny"
"""The name of the course's own model."""


class ServeError(UserError):
    """A server that cannot be started; the message says why."""


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes any free one.")
@click.option("--mine", is_flag=True, help="Use your own functions where they have passed.")
@click.option("--threads", type=click.IntRange(1, 64), help="Texts written at once.  [default: one a processor]")
@click.option("--waiting", type=click.IntRange(0, 10_000), default=100, show_default=True, help="Texts that may wait.")
@click.option(
    "--seconds", type=click.FloatRange(1, 86_400), default=300.0, show_default=True, help="For one text, at most."
)
@click.option(
    "--allow-origin", "origins", metavar="URL", multiple=True, help="Also answer a page of this origin; repeatable."
)
@click.option("--model", "model_name", metavar="NAME", help="Use a real model that `learn model list` shows.")
@place_options
@click.pass_context
def serve(ctx: click.Context, /, **_: Any) -> None:
    """Serve the generator on this machine, in the shape of the API that most tools speak.

    Open the address that it prints: there you can write, turn the dials and watch tokens come.
    Ctrl-C ends it.
    """
    try:
        import uvicorn

        from grader.lab.serve.app import ServedModel, make_app
    except ImportError as error:
        raise ServeError('`learn serve` needs the extra serve: pip install "token-by-token[serve]"') from error
    from grader.lab.serve.jobs import WritingJobs

    options = SimpleNamespace(**ctx.params)
    with _own(options) if options.mine else contextlib.nullcontext(_courses(options)) as (write, planner):
        name = options.model_name or TINY
        threads = options.threads or os.cpu_count() or 1
        jobs = WritingJobs(write, threads=threads, waiting=options.waiting, seconds=options.seconds)
        facts = {"has_draft": planner.has_draft, "has_chat": planner.chat is not None}
        app = make_app(ServedModel(name, planner.plan, jobs, options.origins, facts=facts))
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2))
        with contextlib.closing(jobs), contextlib.closing(_listening(options.port)) as listener:
            address = f"http://127.0.0.1:{listener.getsockname()[1]}"
            click.echo(f"Serving {name} at {address} (Ctrl-C ends it). Its API is at {address}/v1")
            sys.stdout.flush()
            server.run(sockets=[listener])


def _listening(port: int) -> Any:
    import socket

    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
        listener.listen(128)  # so that who asks as soon as the address is printed gets an answer
    except OSError as error:
        listener.close()
        raise ServeError(f"port {port} is taken ({error.strerror}); choose another with --port") from error
    return listener


def _planner(installed: InstalledModel | None, course_folder: Path | None) -> Planner:
    from grader.lab.serve.plan import JsonChat, Planner

    solutions = Solutions(find(course_folder))
    generator = source.find(solutions)
    if installed is None:
        chat = source.find(solutions, "chat") if solutions.path("chat").is_file() else None
        return Planner(generator, generator.tiny_models(has_draft=True), chat, has_draft=True)
    from grader.lab.models.for_generator import MESSAGES, TEXTS, open_models

    texts, chats = (open_models(str(installed.folder), prompts=each) for each in (TEXTS, MESSAGES))
    return Planner(generator, texts, JsonChat, chats._replace(model=texts.model))


def _courses(options: SimpleNamespace) -> tuple[Write, Planner]:
    """Return what writes with the course's own functions, in threads of this process."""
    planner = _planner(installed_model(options.model_name), options.course_folder)

    def write(planned: Planned, emit: Emit) -> None:
        planner.generator.run(planned.request, emit, models=planner.models_of(planned))

    return write, planner


@contextlib.contextmanager
def _own(options: SimpleNamespace) -> Iterator[tuple[Write, Planner]]:
    """Yield what writes with the learner's functions, each text in a confined process of its own."""
    from grader.lab.serve.jobs import SharedLauncher

    installed = installed_model(options.model_name)
    with own_launcher(options.course_folder, installed) as launcher:
        from grader.lab.models.for_generator import MESSAGES, TEXTS

        shared = SharedLauncher(launcher)
        parts = own_parts(options.folder, options.course_folder)
        planner = _planner(installed, options.course_folder)
        request = {"prompt": "", "settings": {}, "has_draft": False, "is_json": False, "is_shown": False}
        request |= {"has_cache": True, "yours": parts.system(installed).yours}
        has_own_model = installed is None
        line = source.cast_line(planner.generator, parts.course.exercises(), request, has_own_model=has_own_model)
        click.echo(line, err=True)

        def write(planned: Planned, emit: Emit) -> None:
            system = parts.system(
                installed, MESSAGES if planned.is_chat else TEXTS
            )  # one a text: it notes where that is
            with contextlib.closing(system.events(planned.request, shared)) as events:
                for event in events:
                    emit(event)

        yield write, planner
