"""Options that have a class graded on many machines, and what they stand for."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from grader.classes.shares import Share

Command = TypeVar("Command", bound=Callable[..., Any])
ADDRESS = re.compile(r"(tcp|tls)://[^\s/]+:[0-9]{1,5}")
FILE = click.Path(dir_okay=False, exists=True)


def machine_options(command: Command) -> Command:
    """Add the options for many machines."""
    options = (
        click.option(
            "--shard",
            metavar="I/N",
            callback=_share,
            help="Grade only the I-th of N shares of the class, such as 2/4; `learn merge` joins them.",
        ),
        click.option("--scheduler", metavar="ADDRESS", help="Grade on the dask cluster whose scheduler is at ADDRESS."),
        click.option(
            "--tls-ca", metavar="FILE", type=FILE, help="The authority that the cluster's certificates are of."
        ),
        click.option("--tls-cert", metavar="FILE", type=FILE, help="Your certificate for the cluster."),
        click.option("--tls-key", metavar="FILE", type=FILE, help="The key of your certificate."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def _share(ctx: click.Context, option: click.Parameter, value: str | None) -> Share | None:
    from grader.classes.shares import read_share

    share = read_share(value) if value is not None else None
    if value is not None and share is None:
        raise click.BadParameter(f"{value!r} is no share; write 2/4 for the second of four")
    return share


def check(
    *, is_share: bool, has_seed: bool, scheduler: str | None, certificates: tuple[str | None, ...], jobs: int
) -> None:
    """Make sure that what was asked for goes together."""
    given = [each for each in certificates if each is not None]
    if is_share and not has_seed:
        raise click.UsageError("all shares must draw from the same seed; give --seed or --seed-from with --shard")
    if scheduler is not None and not ADDRESS.fullmatch(scheduler):
        raise click.UsageError(f"{scheduler!r} is no address of a scheduler; write it like tcp://10.0.0.1:8786")
    if scheduler and jobs:
        raise click.UsageError("--jobs is for this machine; a cluster does as much at once as its workers have threads")
    if given and scheduler is None:
        raise click.UsageError("--tls-ca, --tls-cert and --tls-key are for --scheduler; give its address")
    if given and len(given) < len(certificates):
        raise click.UsageError("--tls-ca, --tls-cert and --tls-key belong together; give all three")
    if scheduler and given and not scheduler.startswith("tls://"):
        raise click.UsageError(f"the address of a scheduler with certificates is tls://HOST:PORT, not {scheduler!r}")
    if scheduler and not given and scheduler.startswith("tls://"):
        raise click.UsageError(f"{scheduler!r} needs --tls-ca, --tls-cert and --tls-key")


@contextlib.contextmanager
def executor(scheduler: str | None, certificates: tuple[str | None, ...]) -> Iterator[tuple[Executor | None, int]]:
    """Give the executor of a cluster and how many things it does at once; none if none was asked for."""
    if scheduler is None:
        yield None, 0
        return
    from grader.classes.cluster import Certificates, connected

    authority, certificate, key = certificates
    known = Certificates(authority, certificate, key) if authority and certificate and key else None
    with connected(scheduler, known) as cluster:
        yield cluster
