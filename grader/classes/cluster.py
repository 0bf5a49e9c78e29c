"""Grade on the machines of a dask cluster: connect to its scheduler, and give an executor that sends work there.

Whoever reaches the scheduler can run anything on all its machines, so it is trusted as this process is; learners'
processes, on whichever machine, can open no connection to it.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any, NamedTuple

from grader.core.errors import ClassError

CONNECT_SECONDS = 15
WORKER_SECONDS = 30
RETRIES = 2
"""How often what has raised an error is tried again. What ends its worker, dask tries four times in all."""


class Certificates(NamedTuple):
    """The files by which both sides of a connection know each other."""

    authority: str
    certificate: str
    key: str


@contextlib.contextmanager
def connected(address: str, certificates: Certificates | None) -> Iterator[tuple[Executor, int]]:
    """Connect to a scheduler; give an executor, and how many things its workers do at once.

    Raises:
        ClassError: dask is not installed, or the scheduler does not answer or has no workers.
    """
    logging.disable(logging.CRITICAL)  # what matters of dask's own words is said in sentences of ours
    try:
        with _client(address, certificates) as client:
            try:
                client.wait_for_workers(1, timeout=WORKER_SECONDS)
            except TimeoutError as error:
                raise ClassError(f"{address}: the scheduler has no workers; start some with `dask worker`") from error
            # Not pure: a pure task is taken to have been done if it looks like another one.
            yield client.get_executor(pure=False, retries=RETRIES), sum(client.nthreads().values())
    finally:
        logging.disable(logging.NOTSET)


def _client(address: str, certificates: Certificates | None) -> Any:
    """Connect to a scheduler."""
    try:
        from distributed import Client
    except ImportError as error:
        install = '`pip install "token-by-token[cluster]"` brings it'
        raise ClassError(f"grading on a cluster needs one more package; {install}") from error
    try:
        security = _security(certificates)
        return Client(address, timeout=CONNECT_SECONDS, security=security)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError) as error:
        raise ClassError(f"{address}: no scheduler answers there: {error}; is this its address?") from error


def _security(certificates: Certificates | None) -> object:
    """Return dask's own form of the certificates."""
    from distributed import Security

    if certificates is None:
        return None
    return Security(  # type: ignore[no-untyped-call]
        require_encryption=True,
        tls_ca_file=certificates.authority,
        tls_client_cert=certificates.certificate,
        tls_client_key=certificates.key,
    )
