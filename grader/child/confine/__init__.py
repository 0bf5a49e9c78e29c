"""Layers of confinement, one file each; a new file here is a new layer. Linux only.

A layer has two halves in one file. The trusted process calls `prepare`, `descriptors` and `wrap`; the fork server and
each learner's process apply to themselves what was prepared. Learners' processes import these files, so they import
the standard library and one another only: `prepare` imports by itself what else it needs.
"""

import ctypes
import importlib
import os
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from .view import View

Settings = Any
"""The findings of `prepare` that the learner's process needs, as JSON."""
LIBC: Any = ctypes.CDLL(None, use_errno=True) if hasattr(os, "fork") else None
"""The C library, for system calls of Linux that Python has no function for."""


class Layer:
    """One way to confine a process. Each file here makes one, as `LAYER`."""

    name = ""
    """Named so in results; empty if it belongs to *own process*."""
    order = 0
    """Layers apply themselves in this order, since a later one may refuse what an earlier one needs."""
    wraps_server = False
    """Whether it confines by the command that starts the fork server."""

    def prepare(self, view: "View", prepared: Sequence[str]) -> Settings | None:
        """Return what the learner's process needs to apply the layer, None where this machine does not have it.

        `view` says what may be read. `prepared` are the names of the layers of higher order that this machine has.
        """
        raise NotImplementedError

    def descriptors(self, view: "View") -> tuple[int, int] | None:
        """Open what has to be handed over as open files: for the fork server, and for each learner's process."""
        return None

    def wrap(self, command: Sequence[str], view: "View", scratch: str) -> list[str]:
        """Return the command that starts the fork server confined; `scratch` holds the learners' empty folders."""
        return list(command)

    def confine_server(self, settings: Settings, descriptor: int | None) -> None:
        """Confine the fork server, and with it all that it forks."""

    def confine_process(self, settings: Settings, descriptor: int | None) -> None:
        """Confine a learner's process.

        Raises:
            OSError: that is not possible; the process must not go on then.
        """


class PreparedLayer(NamedTuple):
    """A layer in the fork server, and what each learner's process applies it with."""

    layer: Layer
    settings: Settings
    descriptor: int | None


@cache  # a fork server forked from the trusted process cannot import these files again
def layer(module: str) -> Layer | None:
    """Return the layer of a file in this folder, None if it is no layer's."""
    found: Layer | None = getattr(importlib.import_module(f"{__name__}.{module}"), "LAYER", None)
    return found


def confine_server(layers: Sequence[tuple[str, Settings, bool]], descriptors: Sequence[int]) -> list[PreparedLayer]:
    """Confine this fork server; return what each process that it forks is to be confined with.

    `layers` holds of each the file, the settings, and whether a pair of the descriptors is its own.
    """
    left = iter(descriptors)
    prepared: list[PreparedLayer] = []
    known = [found for module, _, _ in layers if (found := layer(module))]  # all, before files cannot be read
    for known_layer, (_, settings, has_descriptors) in zip(known, layers, strict=True):
        own, descriptor = (next(left), next(left)) if has_descriptors else (None, None)
        known_layer.confine_server(settings, own)
        prepared.append(PreparedLayer(known_layer, settings, descriptor))
    return prepared


def confine_process(layers: Sequence[PreparedLayer]) -> None:
    """Confine this learner's process, for good.

    Raises:
        OSError: a layer cannot be applied; the process must not go on then.
    """
    for prepared in layers:
        prepared.layer.confine_process(prepared.settings, prepared.descriptor)


def prctl(option: int, value: int, more: int = 0) -> None:
    """Set an attribute of this process; raise OSError if the kernel refuses."""
    # As longs: ctypes would pass an int, whose upper half the kernel reads as whatever the register holds.
    rest = [ctypes.c_ulong(argument) for argument in (value, more, 0, 0)]
    check(LIBC.prctl(ctypes.c_int(option), *rest))


def check(result: int) -> None:
    """Raise OSError if a system call returned that the kernel has refused it."""
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
