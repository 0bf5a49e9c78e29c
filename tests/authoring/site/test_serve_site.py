"""`learn author site --serve`: on loopback only, until Ctrl-C, with the types that a browser wants."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from places import ROOT

from grader.authoring.site.serve import LOOPBACK


@pytest.mark.slow
def test_a_site_is_served_on_loopback_until_ctrl_c(tmp_path: Path) -> None:
    course = ROOT / "tests/data/course"
    command = [
        sys.executable,
        "-m",
        "grader",
        "author",
        "site",
        "--course",
        str(course),
        "--out",
        str(tmp_path / "site"),
    ]
    with subprocess.Popen([*command, "--serve"], stdout=subprocess.PIPE, text=True) as served:
        assert served.stdout
        address = next(line for line in served.stdout if "http://" in line).split()[4]
        host, port = address.removeprefix("http://").rstrip("/").split(":")
        with urllib.request.urlopen(address) as reply:
            assert (host, reply.headers["Content-Type"], b"<html" in reply.read()) == (LOOPBACK, "text/html", True)
        served.send_signal(signal.SIGINT)
        assert served.wait(timeout=300) == 0
    with socket.socket() as free:  # nobody listens any more
        assert free.connect_ex((host, int(port))) != 0
