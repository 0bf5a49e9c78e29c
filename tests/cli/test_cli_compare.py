"""`learn compare` at the command line: where the page goes, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import small_gguf
from systems import needs_permissions, posix_only
from workplace import TINY, Workplace

from grader.lab.models.store import add_model

USAGE = " (see `learn compare --help`)"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder; the course is the one that we ship."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


def files(place: Workplace) -> list[str]:
    """Return what is in the folder."""
    return sorted(path.name for path in place.folder.iterdir())


def test_the_page_is_written_and_named(place: Workplace) -> None:
    ran = place.learn("compare", "I think that")
    assert ran == (0, "compare.html is written. Open it in a browser; it needs no network.\n", "")
    assert files(place) == ["compare.html"]
    page = (place.folder / "compare.html").read_bytes()
    assert page.startswith(b"<!doctype html>\n")
    assert b'<form id="draw"' in page


def test_names_with_spaces_and_letters_of_any_language_are_taken(place: Workplace) -> None:
    (place.folder / "ein Ordner").mkdir()
    ran = place.learn("compare", "Why", "--tokens", "2", "--out", "ein Ordner/Größe 大 🐱.html")
    assert (ran.code, ran.err) == (0, "")
    assert (place.folder / "ein Ordner/Größe 大 🐱.html").is_file()


@pytest.mark.slow
def test_the_same_command_writes_the_same_bytes_in_every_process(place: Workplace) -> None:
    for name, seed in (("a.html", "1"), ("b.html", "2")):
        assert place.command("compare", "Why", "--seed", "7", "--out", name, PYTHONHASHSEED=seed).code == 0
    assert (place.folder / "a.html").read_bytes() == (place.folder / "b.html").read_bytes()


@pytest.mark.slow
def test_a_file_is_replaced_only_when_that_is_wanted(place: Workplace) -> None:
    page = place.write("compare.html", "mine")
    assert place.learn("compare", "Why") == (
        2,
        "",
        f"learn: 'compare.html' is there already; use --force to replace it, or another name with --out{USAGE}\n",
    )
    assert page.read_text() == "mine"
    assert place.learn("compare", "Why", "--force").code == 0
    assert page.read_bytes().startswith(b"<!doctype html>\n")
    assert files(place) == ["compare.html"]


REFUSED = [
    ([""], "the prompt is empty; give the beginning of a text, such as 'I think that'"),
    (["," * 513], "the prompt has 513 tokens, and the model's context holds 512; shorten it"),
    (["Why", "--tokens", "513"], "the prompt leaves no room for more than 510 in a context of 512; use --tokens 510"),
    (["\udcff"], "the prompt is not valid Unicode text; type it anew"),
    (["Why", "--out", "."], "'.' is not a file; give the name of one with --out"),
    (["Why", "--out", "no/such/page.html"], "there is no folder 'no/such'; make it first"),
    (["Why", "--tokens", "0"], "Invalid value for '--tokens': 0 is not in the range x>=1."),
    (["Why", "--seed", "-1"], "Invalid value for '--seed': -1 is not in the range 0<=x<=9223372036854775807."),
    ([], "Missing argument 'PROMPT'."),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), REFUSED, ids=[message[:30] for _, message in REFUSED])
def test_what_cannot_be_done_is_one_sentence_and_no_file(place: Workplace, arguments: list[str], message: str) -> None:
    assert place.learn("compare", *arguments) == (2, "", f"learn: {message}{USAGE}\n")
    assert files(place) == []


def test_a_name_that_the_disk_refuses_is_exit_code_3(place: Workplace) -> None:
    name = "a" * 300 + ".html"
    ran = place.learn("compare", "Why", "--tokens", "1", "--out", name)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith(f"learn: {name!r} cannot be written: ")
    assert ran.err.count("\n") == 1
    assert files(place) == []


@needs_permissions("a folder that cannot be written to")
def test_a_folder_that_must_not_be_written_is_exit_code_3(place: Workplace) -> None:
    folder = place.folder / "locked"
    folder.mkdir(mode=0o500)
    ran = place.learn("compare", "Why", "--out", "locked/page.html")
    assert (ran.code, ran.out, ran.err) == (3, "", "learn: 'locked/page.html' cannot be written: Permission denied\n")


@pytest.mark.slow
@posix_only("a limit on the size of files")
def test_a_page_that_finds_no_room_leaves_everything_as_it_was(place: Workplace) -> None:
    place.write("compare.html", "mine")
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000)); from grader.cli import main; main()"
    )
    command = [sys.executable, "-B", "-c", code, "compare", "Why", "--force"]
    ran = subprocess.run(command, cwd=place.folder, capture_output=True, check=False, text=True)
    assert (ran.returncode, ran.stdout) == (3, "")
    assert ran.stderr == "learn: 'compare.html' cannot be written: File too large\n"
    assert files(place) == ["compare.html"]
    assert (place.folder / "compare.html").read_text() == "mine"


@posix_only("links need rights there")
@pytest.mark.slow
def test_a_link_is_followed_and_stays(place: Workplace) -> None:
    page = place.write("pages/real.html", "old")
    (place.folder / "compare.html").symlink_to(page)
    assert place.learn("compare", "Why").code == 2
    assert place.learn("compare", "Why", "--force").code == 0
    assert (place.folder / "compare.html").is_symlink()
    assert page.read_bytes().startswith(b"<!doctype html>\n")


def test_a_course_without_a_model_is_exit_code_3(place: Workplace) -> None:
    ran = place.learn("compare", "Why", "--course", str(TINY))
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == f"learn: this course has no generator: there is no {TINY / 'exercises/generator.yaml'}\n"
    assert files(place) == []


@pytest.mark.slow
def test_a_real_model_is_compared_without_a_box_to_draw_in(
    place: Workplace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for library in ("gguf", "tokenizers"):
        pytest.importorskip(library)
    monkeypatch.setenv("LEARN_MODELS", str(tmp_path / "models"))
    file = small_gguf.write(tmp_path / "small.gguf", small_gguf.weights())
    add_model(tmp_path / "models", file, "small", lambda *_: None)
    ran = place.learn("compare", "hello", "--model", "small", "--tokens", "3", "--out", "real.html")
    assert (ran.code, ran.err) == (0, "")
    page = (tmp_path / "real.html").read_text("utf-8")
    assert "small goes on" in page
    assert 'id="prompt"' not in page
    assert "there is no model 'other'" in place.learn("compare", "a", "--model", "other").err
