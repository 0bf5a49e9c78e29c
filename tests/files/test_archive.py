"""Archives: only what is wanted is read, within limits, whatever an archive says of itself."""

from __future__ import annotations

import contextlib
import gzip
import io
import random
import tarfile
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from messy_class import tarred, zipped
from sizes import first_always

from grader.files import archive
from grader.files.archive import ArchiveError, Member, members
from grader.files.regular_file import UnreadableError
from grader.grading.submission.find import HandedIn

CODE = b"def total(values):\n    return sum(values)\n"
CONTENTS = {
    "hw/exercises/small/total.py": CODE,
    "hw/total.ipynb": b'{"cells": []}',
    "a\u0308.txt": b"x" * 5000,
    "b": b"",
}
ARCHIVES: dict[str, Callable[[], bytes]] = {
    "deflated": lambda: zipped(CONTENTS),
    "stored": lambda: zipped(CONTENTS, zipfile.ZIP_STORED),
    "tar": lambda: tarred(CONTENTS, "w:"),
    "tar.gz": lambda: tarred(CONTENTS),
    "long names": lambda: tarred({f"{'n' * 300}/total.py": CODE}, "w:"),
}


def read(data: bytes, most: int = 1000) -> list[Member]:
    return members(io.BytesIO(data), lambda _: most)


@pytest.mark.parametrize("make", ARCHIVES.values(), ids=list(ARCHIVES))
def test_what_is_wanted_is_read_and_the_rest_is_named(make: Callable[[], bytes]) -> None:
    listed = members(io.BytesIO(make()), lambda name: 1000 if name.endswith("total.py") else 0)
    assert [each.content for each in listed if each.content is not None] == [CODE]
    assert len(listed) in (1, len(CONTENTS))


@pytest.mark.parametrize("make", ARCHIVES.values(), ids=list(ARCHIVES))
def test_a_file_above_the_limit_is_refused_and_the_others_are_read(make: Callable[[], bytes]) -> None:
    listed = members(io.BytesIO(make()), lambda name: 10 if name.endswith("total.py") else 10_000)
    refused = [each.content for each in listed if isinstance(each.content, ArchiveError)]
    assert list(map(str, refused)) == ["is larger than 0 KiB; hand in the code only"]


def test_contents_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_WANTED_BYTES", 1500)
    first, second = read(zipped({"a.py": b"a" * 1000, "b.py": b"b" * 1000}))
    assert first.content == b"a" * 1000
    assert str(second.content) == (
        "is not read, since there is too much code in the archive; hand in the exercises only"
    )


def test_there_is_an_end_to_files_names_and_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_MEMBERS", 2)
    monkeypatch.setattr(archive, "MAX_INDEX_BYTES", 20_000)
    monkeypatch.setattr(archive, "MAX_TAR_BYTES", 20_000)
    monkeypatch.setattr(archive, "MAX_NAME_BYTES", 200)
    many, large = {f"{number}.py": b"" for number in range(3)}, {"a.csv": bytes(30_000)}
    for data, why in (
        (zipped(many), "holds too many files; hand in the code only"),
        (zipped({f"{number:0200}": b"" for number in range(200)}), "holds too many files; hand in the code only"),
        (tarred(many), "holds too many files; hand in the code only"),
        (tarred(large), "unpacks to more than 0 MiB; hand in the code only"),
        (ARCHIVES["long names"](), "holds a name that is too long; pack it again"),
    ):
        with pytest.raises(ArchiveError) as caught:
            members(io.BytesIO(data), lambda _: 0)
        assert str(caught.value) == why


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_methods_that_inflate_without_bounds_are_not_opened(method: int) -> None:
    (member,) = read(zipped({"total.py": bytes(1 << 20)}, method))
    assert str(member.content).startswith("is compressed in another way than zip files usually are")


def test_a_bomb_costs_no_memory() -> None:
    bombs = [zipped({"total.py": bytes(24 << 20)}), gzip.compress(tarred({"total.py": bytes(24 << 20)}, "w:"))]
    tracemalloc.start()
    for bomb in bombs:
        assert isinstance(read(bomb)[0].content, ArchiveError)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 << 20


def test_a_tar_file_s_own_headers_cost_no_memory() -> None:
    header = tarfile.TarInfo("././@PaxHeader")
    header.type, header.size = tarfile.XHDTYPE, 4 << 30
    with pytest.raises(ArchiveError, match=r"^holds a name that is too long"):
        read(header.tobuf())


def mutated(data: bytes, rng: random.Random) -> bytes:
    """Return an archive with damage: bytes changed, cut out, doubled, or the end cut off."""
    damaged = bytearray(data)
    for _ in range(rng.randint(1, 8)):
        place, size = rng.randrange(len(damaged)), rng.randint(1, 8)
        match rng.randrange(5):
            case 0:
                damaged[place : place + size] = rng.randbytes(size)
            case 1:
                damaged[place : place + size] = rng.choice([b"\0", b"\xff"]) * size
            case 2:
                del damaged[place : place + size]
            case 3:
                damaged[place:place] = damaged[place : place + 40]
            case _:
                del damaged[max(1, len(damaged) - rng.randint(1, 30)) :]
    return bytes(damaged)


@pytest.mark.parametrize("seed", first_always([*range(10)]))
@pytest.mark.slow
def test_a_thousand_damaged_archives_are_read_or_refused(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    whole = [make() for make in ARCHIVES.values()]
    whole.append(zipped({f"work{number}.zip": each for number, each in enumerate(whole)}))
    path = tmp_path / "work.zip"
    for _ in range(1000):
        path.write_bytes(mutated(rng.choice(whole), rng))
        with contextlib.suppress(UnreadableError):
            files = HandedIn([(path, "")], {"small/total": b""})
            assert all(isinstance(source, bytes) for _, source in files.modules.values())
            assert all(files.unclear(["small/total"]))
            assert files.read("small/total") or files.absence("small/total")
