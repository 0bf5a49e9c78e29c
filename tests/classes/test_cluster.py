"""`learn grade --scheduler`: a real scheduler and workers, killed in mid-run, give the results of one machine."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from places import ROOT
from small_class import everything_in, hand_in
from systems import linux_only
from workplace import Ran, Workplace

from grader.cli.grade import grade
from grader.files import extras

pytest.importorskip("distributed", reason='distributed is not installed: pip install "token-by-token[cluster]"')
pytestmark = [
    pytest.mark.slow,
    linux_only("the processes of a cluster are looked up in /proc"),
]

from dask_cluster import Cluster, cluster  # noqa: E402

ONLY = ("--exercise", "total", "--exercise", "scale", "--seed", "5")
UNCONFINED = ("--confine", "none")

SPY = """
def total(values):
    import os, socket
    found = [name for name in os.environ if "DASK" in name]
    texts = []
    for path in [FILE, "/proc/self/environ", "/proc/net/tcp", *(f"/proc/{pid}/cmdline" for pid in PIDS)]:
        try:
            with open(path, "rb") as file:
                texts.append((path, file.read()))
        except BaseException:
            pass
    found += ["file" for path, text in texts if path == FILE]
    found += ["command" for path, text in texts if b"dask" in text and path.endswith("cmdline")][:1]
    found += ["sockets" for path, text in texts if b"0100007F:%04X" % PORT in text][:1]
    try:
        socket.create_connection(("127.0.0.1", PORT), 2).close()
        found.append("connection")
    except BaseException:
        pass
    return "reached: " + ", ".join(found)
"""
"""Looks for the scheduler everywhere, and tries to connect to where it is told that it is."""

KILLER = """
def total(values):
    import os, signal
    server = os.getppid()
    worker = int(open(f"/proc/{server}/stat").read().rpartition(")")[2].split()[1])
    if "serve_grader" in open(f"/proc/{worker}/cmdline").read():
        os.kill(worker, signal.SIGKILL)
    return 6.0
"""
"""Kills the worker that has it graded, which only code without confinement can."""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with a class of 24."""
    made = Workplace(tmp_path, monkeypatch, capsys)
    hand_in(tmp_path / "class", [f"s{number:02}" for number in range(24)])
    return made


def local(place: Workplace, *options: str) -> dict[str, bytes]:
    """Grade the class without a cluster, and return what that writes."""
    ran = place.learn("grade", "class", "--out", "local", "--jobs", "1", *ONLY, *options)
    assert ran.code == 0
    return everything_in(place.folder / "local")


def command(place: Workplace, *arguments: str, **settings: str) -> Ran:
    """Run a command line as a process of its own, for as long as a busy machine may need."""
    process = place.start(*arguments, **settings)
    out, err = process.communicate(timeout=300)
    return Ran(process.returncode, out, err)


def spy(place: Workplace, found: Cluster) -> None:
    """Hand in code that looks for the scheduler."""
    text = SPY.replace("PORT", found.address.rpartition(":")[2]).replace(
        "PIDS", str([found.scheduler.pid, *found.workers()])
    )
    place.write("class/spy/total.py", text.replace("FILE", repr(str(found.folder / "scheduler.json"))))


def reached(place: Workplace, out: str) -> str:
    """Return what the spy's function returned."""
    document: dict[str, Any] = json.loads((place.folder / out / "results/spy.json").read_bytes())
    return str(document["exercises"][0]["checks"][0]["got"])


def test_a_cluster_gives_the_results_of_one_machine_and_cannot_be_reached_by_learners(
    place: Workplace, tmp_path: Path
) -> None:
    with cluster(tmp_path / "dask") as found:
        spy(place, found)
        ran = command(place, "grade", "class", "--out", "far", "--scheduler", found.address, *ONLY)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("\n25 submissions are graded.\n")
    assert everything_in(place.folder / "far") == local(place)
    assert reached(place, "far") == "'reached: '"


@pytest.mark.slow
def test_without_confinement_the_same_code_reaches_the_scheduler(place: Workplace, tmp_path: Path) -> None:
    with cluster(tmp_path / "dask") as found:
        spy(place, found)
        ran = command(place, "grade", "class", "--out", "far", "--scheduler", found.address, *ONLY, *UNCONFINED)
    assert ran.code == 0
    assert reached(place, "far") == "'reached: file, command, sockets, connection'"


@pytest.mark.slow
def test_a_worker_killed_in_mid_run_costs_no_result(place: Workplace, tmp_path: Path) -> None:
    hand_in(place.folder / "class", [f"t{number:03}" for number in range(96)])
    with cluster(tmp_path / "dask") as found:
        process = place.start("grade", "class", "--out", "far", "--scheduler", found.address, *ONLY)
        results = place.folder / "far/results"
        until = time.monotonic() + 300
        while not (results.is_dir() and any(results.iterdir())) and time.monotonic() < until:
            time.sleep(0.02)
        (first, second) = found.workers()
        os.kill(first, signal.SIGKILL)
        out, err = process.communicate(timeout=300)
        assert second in found.workers()
        assert first not in found.workers()
    assert (process.returncode, err) == (0, "")
    assert out.endswith("\n120 submissions are graded.\n")
    assert everything_in(place.folder / "far") == local(place)


@pytest.mark.slow
def test_a_submission_that_kills_what_grades_it_is_lost_alone(place: Workplace, tmp_path: Path) -> None:
    expected = local(place, *UNCONFINED)
    place.write("class/s13/total.py", KILLER)
    with cluster(tmp_path / "dask") as found:
        before = set(found.workers())
        words = ("grade", "class", "--out", "far", "--scheduler", found.address, *ONLY, *UNCONFINED)
        process = place.start(*words)
        out, _ = process.communicate(timeout=300)
        assert set(found.workers()) == before
    (line,) = [line.split(maxsplit=2) for line in out.splitlines() if line.startswith("s13 ")]
    assert line == ["s13", "internal", "not graded: the process that graded it…"]
    assert out.endswith(
        "\n23 submissions are graded.\n1 submission could not be graded; the same command tries it again.\n"
        "Learners' code was not confined (--confine none); results and reports say so.\n"
    )
    assert process.returncode == 4
    del expected["results/s13.json"]
    assert everything_in(place.folder / "far") == expected


@pytest.mark.slow
def test_a_scheduler_that_ends_is_one_sentence_and_the_same_command_goes_on(place: Workplace, tmp_path: Path) -> None:
    words = ("grade", "class", "--out", "far", *ONLY, "--scheduler")
    with cluster(tmp_path / "dask") as found:
        process = place.start(*words, found.address)
        results = place.folder / "far/results"
        until = time.monotonic() + 300
        while not (results.is_dir() and any(results.iterdir())) and time.monotonic() < until:
            time.sleep(0.02)
        found.scheduler.kill()
        out, err = process.communicate(timeout=300)
    assert (process.returncode, out, err) == (
        3,
        "",
        "learn: the scheduler has ended or cannot be reached any more; results written so far are kept, and the same "
        "command goes on from there\n",
    )
    kept = {name: content for name, content in everything_in(place.folder / "far").items() if "results/" in name}
    assert 0 < len(kept) < 24
    with cluster(tmp_path / "another") as found:
        ran = command(place, *words, found.address)
    assert (ran.code, ran.err) == (0, "")
    assert f"24 submissions are graded, {len(kept)} of them before." in ran.out
    assert everything_in(place.folder / "far") == local(place)


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("openssl"), reason="certificates are made with openssl, which is not installed")
def test_a_cluster_with_certificates_answers_only_who_has_one(place: Workplace, tmp_path: Path) -> None:
    for name in ("ours", "theirs"):
        make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=learn"]
        make += ["-keyout", str(tmp_path / f"{name}.key"), "-out", str(tmp_path / f"{name}.pem")]
        subprocess.run(make, check=True, capture_output=True)

    def tls(name: str, key: str) -> list[str]:
        return ["--tls-cert", str(tmp_path / f"{name}.pem"), "--tls-key", str(tmp_path / f"{name}.key"), key,
                str(tmp_path / "ours.pem")]  # fmt: skip

    with cluster(tmp_path / "dask", tls=tls("ours", "--tls-ca-file")) as found:
        assert found.address.startswith("tls://")
        words = ["grade", "class", "--out", "far", *ONLY, "--scheduler"]
        ran = command(place, *words, found.address, *tls("ours", "--tls-ca"))
        assert (ran.code, ran.err) == (0, "")
        assert everything_in(place.folder / "far") == local(place)
        foreign = command(place, *words, found.address, *tls("theirs", "--tls-ca"))
        plain = command(place, *words, found.address.replace("tls", "tcp"))
    for ran in (foreign, plain):
        assert (ran.code, ran.out) == (3, "")
        assert ran.err.startswith("learn: t")
        assert ran.err.count("\n") == 1


# --- without a cluster ------------------------------------------------------------------------


@pytest.mark.slow
def test_an_address_where_nothing_is_is_one_sentence(place: Workplace) -> None:
    ran = command(place, "grade", "class", "--out", "far", *ONLY, "--scheduler", "tcp://127.0.0.1:1")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == (
        "learn: tcp://127.0.0.1:1: no scheduler answers there: Timed out trying to connect to tcp://127.0.0.1:1 after "
        "15 s; is this its address?\n"
    )


@pytest.mark.slow
def test_a_scheduler_without_workers_is_one_sentence(place: Workplace, tmp_path: Path) -> None:
    with cluster(tmp_path / "dask", workers=0) as found:
        ran = command(place, "grade", "class", "--out", "far", *ONLY, "--scheduler", found.address)
    assert (ran.code, ran.out, ran.err) == (
        3,
        "",
        f"learn: {found.address}: the scheduler has no workers; start some with `dask worker`\n",
    )


def test_every_option_on_its_page_is_one() -> None:
    known = {name for option in grade.params for name in option.opts}
    page = (ROOT / "docs/teaching/cluster.md").read_text("utf-8")
    commands = re.findall(r"^\$ learn grade ((?:.*\\\n)*.*)$", page, re.MULTILINE)
    used = {word for command in commands for word in command.split() if word.startswith("--")}
    assert {"--out", "--exercise", "--seed", "--scheduler", "--tls-ca", "--tls-cert", "--tls-key"} == used
    assert used <= known


def test_without_dask_the_sentence_names_what_to_install(place: Workplace) -> None:
    place.write("away/distributed.py", "raise ImportError('not installed')\n")
    ran = command(
        place,
        "grade",
        "class",
        "--out",
        "far",
        *ONLY,
        "--scheduler",
        "tcp://127.0.0.1:9",
        PYTHONPATH=str(place.folder / "away"),
    )
    assert (ran.code, ran.out, ran.err) == (
        3,
        "",
        f"learn: {extras.advice('grading on a cluster needs', 'cluster')}\n",
    )
