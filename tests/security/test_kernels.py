"""Older kernels: with each version of Landlock, nothing that confinement should prevent is possible."""

from __future__ import annotations

import pytest
from sizes import first_always

from grader.child.confine import landlock, seccomp
from grader.sandbox.confinement import ConfinementMode, prepare
from grader.sandbox.examine import possible_effects
from grader.sandbox.launcher import ForkServerLauncher

landlockpy = pytest.importorskip("landlockpy", reason="Landlock is Linux's")
pytestmark = pytest.mark.skipif(
    not (landlock.is_available() and seccomp.program()), reason="Landlock and libseccomp are needed"
)


@pytest.mark.parametrize("user", first_always(["as this user", "as another user, if root"]))
@pytest.mark.parametrize("abi", first_always(range(1, 8)))
def test_every_version_of_landlock_is_strict_enough_with_seccomp(
    monkeypatch: pytest.MonkeyPatch, abi: int, user: str
) -> None:
    # The library leaves out what a version does not have; newer rights than the kernel's own cannot be tried.
    real = landlockpy.abi_version()
    monkeypatch.setattr(landlockpy._syscall, "abi_version", lambda: min(abi, real))
    confinement = prepare(ConfinementMode.AUTO, may_wrap=False)
    assert confinement is not None
    made = ForkServerLauncher(confinement.without("own user") if user == "as this user" else confinement)
    try:
        assert possible_effects(made) == []
    finally:
        made.close()
