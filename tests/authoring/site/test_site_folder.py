"""Where a site may be written, and what remains if it cannot be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from small_site import files_of

from grader.authoring.site.folder import LISTING, NO_JEKYLL, ForeignFolderError, new_site


def write(folder: Path, **files: str) -> None:
    with new_site(folder) as place:
        for name, text in files.items():
            (place / name).write_text(text, "utf-8")


def shown(folder: Path) -> dict[str, bytes]:
    return {name: data for name, data in files_of(folder).items() if name not in (LISTING, NO_JEKYLL)}


def test_a_new_site_takes_the_place_of_an_earlier_one(tmp_path: Path) -> None:
    write(tmp_path / "site", a="1", b="2")
    write(tmp_path / "site", b="3", c="4")
    assert shown(tmp_path / "site") == {"b": b"3", "c": b"4"}
    assert (tmp_path / "site" / LISTING).read_text("utf-8") == f"{NO_JEKYLL}\nb\nc\n"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_failed_run_leaves_the_earlier_site_and_nothing_else(tmp_path: Path) -> None:
    write(tmp_path / "site", a="1")
    before = files_of(tmp_path)
    with pytest.raises(TypeError):
        write(tmp_path / "site", a="2", b=3)  # type: ignore[arg-type]  # fails after the first file
    assert files_of(tmp_path) == before


def test_files_of_others_are_named_and_kept(tmp_path: Path) -> None:
    write(tmp_path / "site", a="1")
    (tmp_path / "site" / "CNAME").write_text("example.org", "utf-8")
    (tmp_path / "site" / "mine.txt").write_text("mine", "utf-8")
    before = files_of(tmp_path)
    what = "has files that `learn author site` did not write: 'CNAME' and 1 more; move what is yours, or give another folder"
    with pytest.raises(ForeignFolderError, match=re.escape(what)):
        write(tmp_path / "site", a="2")
    assert files_of(tmp_path) == before


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("file", "is not a folder"),
        ("gone/site", "there is no folder"),
        (".", "is the folder that you are in, or holds it"),
    ],
)
def test_a_place_that_cannot_be_meant_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, what: str
) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "file").touch()
    monkeypatch.chdir(tmp_path / "here")
    with pytest.raises(ForeignFolderError, match=what):
        write(Path(name))
    assert list(files_of(tmp_path)) == ["here/file"]
