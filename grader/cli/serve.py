"""`learn serve`: serve the generator over HTTP, in the shape of the API that most tools speak."""

import contextlib
import logging
import math
import os
import secrets
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.context import open_course
from grader.cli.declare import flag, option, shared, takes
from grader.cli.generator import installed_model, own_launcher, own_parts
from grader.cli.options import course_option, mine_option, model_option, workspace_option
from grader.core.errors import UserError
from grader.course.generator_table import load_table
from grader.files import extras
from grader.lab.generate import source

if TYPE_CHECKING:
    from grader.lab.models.store import InstalledModel
    from grader.lab.serve.jobs import Emit, Write
    from grader.lab.serve.plan import Planned, Planner

TINY = "tiny"
"""The name of the course's own model."""
CHAT = "chat"
"""The module of `solutions/` that makes a prompt of a chat."""


class ServeError(UserError):
    """A server that cannot be started; the message says why."""


class Seconds(click.FloatRange):
    """A range without nan, which click takes for a number within any range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number of seconds; refuse nan with a usage error that names the range."""
        seconds = super().convert(value, param, ctx)
        return self.fail(f"nan is not in the range {self.min}<=x<={self.max}.") if math.isnan(seconds) else seconds


@dataclass(frozen=True)
class ServeOptions:
    """The command's options."""

    port: int = option(type=click.IntRange(0, 65535), default=8000, help="0 takes any free one.")
    mine: bool = shared(mine_option)
    threads: int | None = option(
        type=click.IntRange(1, 64), help="Texts written at once.  [default: 1; with --mine or --model one a processor]"
    )
    waiting: int = option(type=click.IntRange(0, 10_000), default=100, help="Texts that may wait.")
    seconds: float = option(type=Seconds(1, 86_400), default=300.0, help="For one text, at most.")
    origins: tuple[str, ...] = option(
        "--allow-origin", metavar="URL", multiple=True, help="Also answer a page of this origin; repeatable."
    )
    no_token: bool = flag(help="Answer every program on this machine, without an api_key.")
    model_name: str | None = shared(model_option)
    folder: Path = shared(workspace_option)
    course_folder: Path | None = shared(course_option)


@click.command()
@takes(ServeOptions)
def serve(options: ServeOptions) -> None:
    """Serve the generator on this machine, in the shape of the API that most tools speak.

    Open the address that it prints: there you can write, turn the dials and watch tokens come.
    Ctrl-C ends it.
    """
    try:
        import uvicorn

        from grader.lab.serve.app import ServedModel, make_app
        from grader.lab.serve.impatient import ImpatientProtocol, raise_descriptor_limit
    except ImportError as error:
        raise ServeError(extras.advice("`learn serve` needs", "serve")) from error
    from grader.lab.serve.jobs import WritingJobs

    with _own(options) if options.mine else contextlib.nullcontext(_courses(options)) as (write, planner):
        name = options.model_name or TINY
        is_large = options.mine or options.model_name is not None  # a text takes a process, or much memory
        # The tiny model's arrays are so small that threads mostly wait for the interpreter's lock.
        threads = options.threads or (is_large and os.cpu_count()) or 1
        begun = None if is_large else threads + options.waiting
        jobs = WritingJobs(write, threads=threads, waiting=options.waiting, seconds=options.seconds, begun=begun)
        facts = {"has_draft": planner.has_draft, "has_chat": planner.chat is not None}
        token = None if options.no_token else secrets.token_urlsafe(16)
        served = ServedModel(name, planner.table, planner.plan, jobs, token, options.origins, facts=facts)
        settings: dict[str, Any] = {"log_level": "warning", "timeout_graceful_shutdown": 2}
        server = uvicorn.Server(uvicorn.Config(make_app(served), http=ImpatientProtocol, **settings))
        with contextlib.closing(jobs), contextlib.closing(_listening(options.port)) as listener:
            address = f"http://127.0.0.1:{listener.getsockname()[1]}"
            page, key = (f"{address}/#{token}", f", with the api_key {token}") if token else (address, "")
            click.echo(f"Serving {name} at {page} (Ctrl-C ends it).\nIts API is at {address}/v1{key}")
            sys.stdout.flush()
            raise_descriptor_limit()
            logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns of each write to a client that has left
            server.run(sockets=[listener])


def _listening(port: int) -> socket.socket:
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


def _planner(installed: "InstalledModel | None", course_folder: Path | None) -> "Planner":
    from grader.lab.serve.plan import JsonChat, Planner

    course = open_course(course_folder)
    table, generator = load_table(course), source.find(course.solutions)
    if installed is None:
        chat = source.find(course.solutions, CHAT) if course.solutions.path(CHAT).is_file() else None
        return Planner(generator, table, generator.tiny_models(has_draft=True), chat, has_draft=True)
    from grader.lab.models.for_generator import MESSAGES, TEXTS, open_models

    texts, chats = (open_models(str(installed.folder), prompts=prompts) for prompts in (TEXTS, MESSAGES))
    return Planner(generator, table, texts, JsonChat, chats._replace(model=texts.model))


def _courses(options: ServeOptions) -> "tuple[Write, Planner]":
    """Return what writes with the course's own functions, in threads of this process."""
    planner = _planner(installed_model(options.model_name), options.course_folder)

    def write(planned: "Planned", emit: "Emit") -> None:
        planner.generator.run(planned.request, emit, models=planner.models_of(planned))

    return write, planner


@contextlib.contextmanager
def _own(options: ServeOptions) -> "Iterator[tuple[Write, Planner]]":
    """Yield what writes with the learner's functions, each text in a confined process of its own."""
    from grader.lab.serve.jobs import SharedLauncher

    installed = installed_model(options.model_name)
    with own_launcher(options.course_folder, installed) as launcher:
        from grader.lab.models.for_generator import MESSAGES, TEXTS

        shared = SharedLauncher(launcher)
        parts = own_parts(options.folder, options.course_folder)
        planner = _planner(installed, options.course_folder)
        request = planner.table.request("") | {"yours": parts.system(installed).yours}
        exercises, has_own_model = parts.course.exercises(), installed is None
        cast = source.cast(planner.generator, exercises, planner.table, request, has_own_model=has_own_model)
        click.echo(source.cast_line(*cast), err=True)

        def write(planned: "Planned", emit: "Emit") -> None:
            system = parts.system(
                installed, MESSAGES if planned.is_chat else TEXTS
            )  # one a text: it notes where that is
            with contextlib.closing(system.events(planned.request, shared)) as events:
                for event in events:
                    emit(event)

        yield write, planner
