"""Another user: as root, a learner's process becomes `nobody`, without groups and without root's capabilities."""

import contextlib
import ctypes
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import LIBC, Layer, Settings, check, prctl

if TYPE_CHECKING:
    from .view import View

NOBODY = 65534
PR_SET_KEEPCAPS = 8  # prctl(2)
CAPABILITY_VERSION_3 = 0x20080522
CAP_DAC_READ_SEARCH = 1 << 2


class Capabilities(ctypes.Structure):
    """`cap_user_header_t` of linux/capability.h, and after it the data for 64 capabilities."""

    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


class OwnUser(Layer):
    """First of all layers, since later ones take away the right to become another user."""

    name = "own user"
    order = 10

    def prepare(self, view: "View", prepared: Sequence[str]) -> Settings | None:
        """Return the user to become, None if this is not root's process.

        Where Python lies in a folder that only root can read, the right to read stays, and only that. That is sound
        only if Landlock says what may be read; without it there is no other user.
        """
        if os.geteuid() != 0:
            return None
        keeps_reading = not view.is_open_to_all()
        if keeps_reading and not {"landlock", "seccomp"} <= set(prepared):
            return None
        return {"uid": NOBODY, "keeps_reading": keeps_reading}

    def confine_process(self, settings: Settings, descriptor: int | None) -> None:
        """Become the user."""
        uid = settings["uid"]
        if settings["keeps_reading"]:
            prctl(PR_SET_KEEPCAPS, 1)  # else the change of user drops all capabilities
        os.setgroups([])  # before the user changes, which takes the right to
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
        rights = CAP_DAC_READ_SEARCH if settings["keeps_reading"] else 0
        data = (ctypes.c_uint32 * 6)(rights, rights, 0, 0, 0, 0)
        with contextlib.suppress(AttributeError):  # a C library without capset
            check(LIBC.capset(ctypes.byref(Capabilities(CAPABILITY_VERSION_3, 0)), data))


LAYER = OwnUser()
