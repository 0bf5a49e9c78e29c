"""`learn grade --shard`: every student in exactly one share, which nobody else's submission can change."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from small_class import ONLY, everything_in, hand_in
from workplace import Workplace

from grader.classes.shares import Share, check_folder, read_share
from grader.core.errors import ClassError

pytestmark = pytest.mark.whole

STUDENTS = ["ada", "bo", "gus", "jo", "kim", "leo"]

SHARES_OF_FOUR = {"ada": 3, "bo": 4, "gus": 2, "jo": 1, "kim": 1, "leo": 4}
"""The first sixteen digits that sha256sum prints for the id, modulo 4, plus 1, computed in a shell."""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with a small class."""
    made = Workplace(tmp_path, monkeypatch, capsys)
    hand_in(tmp_path / "class", STUDENTS)
    return made


@pytest.mark.parametrize("of", [1, 2, 7, 100])
def test_every_student_is_in_exactly_one_share(of: int) -> None:
    names = [*(f"s{number}" for number in range(300)), "", "Zoë", "=1+1", "\udcff", "a\u202eb"]
    assert {sum(Share(number, of).has(name) for number in range(1, of + 1)) for name in names} == {1}


def test_a_students_share_is_the_same_in_every_version() -> None:
    shares = {name: next(i for i in range(1, 5) if Share(i, 4).has(name)) for name in STUDENTS}
    assert shares == SHARES_OF_FOUR


def test_shares_have_about_the_same_size() -> None:
    sizes = Counter(next(i for i in range(1, 9) if Share(i, 8).has(f"student-{number}")) for number in range(8000))
    assert set(sizes) == set(range(1, 9))
    assert max(abs(size - 1000) for size in sizes.values()) < 150  # five standard deviations


@pytest.mark.parametrize(
    ("text", "share"), [("1/1", Share(1, 1)), ("2/4", Share(2, 4)), ("99999/99999", Share(99999, 99999))]
)
def test_a_share_is_written_as_its_number_and_how_many(text: str, share: Share) -> None:
    assert read_share(text) == share
    assert str(share) == text


@pytest.mark.parametrize(
    "text", ["", "0/4", "5/4", "1/0", "2", "2/", "/4", "-1/4", "1/4/2", " 1/4", "1/4\n", "٢/4", "1/100000"]
)
def test_nothing_else_is_a_share(text: str) -> None:
    assert read_share(text) is None


def test_a_share_is_graded_and_noted(place: Workplace) -> None:
    ran = place.learn("grade", "class", "--out", "one", "--seed", "5", "--shard", "1/4", *ONLY)
    own = sorted(name for name in STUDENTS if SHARES_OF_FOUR[name] == 1)
    assert (ran.code, ran.err) == (0, "")
    assert sorted(path.stem for path in (place.folder / "one/results").iterdir()) == own
    assert json.loads((place.folder / "one/run.json").read_bytes()) == {
        "seed": 5,
        "seed_from": None,
        "shard": "1/4",
        "worksheets": None,
        "students": own,
    }


def test_a_submission_that_comes_later_moves_nobody(place: Workplace) -> None:
    command = ("grade", "class", "--out", "one", "--seed", "5", "--shard", "1/4", *ONLY)
    place.learn(*command)
    before = everything_in(place.folder / "one/results")
    hand_in(place.folder / "class", ["aaa", "zzz"])
    assert "of them before." in place.learn(*command).out
    after = everything_in(place.folder / "one/results")
    assert {name: after[name] for name in before} == before


def test_a_share_tells_who_of_its_own_students_has_handed_in_nothing(place: Workplace) -> None:
    place.write("roster.csv", "id\n" + "\n".join([*STUDENTS, *(f"gone{number}" for number in range(8))]) + "\n")
    told = [
        place.learn(
            "grade", "class", "--roster", "roster.csv", "--out", f"{i}", "--seed", "5", "--shard", f"{i}/2", *ONLY
        ).out
        for i in (1, 2)
    ]
    assert sorted(word for out in told for word in out.split() if word.startswith("gone")) == [
        f"gone{n}" for n in range(8)
    ]
    assert [set(out.split()) & set(STUDENTS) for out in told] == [
        {name for name in STUDENTS if Share(i, 2).has(name)} for i in (1, 2)
    ]


def test_a_share_may_have_nobody(place: Workplace) -> None:
    empty = next(i for i in range(1, 100) if not any(Share(i, 99).has(name) for name in STUDENTS))
    ran = place.learn("grade", "class", "--out", "none", "--seed", "5", "--shard", f"{empty}/99", *ONLY)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("\n0 submissions are graded.\n")


WRONG = [
    (["--shard", "5/4", "--seed", "1"], "Invalid value for '--shard': '5/4' is no share; write 2/4 for the second of four"),
    (["--shard", "1/4"], "all shares must draw from the same seed; give --seed or --seed-from with --shard"),
    (["--jobs", "2", "--scheduler", "tcp://a:1"],
     "--jobs is for this machine; a cluster does as much at once as its workers have threads"),
    (["--tls-key", "class/ada/total.py"], "--tls-ca, --tls-cert and --tls-key are for --scheduler; give its address"),
    (["--tls-key", "class/ada/total.py", "--scheduler", "tls://a:1"],
     "--tls-ca, --tls-cert and --tls-key belong together; give all three"),
    (["--scheduler", ""], "'' is no address of a scheduler; write it like tcp://10.0.0.1:8786"),
    (["--scheduler", "udp://a:1"], "'udp://a:1' is no address of a scheduler; write it like tcp://10.0.0.1:8786"),
    (["--scheduler", "tls://a:1"], "'tls://a:1' needs --tls-ca, --tls-cert and --tls-key"),
    ([*(word for name in ("ca", "cert", "key") for word in (f"--tls-{name}", "class/ada/total.py")), "--scheduler", "tcp://a:1"],
     "the address of a scheduler with certificates is tls://HOST:PORT, not 'tcp://a:1'"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "message"), WRONG)
def test_options_that_do_not_go_together_are_refused(place: Workplace, options: list[str], message: str) -> None:
    ran = place.learn("grade", "class", "--out", "one", *options)
    assert (ran.code, ran.out, ran.err.partition(" (see")[0].strip()) == (2, "", f"learn: {message}")
    assert not (place.folder / "one").exists()


@pytest.mark.parametrize("option", ["--shard", "--scheduler"])
def test_many_machines_need_a_place_for_the_results(place: Workplace, option: str) -> None:
    ran = place.learn("grade", "class/ada", option, "1/2")
    assert (ran.code, ran.err) == (
        2,
        f"learn: {option} is for a class; say with --out where its results go (see `learn grade --help`)\n",
    )


FOLDERS = [
    ("1/4", Share(2, 4), "out: holds the results of share 1/4; give another folder for share 2/4"),
    ("1/4", Share(1, 5), "out: holds the results of share 1/4; give another folder for share 1/5"),
    ("1/4", None, "out: holds the results of share 1/4; give another folder for the whole class"),
    (None, Share(1, 4), "out: holds the results of a whole class; give another folder for share 1/4"),
]


@pytest.mark.parametrize(("there", "wanted", "message"), FOLDERS)
def test_a_folder_is_for_one_share(there: str | None, wanted: Share | None, message: str) -> None:
    noted = {"seed": 5, "seed_from": None} | ({"shard": there} if there else {})
    with pytest.raises(ClassError, match=f"^{re.escape(message)}$"):
        check_folder(Path("out"), noted, wanted)
    check_folder(Path("out"), {}, wanted)
    check_folder(Path("out"), noted, read_share(there) if there else None)


def test_what_is_in_a_folder_stays_when_it_is_refused(place: Workplace) -> None:
    command = ("grade", "class", "--out", "out", "--seed", "5", *ONLY)
    assert place.learn(*command, "--shard", "2/4").code == 0
    before = everything_in(place.folder / "out")
    ran = place.learn(*command)
    message = "out: holds the results of share 2/4; give another folder for the whole class"
    assert (ran.code, ran.out, ran.err) == (3, "", f"learn: {message}\n")
    assert everything_in(place.folder / "out") == before
