"""Courses by folder, by the name of an installed package, and at git addresses."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from places import COURSE_FOLDER, DATA
from starters import git

from grader.core.errors import CourseError
from grader.course import find
from grader.course.source import installed_courses, is_installed, locate, source_of, without_password

TINY = DATA / "course"
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is needed")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache/token-by-token/courses"


def copy_of_tiny(folder: Path) -> Path:
    return Path(shutil.copytree(TINY, folder, ignore=shutil.ignore_patterns("__pycache__")))


@pytest.fixture
def bare(tmp_path: Path) -> tuple[str, list[str]]:
    """Return the address of a bare repository with two versions of the tiny course, and their commits."""
    work = copy_of_tiny(tmp_path / "work")
    git(work, "init", "-q")
    commits = []
    for version in ("1", "2"):
        table = work / "exercises/course.yaml"
        table.write_text(table.read_text("utf-8").replace("version: 1", f"version: {version}"), "utf-8")
        git(work, "add", ".")
        git(work, "commit", "-q", "--allow-empty", "-m", version)
        told = subprocess.run(["git", "rev-parse", "HEAD"], cwd=work, capture_output=True, text=True, check=True)
        commits.append(told.stdout.strip())
    git(work, "tag", "-a", "second", "-m", "second")
    git(work, "branch", "a/main", commits[0])  # sorts before `main`, and ends with its name
    git(tmp_path, "clone", "-q", "--bare", "work", "bare.git")
    return f"git+{(tmp_path / 'bare.git').as_uri()}", commits


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a package with the course `tiny`, and one whose entry point leads nowhere, where Python finds packages."""
    package = copy_of_tiny(tmp_path / "site/tiny_course")
    (package / "__init__.py").write_text("raise RuntimeError('a course is found without running its package')")
    for name, points in (("tiny_course", "tiny = tiny_course"), ("gone", "gone = no_such_package\nodd = a.b")):
        info = tmp_path / f"site/{name}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        (info / "entry_points.txt").write_text(f"[token_by_token.courses]\n{points}\n")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    return package


@needs_git
def test_a_course_at_a_commit_is_cloned_once_and_found_again_by_its_source(
    bare: tuple[str, list[str]], cache: Path, tmp_path: Path
) -> None:
    address, (first, second) = bare
    folders = [locate(f"{address}@{commit}", is_pinned=True) for commit in (first, second)]
    assert [f"version: {n}" in (each / "exercises/course.yaml").read_text() for n, each in enumerate(folders, 1)] == [
        True,
        True,
    ]
    assert sorted(cache.iterdir()) == sorted(folders)
    assert source_of(find(folders[0])) == f"{address}@{first}"
    (tmp_path / "bare.git").rename(tmp_path / "away")
    assert locate(f"{address}@{first}") == folders[0]


@needs_git
@pytest.mark.parametrize("revision", ["", "@main", "@second"])
@pytest.mark.slow
def test_a_branch_or_tag_stands_for_its_commit_of_now_but_never_for_grades(
    bare: tuple[str, list[str]], revision: str
) -> None:
    address, (_, second) = bare
    assert source_of(find(locate(address + revision))) == f"{address}@{second}"
    with pytest.raises(CourseError, match="name all 40 digits of a commit"):
        locate(address + revision, is_pinned=True)


@needs_git
@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("@no-such-branch", "has no branch or tag 'no-such-branch'"),
        ("@" + 40 * "0", "cannot be fetched: "),
    ],
)
def test_a_commit_that_cannot_be_had_leaves_nothing_behind(
    bare: tuple[str, list[str]], place: str, said: str, cache: Path
) -> None:
    with pytest.raises(CourseError, match=said):
        locate(bare[0] + place)
    assert not cache.exists() or list(cache.iterdir()) == []


@pytest.mark.parametrize(
    "text", ["git+ext::sh -c id", "git+http://x.org/y@main", "git+https://x.org/--upload-pack=id ;", "git+file://a;b"]
)
def test_an_address_of_another_kind_is_refused(text: str) -> None:
    with pytest.raises(CourseError, match="is no address of a course"):
        locate(text)


def test_an_installed_course_is_found_by_its_name_and_not_run(installed: Path) -> None:
    assert installed_courses() == {"tiny": installed}
    assert locate("tiny") == installed
    assert source_of(find(installed)) == "tiny"
    assert is_installed(find(installed))
    assert "tiny_course" not in sys.modules


def test_a_folder_is_its_own_source_and_the_course_of_this_package_has_none(tmp_path: Path) -> None:
    folder = copy_of_tiny(tmp_path / "mine")
    assert (locate(str(folder)), source_of(find(folder))) == (folder, str(folder))
    assert not is_installed(find(folder))
    assert source_of(find()) == source_of(find(COURSE_FOLDER)) == ""


def test_an_unknown_name_lists_the_installed_courses(installed: Path) -> None:
    with pytest.raises(CourseError) as caught:
        locate("tyni")
    assert str(caught.value) == (
        "there is no course 'tyni': give a folder, git+https://ADDRESS@COMMIT, or the name of an installed course (tiny)"
    )


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("git+https://ada:SECRET@example.org/c@main", "git+https://example.org/c@main"),
        ("git+https://SECRET@example.org/c", "git+https://example.org/c"),
        ("git+https://ada:SECRET@example.org", "git+https://example.org"),
        ("git+HTTPS://ada:SECRET@example.org/c", "git+HTTPS://example.org/c"),
        ("git+https://ada:SE@CRET@example.org/c", "git+https://example.org/c"),
        ("git+ssh://git:SECRET@example.org/c", "git+ssh://git@example.org/c"),
        ("https://ada:SECRET@example.org/c", "https://example.org/c"),
    ],
)
def test_a_password_in_an_address_is_refused_and_not_shown(text: str, clean: str, cache: Path) -> None:
    with pytest.raises(CourseError) as caught:
        locate(text)
    assert str(caught.value).startswith(f"the address {clean} came with a password")
    assert "SECRET" not in str(caught.value)
    assert not cache.exists()


@pytest.mark.parametrize(
    "text", ["git+ssh://git@example.org/c@v1", "git+https://example.org@main", "git+https://x.org/a@b"]
)
def test_an_address_without_a_password_stays_as_it_is(text: str) -> None:
    assert without_password(text) == text
