"""Why a test does not run on a system: each skip for a system is made here, so `grep` finds what is untested where."""

from __future__ import annotations

import os
import sys

import pytest

IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


def posix_only(reason: str) -> pytest.MarkDecorator:
    """Skip a test on Windows."""
    return pytest.mark.skipif(os.name != "posix", reason=f"not on Windows: {reason}")


def linux_only(reason: str) -> pytest.MarkDecorator:
    """Skip a test on Windows and macOS."""
    return pytest.mark.skipif(sys.platform != "linux", reason=f"Linux only: {reason}")


def root_only(reason: str) -> pytest.MarkDecorator:
    """Skip a test unless root runs it."""
    return pytest.mark.skipif(not IS_ROOT, reason=f"root only: {reason}")
