"""Connect to a dask cluster, whose executor runs the tasks of a class on other machines.

Anyone who reaches the scheduler can run anything on all its machines, so it is as trusted as this process. Confined
learners' processes cannot open a connection to it, on any machine.
"""

import contextlib
import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any

from grader.core.errors import ClassError
from grader.files import extras

CONNECT_SECONDS = 15
WORKER_SECONDS = 30
RETRIES = 2
"""Retries of a task that raised an error. A task that ends its worker is run four times by dask's own default."""


@contextlib.contextmanager
def connected(address: str) -> Iterator[tuple[Executor, int]]:
    """Connect to a scheduler; yield an executor and its number of threads. dask's own configuration has certificates.

    Raises:
        ClassError: dask is not installed, or the scheduler does not answer or has no workers.
    """
    # dask logs each lost connection as an error with a traceback. Those that matter become a ClassError.
    logging.disable(logging.CRITICAL)
    try:
        with _client(address) as client:
            try:
                client.wait_for_workers(1, timeout=WORKER_SECONDS)
            except TimeoutError as error:
                raise ClassError(f"{address}: the scheduler has no workers; start some with `dask worker`") from error
            # Not pure: dask takes the result of an earlier task for that of a pure one with the same arguments.
            yield client.get_executor(pure=False, retries=RETRIES), sum(client.nthreads().values())
    finally:
        logging.disable(logging.NOTSET)


def _client(address: str) -> Any:
    """Connect to a scheduler."""
    try:
        from distributed import Client  # the extra `cluster`, which most do not have
    except ImportError as error:
        raise ClassError(extras.advice("grading on a cluster needs", "cluster")) from error
    try:
        return Client(address, timeout=CONNECT_SECONDS)  # type: ignore[no-untyped-call]  # dask has no types
    except (OSError, ValueError, TypeError) as error:
        raise ClassError(f"{address}: no scheduler answers there: {error}; is this its address?") from error
