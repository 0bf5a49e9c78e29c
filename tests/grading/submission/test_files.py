"""The list of what was handed in: which files are found, in which order, how many, and what is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from messy_class import tarred, zipped
from systems import linux_only

from grader.files.regular_file import UnreadableError, open_file
from grader.files.safe_write import opened
from grader.grading.submission import files as submitted_files
from grader.grading.submission.files import list_files, open_archives
from grader.grading.submission.folder import Submission


def everything(_: str) -> bool:
    """Take every name for one that can be of use."""
    return True


def put(folder: Path, *names: str) -> None:
    """Write files that hold their own names."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name, "utf-8")


def listed(path: Path, name: str = "") -> list[str]:
    """Return the names of the files at a path."""
    return [each.name for each in list_files([(path, name)], everything).files]


def test_files_higher_up_come_first_and_those_of_a_folder_by_name(tmp_path: Path) -> None:
    put(tmp_path, "b/z.py", "b/c/d.py", "a/y.py", "x.py", "a.py", "c.txt")
    assert listed(tmp_path) == ["a.py", "c.txt", "x.py", "a/y.py", "b/z.py", "b/c/d.py"]
    (tmp_path / "all.zip").write_bytes(zipped({"b/z.py": b"", "a/y/c.py": b"", "x.py": b"", "a.py": b""}))
    assert listed(tmp_path / "all.zip") == ["x.py", "a.py", "b/z.py", "a/y/c.py"]


def test_hidden_folders_environments_and_what_tools_leave_are_skipped(tmp_path: Path) -> None:
    names = ["a.py", "b/c.py", ".hidden.py", ".git/a.py", "__MACOSX/a.py", "b/__pycache__/c.py", "node_modules/m/a.py"]
    names += ["site-packages/a.py", "env/pyvenv.cfg", "env/lib/a.py", "b/env.py"]
    put(tmp_path / "clone", *names)
    assert listed(tmp_path / "clone") == ["a.py", "b/c.py", "b/env.py"]
    (tmp_path / "all.zip").write_bytes(zipped(dict.fromkeys(names, b"")))
    assert listed(tmp_path / "all.zip") == ["a.py", "b/c.py", "b/env.py"]


@pytest.mark.parametrize(
    ("name", "is_found"),
    [
        ("d/" * 19 + "a.py", True),
        ("d/" * 20 + "a.py", False),
        ("a" * 252 + ".py", True),
        ("a" * 253 + ".py", False),
        ("d" * 256 + "/a.py", False),
    ],
)
def test_names_in_archives_may_be_as_long_and_deep_as_files_can_be(tmp_path: Path, name: str, is_found: bool) -> None:
    (tmp_path / "all.tar").write_bytes(tarred({name: b"x", "b.py": b"y"}, "w:"))
    assert listed(tmp_path / "all.tar") == (["b.py", name] if is_found and "/" in name else [name, "b.py"] if is_found else ["b.py"])  # fmt: skip


@linux_only("the longest path")
def test_a_path_may_be_longer_than_the_system_takes_at_once(tmp_path: Path) -> None:
    here = os.open(tmp_path, os.O_RDONLY)
    for _ in range(18):
        os.mkdir("d" * 250, dir_fd=here)
        inner = os.open("d" * 250, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(os.open("b.py", os.O_CREAT | os.O_WRONLY, dir_fd=here))
    os.close(here)
    (file,) = list_files([(tmp_path, "")], everything).files
    assert (file.name, file.read()) == (f"{'d' * 250}/" * 18 + "b.py", b"")


needs_descriptors = pytest.mark.skipif(os.open not in os.supports_dir_fd, reason="paths are opened at once there")


def replace_by_link(path: Path, target: Path) -> None:
    """Put a link in the place of a folder or file."""
    path.rename(path.with_name(f"{path.name}.old"))
    path.symlink_to(target)


@needs_descriptors
def test_a_folder_that_becomes_a_link_while_it_is_listed_is_told_and_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path / "clone", "a.py", "small/total.py", "z/b.py")
    put(tmp_path / "private", "total.py")

    def open_after_exchange(path: Path, root: Path) -> object:
        if path.name == "small":
            replace_by_link(path, tmp_path / "private")
        return opened(path, root)

    monkeypatch.setattr(submitted_files, "opened", open_after_exchange)
    found = list_files([(tmp_path / "clone", "")], everything)
    assert [each.name for each in found.files] == ["a.py", "z/b.py"]
    assert found.unopened == ("small/ is a link; put the folder itself there",)


@needs_descriptors
@pytest.mark.parametrize(
    "part", ["clone", "clone/exercises", "clone/exercises/small", "clone/exercises/small/total.py"]
)
def test_what_becomes_a_link_before_it_is_read_is_not_followed(tmp_path: Path, part: str) -> None:
    name = "exercises/small/total.py"
    put(tmp_path / "clone", name)
    put(tmp_path / "private/clone", name)
    root, folder = tmp_path, tmp_path / "clone"
    listed_before = list_files([(folder, "")], everything, root=root).files
    submission = Submission(folder)
    assert submission.path("small/total")
    replace_by_link(tmp_path / part, tmp_path / "private" / part)
    with pytest.raises(UnreadableError, match=r"is in a folder that is a link|is a link; put the file itself there"):
        listed_before[0].read()
    if part == "clone":  # the folder that a learner names may be a link, and one of a class may not
        with pytest.raises(UnreadableError, match=r"^clone is a link; put the folder itself there$"):
            list_files([(folder, "")], everything, root=root)
    else:
        with pytest.raises(
            UnreadableError, match=r"is in a folder that is a link|is a link; put the file itself there"
        ):
            submission.read("small/total")


def test_an_archive_that_becomes_a_link_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "bo.zip").write_bytes(zipped({"total.py": b"1"}))
    put(tmp_path / "eve", "b.py")
    (tmp_path / "eve/work.zip").write_bytes(zipped({"total.py": b"2"}))
    inside = list_files([(tmp_path / "eve", "")], everything, root=tmp_path).files
    replace_by_link(tmp_path / "eve/work.zip", tmp_path / "bo.zip")
    assert open_archives(inside, everything).unopened == ("work.zip is a link; put the file itself there",)
    (tmp_path / "eve.zip").symlink_to("bo.zip")
    with pytest.raises(UnreadableError, match=r"^eve\.zip is a link; put the file itself there$"):
        list_files([(tmp_path / "eve.zip", "")], everything, root=tmp_path)
    assert listed(tmp_path / "eve.zip") == ["total.py"]  # the user has named the link itself


def test_a_folder_with_the_name_of_a_file_is_listed_so_that_it_can_be_refused(tmp_path: Path) -> None:
    put(tmp_path, "total.py/x.txt", "sums.yaml/x.txt", "other/x.txt")
    assert listed(tmp_path) == ["total.py", "other/x.txt", "sums.yaml/x.txt"]
    with pytest.raises(UnreadableError, match=r"^is not a regular file; put a file there$"):
        list_files([(tmp_path, "")], everything).files[0].read()


@pytest.mark.parametrize("is_by_path", [False, True], ids=["descriptors", "paths, as on Windows"])
def test_links_are_not_followed_and_only_expected_files_behind_them_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_by_path: bool
) -> None:
    if is_by_path:
        monkeypatch.setattr(os, "supports_dir_fd", set())
    put(tmp_path / "elsewhere", "total.py", "other.py", "deep/scale.py")
    folder = tmp_path / "clone"
    put(folder, "a.py")
    (folder / "small").symlink_to(tmp_path / "elsewhere")
    (folder / "link.py").symlink_to(tmp_path / "elsewhere/total.py")
    expected = ["small/total.py", "small/deep/scale.py", "small/nothing.py", "total.py"]
    files = list_files([(folder, "")], everything, expected).files
    assert [each.name for each in files] == ["a.py", "link.py", "small/total.py", "small/deep/scale.py"]
    assert files[0].read() == b"a.py"
    for file, words in ((files[1], "is a link; put the file itself there"), (files[2], "is in a folder that is a link; put the folder itself there")):  # fmt: skip
        with pytest.raises(UnreadableError, match=f"^{words}$"):
            file.read()


def test_a_loose_file_has_its_second_name_and_keeps_the_first(tmp_path: Path) -> None:
    (tmp_path / "ada_1.py").write_bytes(b"x" * (300 << 10))
    (tmp_path / "ada_2.ipynb").write_bytes(b"x" * (300 << 10))
    (tmp_path / "ada_3.zip").write_bytes(zipped({"a/b.py": b"z"}))
    names = [("ada_1.py", "total.py"), ("ada_2.ipynb", "nb.ipynb"), ("ada_3.zip", "work.zip")]
    files = list_files([(tmp_path / stored, name) for stored, name in names], everything).files
    assert [(each.name, each.origin) for each in files] == [
        ("total.py", "ada_1.py"),
        ("nb.ipynb", "ada_2.ipynb"),
        ("a/b.py", "ada_3.zip/a/b.py"),
    ]
    with pytest.raises(UnreadableError, match=r"^is larger than 256 KiB; hand in the code only$"):
        files[0].read()
    assert (len(files[1].read()), files[2].read()) == (300 << 10, b"z")
    alone = list_files([(tmp_path / "ada_3.zip", "")], everything).files[0]
    assert (alone.name, alone.origin, alone.open) == ("a/b.py", "", None)
    assert list_files([(tmp_path / "ada_1.py", "")], everything).files[0].name == "ada_1.py"


def test_only_what_can_be_of_use_is_read_from_an_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "all.zip").write_bytes(zipped({"b/c.py": b"3", "b.txt": b"2", "a.py": b"1", "z.py": b"4"}))
    files = list_files([(tmp_path / "all.zip", "")], lambda name: name.endswith(".py")).files
    assert [each.name for each in files] == ["b.txt", "a.py", "z.py", "b/c.py"]
    assert [each.read() for each in files[1:]] == [b"1", b"4", b"3"]
    with pytest.raises(UnreadableError, match=r"^is not read$"):
        files[0].read()
    monkeypatch.setattr(submitted_files, "MAX_READ", 2)
    first = list_files([(tmp_path / "all.zip", "")], lambda name: name.endswith(".py")).files
    assert [each.read() for each in first[1:3]] == [b"1", b"4"]
    with pytest.raises(UnreadableError, match=r"^is not read$"):
        first[3].read()


def test_an_archive_may_be_a_link_only_if_it_is_the_submission_itself(tmp_path: Path) -> None:
    (tmp_path / "all.zip").write_bytes(zipped({"a.py": b"1"}))
    (tmp_path / "link.zip").symlink_to("all.zip")
    assert listed(tmp_path / "link.zip") == ["a.py"]
    with pytest.raises(UnreadableError, match=r"^work\.zip is a link; put the file itself there$"):
        listed(tmp_path / "link.zip", "work.zip")


def test_nothing_is_unreadable_and_something_with_a_broken_archive_is_told(tmp_path: Path) -> None:
    put(tmp_path, "a.py")
    (tmp_path / "b.zip").write_bytes(b"no zip")
    reason = "b.zip cannot be opened: File is not a zip file; pack it again"
    found = list_files([(tmp_path / "a.py", "a.py"), (tmp_path / "b.zip", "b.zip")], everything)
    assert ([each.name for each in found.files], found.unopened) == (["a.py"], (reason,))
    with pytest.raises(UnreadableError, match=f"^{reason}$"):
        list_files([(tmp_path / "b.zip", "")], everything)
    with pytest.raises(UnreadableError, match=r"^c\.zip cannot be opened: No such file or directory$"):
        list_files([(tmp_path / "c.zip", "")], everything)
    assert list_files([], everything) == ((), ())


def test_archives_in_archives_have_the_path_to_them_in_the_names(tmp_path: Path) -> None:
    inner = zipped({"c.py": b"c", "more.zip": zipped({"d.py": b"d"})})
    put(tmp_path, "x.py")
    (tmp_path / "all.zip").write_bytes(zipped({"b/inner.zip": inner, "a.py": b"a"}))
    found = open_archives(list_files([(tmp_path, "")], everything).files, everything)
    assert [each.name for each in found.files] == [
        "all.zip/a.py",
        "all.zip/b/inner.zip",
        "all.zip/b/inner.zip/c.py",
        "all.zip/b/inner.zip/more.zip",
        "all.zip/b/inner.zip/more.zip/d.py",
    ]
    assert (found.files[-1].read(), found.unopened) == (b"d", ())


@linux_only("counting open files by /proc")
def test_what_is_opened_can_be_read_and_what_is_refused_is_closed(tmp_path: Path) -> None:
    put(tmp_path, "a.py")
    with open_file(tmp_path / "a.py") as file:
        assert file.read() == b"a.py"
    os.mkfifo(tmp_path / "fifo")
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        with pytest.raises(UnreadableError, match=r"^is not a regular file; put a file there$"):
            open_file(tmp_path / "fifo")
    assert len(os.listdir("/proc/self/fd")) == before
