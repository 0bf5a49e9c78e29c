"""`learn grade --scheduler`: a real scheduler and workers give the results of one machine."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_class import everything_in, hand_in
from systems import linux_only
from workplace import Workplace

from grader.files import extras

ONLY = ("--exercise", "total", "--exercise", "scale", "--seed", "5")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with a class of four."""
    hand_in(tmp_path / "class", [f"s{number}" for number in range(4)])
    return Workplace(tmp_path, monkeypatch, capsys)


@pytest.mark.slow
@linux_only("the processes of a cluster are looked up in /proc")
def test_a_cluster_gives_the_results_of_one_machine(place: Workplace, tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason='distributed is not installed: pip install "token-by-token[cluster]"')
    from dask_cluster import cluster

    with cluster(tmp_path / "dask") as address:
        ran = place.command("grade", "class", "--out", "far", "--scheduler", address, *ONLY)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("\n4 submissions are graded.\n")
    assert place.learn("grade", "class", "--out", "local", "--jobs", "1", *ONLY).code == 0
    assert everything_in(place.folder / "far") == everything_in(place.folder / "local")


@pytest.mark.slow
def test_without_dask_the_sentence_names_what_to_install(place: Workplace) -> None:
    place.write("away/distributed.py", "raise ImportError('not installed')\n")
    words = ("grade", "class", "--out", "far", *ONLY, "--scheduler", "tcp://127.0.0.1:9")
    ran = place.command(*words, PYTHONPATH=str(place.folder / "away"))
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == f"learn: {extras.advice('grading on a cluster needs', 'cluster')}\n"
