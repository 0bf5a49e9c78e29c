"""Messages on the wire: a frame is two big-endian 32-bit lengths, a JSON header, and raw bytes."""

import io
import json
import struct
from collections.abc import Callable

from .codec import MAX_BLOB_BYTES, Decoder, Encoder, Json, WireError

FRAME = struct.Struct(">II")
MAX_HEADER_BYTES = 8 << 20
_REFUSALS = (ValueError, TypeError, IndexError, AttributeError, ZeroDivisionError, OverflowError)
REFUSALS = {kind.__name__: kind for kind in _REFUSALS}
"""The exceptions of a spy that reach the caller as they are; others become RuntimeError."""


def frame(header: Json, blob: bytes = b"") -> bytes:
    """Return the bytes of one frame; raise WireError if it is over the limit."""
    text = json.dumps(header, separators=(",", ":")).encode()
    if len(text) > MAX_HEADER_BYTES or len(blob) > MAX_BLOB_BYTES:
        raise WireError("a value that takes more room than allowed")
    return FRAME.pack(len(text), len(blob)) + text + blob


class Unread:
    """Bytes that have been received and not been read."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def take(self, count: int, receive: Callable[[], bytes]) -> bytes:
        """Take the first `count` bytes; `receive` returns some more, or none at the end, which raises EOFError."""
        while len(self._bytes) < count:
            part = receive()
            if not part:
                raise EOFError
            self._bytes += part
        taken = bytes(self._bytes[:count])
        del self._bytes[:count]
        return taken


def receive_frame(
    receive: Callable[[int], bytes], max_header: int = MAX_HEADER_BYTES, max_blob: int = MAX_BLOB_BYTES
) -> tuple[Json, bytes]:
    """Read one frame with `receive(n)`, which returns exactly n bytes; raise WireError if it is none or too long."""
    header_length, blob_length = FRAME.unpack(receive(FRAME.size))
    # Before reading: a forged length of 4 GiB must not make us wait or allocate.
    if header_length > max_header or blob_length > max_blob:
        raise WireError(f"a frame of {header_length} + {blob_length} bytes is over the limit")
    both = receive(header_length + blob_length)
    return read_header(both[:header_length]), both[header_length:]


def unframed(message: bytes) -> tuple[Json, bytes]:
    """Return the header and the blob of one whole frame."""
    return receive_frame(io.BytesIO(message).read)


def read_header(text: bytes) -> Json:
    """Read the header of a frame; raise WireError if it is not JSON."""
    try:
        return json.loads(text.decode("utf-8", "surrogatepass"))  # decoded here: json would guess the encoding first
    except (ValueError, RecursionError) as error:
        raise WireError("a frame's header is not JSON") from error


def question(
    encoder: Encoder, number: int, use: str, name: str, args: tuple[object, ...], kwargs: dict[str, object]
) -> Json:
    """Return the header of a request to use a served object."""
    return {
        "op": "ask",
        "of": number,
        "use": use,
        "name": name,
        "args": [encoder.encode(value) for value in args],
        "kwargs": {str(key): encoder.encode(value) for key, value in kwargs.items()},
    }


def answered(header: Json, decoder: Decoder) -> object:
    """Return the value in the reply to a question, or raise what the served object raised."""
    if "refused" in header:
        raise REFUSALS.get(header["type"], RuntimeError)(header["refused"])
    return decoder.decode(header["value"])
