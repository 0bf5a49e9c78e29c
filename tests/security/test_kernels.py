"""Older kernels: with each version of Landlock, nothing that confinement should prevent is possible."""

from __future__ import annotations

import sys

import pytest
from sizes import first_always
from systems import linux_only

from grader.child.confine import landlock, seccomp
from grader.sandbox.confinement import ConfinementMode, prepare
from grader.sandbox.examine import possible_effects
from grader.sandbox.launcher import ForkServerLauncher

pytestmark = [
    linux_only("Landlock"),
    pytest.mark.skipif(
        sys.platform == "linux" and not (landlock.version() and seccomp.read_filter()),
        reason="Landlock and seccomp are needed",
    ),
]


@pytest.mark.parametrize("user", first_always(["as this user", "as another user, if root"]))
@pytest.mark.parametrize("abi", first_always(range(1, 8)))
def test_every_version_of_landlock_is_strict_enough_with_seccomp(
    monkeypatch: pytest.MonkeyPatch, abi: int, user: str
) -> None:
    real = landlock.version()  # newer rights than the kernel's own cannot be tried
    monkeypatch.setattr(landlock, "version", lambda: min(abi, real))
    confinement = prepare(ConfinementMode.AUTO, may_wrap=False)
    assert confinement is not None
    made = ForkServerLauncher(confinement._replace(rights=None) if user == "as this user" else confinement)
    try:
        assert possible_effects(made) == []
    finally:
        made.close()
