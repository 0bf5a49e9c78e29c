"""Encode values as JSON and a blob of raw bytes that the JSON points into; decode them.

Nothing is ever unpickled: the decoder makes exact built-in and numpy types only.
"""

import math
import operator
import struct
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

Json = Any
MAX_BLOB_BYTES = 64 << 20
MAX_DEPTH = 32  # the decoder recurses in the trusted process, where Python allows 1,000 frames
MAX_TEXT = 500
FLOAT64 = struct.Struct("<d")
VECTOR = np.dtype("<f8")
MAX_INT = 1 << 4000
MAX_SAME_HASH = 100
NUMBERS = frozenset([int, float])
VALUE_BYTES = 24
"""The bytes that a value counts for, beside its text or array; about the length of a float in JSON."""
CONTAINER_BYTES = 200
"""The bytes that a list, tuple, set or dict counts for on top; an empty one and its JSON take about 300."""
DTYPES = frozenset("|b1 |i1 |u1 <i2 <i4 <i8 <u2 <u4 <u8 <f2 <f4 <f8".split())


class WireError(ValueError):
    """A malformed frame or value."""


class TooMuchError(WireError):
    """Well-formed values that take more room than allowed."""


class Opaque:
    """A value that cannot be encoded, by the name of its type."""

    __slots__ = ("type_name",)

    def __init__(self, type_name: str) -> None:
        self.type_name = type_name

    def __repr__(self) -> str:
        return f"<{self.type_name}>"

    def __eq__(self, other: object) -> bool:
        return type(other) is Opaque and other.type_name == self.type_name

    def __hash__(self) -> int:
        return hash(self.type_name)


class Drained(list[object]):
    """The items that a generator gave; `is_whole` says whether it ended by itself."""

    is_whole = True


class Seeded:
    """Stands for `np.random.default_rng(seed)`, made where the call is made."""

    __slots__ = ("seed",)

    def __init__(self, seed: int) -> None:
        self.seed = seed


class Handle:
    """Refers to an object in the trusted process: its number, and its methods and attributes that may be used."""

    __slots__ = ("attributes", "methods", "name", "number")

    def __init__(self, number: int, name: str, methods: Sequence[str], attributes: Sequence[str]) -> None:
        self.number = number
        self.name = name
        self.methods = tuple(methods)
        self.attributes = tuple(attributes)


class Encoder:
    """Turns values into JSON and one blob.

    None, bool, int, str, finite and infinite floats are themselves. The rest are objects with one key: `f` list of floats,
    `m` list of float64 scalars, `l` any other list, `t` tuple, `s` set, `d` dict as pairs, `g` drained generator,
    `b` bytes, `a` array, `n` numpy scalar, `r` seeded generator, `h` handle, `o` opaque.
    """

    def __init__(self, max_bytes: int = MAX_BLOB_BYTES, drain: int = 0, *, has_handles: bool = True) -> None:
        self.has_handles = has_handles
        self.parts: list[bytes] = []
        self.size = 0
        self.left = max_bytes
        self.drain = drain

    @property
    def blob(self) -> bytes:
        return b"".join(self.parts)

    def encode(self, value: Any, depth: int = 0) -> Json:
        """Return the JSON of a value, adding to the blob.

        Raises:
            WireError: the value is nested too deeply or takes more room than allowed.
        """
        kind = type(value)
        self._spend(VALUE_BYTES)
        if value is None or kind is bool or kind is float:
            return value  # the exact types only: a subclass may lie about its value
        if depth > MAX_DEPTH:
            raise WireError(f"a value nested more than {MAX_DEPTH} levels deep")
        if issubclass(kind, np.ndarray):
            return self._array(value, depth + 1)
        if issubclass(kind, np.generic) and not issubclass(kind, str | bytes):
            return self._scalar(value)
        numbers = self._numbers(value, kind) if kind in (list, tuple, set) and value else None
        return self._builtin(value, kind, depth + 1) if numbers is None else numbers

    def _spend(self, size: int) -> None:
        self.left -= size
        if self.left < 0:
            raise WireError("a value that takes more room than allowed")

    def append(self, data: bytes) -> int:
        """Add bytes to the blob; return where they start."""
        start = self.size
        self.parts.append(data)
        self.size += len(data)
        return start

    def _array(self, array: np.ndarray, depth: int) -> Json:
        """Encode an array; long floats lose digits that nothing here needs, objects become lists."""
        if type(array) is not np.ndarray:  # sent as the plain array that it holds
            if np.any(getattr(array, "mask", False)):
                return {"o": type_name(array)}
            array = np.ndarray.view(array, np.ndarray)
        if array.dtype == object:
            return self.encode(array.tolist(), depth)
        dtype = np.dtype("<f8") if array.dtype.char == "g" else array.dtype.newbyteorder("<")
        if dtype.str not in DTYPES:
            return {"o": f"array of {array.dtype}"}
        self._spend(array.nbytes)
        return {"a": [dtype.str, list(array.shape), self.append(array.astype(dtype, copy=False).tobytes())]}

    def _scalar(self, scalar: np.generic) -> Json:
        if type(scalar) is np.float64:
            return {"n": ["<f8", self.append(FLOAT64.pack(scalar))]}
        if scalar.dtype.char == "g":
            return float(scalar)
        dtype = scalar.dtype.newbyteorder("<")
        if dtype.str not in DTYPES:
            return {"o": f"numpy.{type(scalar).__name__}"}
        return {"n": [dtype.str, self.append(np.asarray(scalar, dtype).tobytes())]}

    def _builtin(self, value: Any, kind: type, depth: int) -> Json:
        # isinstance() would ask the value's own __class__, which can lie
        if issubclass(kind, int):
            number = int.__index__(value)
            return number if number.bit_length() < 4096 else {"o": "int of more than 4096 bits"}
        if issubclass(kind, float):
            return float.__float__(value)
        if issubclass(kind, str):
            self._spend(str.__len__(value))
            return str.__str__(value)
        if issubclass(kind, bytes | bytearray):
            data = bytes(memoryview(value))
            self._spend(len(data))
            return {"b": [self.append(data), len(data)]}
        self._spend(CONTAINER_BYTES)
        if issubclass(kind, list) and kind is not Drained:
            return {"l": [self.encode(item, depth) for item in list.__iter__(value)]}
        if issubclass(kind, tuple):
            return {"t": [self.encode(item, depth) for item in tuple.__iter__(value)]}
        if issubclass(kind, dict):
            return {"d": [[self.encode(k, depth), self.encode(v, depth)] for k, v in dict.items(value)]}
        if issubclass(kind, set | frozenset):
            items = set.__iter__(value) if issubclass(kind, set) else frozenset.__iter__(value)
            return {"s": sorted((self.encode(item, depth) for item in items), key=repr)}
        return self._other(value, kind, depth)

    def _numbers(self, items: Any, kind: type) -> Json:
        """Encode a list, tuple or set that holds nothing but ordinary numbers; None if there is more in it."""
        kinds = set(map(type, items))
        if kind is list and kinds in ({float}, {np.float64}):
            self._spend(CONTAINER_BYTES + VALUE_BYTES * len(items))
            return {"f" if float in kinds else "m": [len(items), self.append(struct.pack(f"<{len(items)}d", *items))]}
        if not kinds <= NUMBERS or (int in kinds and not -MAX_INT < min(items) <= max(items) < MAX_INT):
            return None
        self._spend(CONTAINER_BYTES + VALUE_BYTES * len(items))
        return {"s": sorted(items, key=repr)} if kind is set else {"l" if kind is list else "t": [*items]}

    def _other(self, value: Any, kind: type, depth: int) -> Json:
        if kind is Seeded:
            return {"r": value.seed}
        if kind is Handle and self.has_handles:
            return {"h": [value.number, value.name, value.methods, value.attributes]}
        if kind is Served:
            handle = object.__getattribute__(value, "_handle")
            is_lent = handle.number < 0  # a function of ours, which nothing takes as an argument
            name = "function" if is_lent else handle.name
            return {"h": [handle.number, "", [], []]} if self.has_handles and not is_lent else {"o": name}
        if kind is Drained:
            return self._drained(value, depth)
        if self.drain and issubclass(kind, Iterator):
            return self._drained(drained(value, self.drain), depth)
        return {"o": type_name(value)}

    def _drained(self, items: Drained, depth: int) -> Json:
        return {"g": [[self.encode(item, depth) for item in items], items.is_whole]}


def drained(iterator: Iterator[object], limit: int) -> Drained:
    """Take at most `limit` items from an iterator."""
    items = Drained(islice(iterator, limit))
    items.is_whole = len(items) < limit
    return items


class Decoder:
    """Turns JSON and a blob back into values of exact built-in and numpy types.

    Raises `WireError` for whatever `Encoder` would not write.
    """

    def __init__(
        self, blob: bytes, revive: Callable[[Handle], object] | None = None, max_bytes: int | None = None
    ) -> None:
        self.blob = blob
        self.revive = revive
        self.left = max_bytes
        """How many bytes the values may still take; None where the sender is trusted."""

    def decode(self, value: Json, depth: int = 0) -> Any:
        """Return the value that a JSON value stands for."""
        self._spend(VALUE_BYTES + (len(value) if type(value) is str else 0))
        if value is None or type(value) in (bool, int, float, str):
            return value
        if type(value) is not dict or len(value) != 1 or depth > MAX_DEPTH + 1:
            raise WireError("a value of unknown form")
        ((key, content),) = value.items()
        try:
            return self._tagged(key, content, depth + 1)
        except WireError:
            raise
        except (TypeError, ValueError, KeyError, IndexError, OverflowError) as error:
            raise WireError(f"a malformed value of kind {key!r}") from error

    def vector(self, length: int, start: int) -> np.ndarray:
        """Return a vector of float64."""
        self._spend(VALUE_BYTES + 8 * max(0, length))
        return np.frombuffer(self._slice(start, 8 * length), VECTOR).copy()

    def _tagged(self, key: str, content: Json, depth: int) -> object:
        match key:
            case "b":
                start, size = content
                return self._slice(start, size)
            case "a":
                return self._array(*content)
            case "f" | "m":
                self._spend(CONTAINER_BYTES + VALUE_BYTES * max(0, content[0]))
                numbers = self.vector(*content)
                return numbers.tolist() if key == "f" else list(numbers)
            case "n":
                dtype, start = content
                return self._array(dtype, [], start)[()]
            case "r" if type(content) is int and self.left is None:
                return np.random.default_rng(content)
            case "h":
                return self._handle(*content)
            case "o" if type(content) is str:
                return Opaque(clean(content, 80))  # the sender may be forged
        return self._container(key, content, depth)

    def _container(self, key: str, content: Json, depth: int) -> object:
        self._spend(CONTAINER_BYTES)
        match key:
            case "l":
                return [self.decode(item, depth) for item in self._list(content)]
            case "t":
                return tuple(self.decode(item, depth) for item in self._list(content))
            case "d":
                keys = _spread([_frozen(self.decode(k, depth)) for k, _ in self._list(content)])
                return dict(zip(keys, [self.decode(v, depth) for _, v in content], strict=True))
            case "s":
                return set(_spread([_frozen(self.decode(item, depth)) for item in self._list(content)]))
            case "g":
                items, is_whole = content
                result = Drained(self.decode(item, depth) for item in self._list(items))
                result.is_whole = is_whole is True
                return result
        raise WireError("a value of unknown kind")

    def _spend(self, size: int) -> None:
        if self.left is not None:
            self.left -= size
            if self.left < 0:
                raise TooMuchError("values that take more room than allowed")

    def _list(self, content: Json) -> list[Json]:
        if type(content) is not list:
            raise WireError("a container that is not a list")
        return content

    def _slice(self, start: Json, size: Json) -> bytes:
        if type(start) is not int or type(size) is not int or start < 0 or size < 0 or start + size > len(self.blob):
            raise WireError("a value that points outside its frame")
        self._spend(size)  # the same bytes may be pointed to again and again
        return self.blob[start : start + size]

    def _array(self, dtype: Json, shape: Json, start: Json) -> np.ndarray:
        # A list of what is allowed: objects, text, times and structures are not in it.
        if dtype not in DTYPES or len(shape) > MAX_DEPTH:
            raise WireError("an array of a type that is not allowed")
        if not all(type(side) is int and 0 <= side <= MAX_BLOB_BYTES for side in shape):
            raise WireError("an array of impossible shape")
        self._spend(8 * math.prod(side for side in shape if side))  # rows of nothing take room once they are a list
        kind = np.dtype(dtype)
        data = self._slice(start, math.prod(shape) * kind.itemsize)
        if dtype == "|b1":
            whole = np.frombuffer(data, np.uint8).reshape(shape)
            return np.not_equal(whole, 0, out=np.empty(shape, np.bool_))  # other bytes than 0 and 1 are no booleans
        return np.frombuffer(data, kind).reshape(shape).copy()

    def _handle(self, number: Json, name: Json, methods: Json, attributes: Json) -> object:
        if self.revive is None or type(number) is not int or type(name) is not str:
            raise WireError("a handle where none is allowed")
        return self.revive(Handle(number, name, methods, attributes))


def _frozen(value: object) -> object:
    """Freeze the sets within a dict key or a set element: they were frozen before encoding."""
    if type(value) is set:
        return frozenset(value)
    return tuple(_frozen(item) for item in value) if type(value) is tuple else value


def _spread(keys: list[object]) -> list[object]:
    """Return keys of which few have one hash: a set or dict of many such takes quadratic time to make."""
    hashes = sorted(map(hash, keys)) if len(keys) > MAX_SAME_HASH else []
    if any(map(operator.eq, hashes, hashes[MAX_SAME_HASH:])):
        raise WireError("a set or dict of values with one hash")
    return keys


def type_name(value: object) -> str:
    """Name a value's type as a learner would, e.g. `numpy.matrix`; safe on hostile types."""
    kind = type(value)
    module, name = type.__getattribute__(kind, "__module__"), type.__getattribute__(kind, "__qualname__")
    if not isinstance(module, str) or not isinstance(name, str):
        return "object"
    # "submission" is the module that a learner's file runs as; the name means nothing to them.
    short = name if module in ("builtins", "submission") else f"{module.partition('.')[0]}.{name}"
    return clean(short, 80)


def clean(text: str, limit: int = MAX_TEXT) -> str:
    """Cut text in the middle to `limit` characters, and escape what a terminal would obey or cannot show."""
    if len(text) > limit:
        text = f"{text[: limit // 2]} … {text[len(text) - limit // 2 :]}"
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text)


Ask = Callable[[int, str, str, tuple[object, ...], dict[str, object]], object]


class Served:
    """The learner's stand-in for a spy or lent function: every use is a request to the trusted process."""

    __slots__ = ("_ask", "_handle")

    def __init__(self, handle: Handle, ask: Ask) -> None:
        object.__setattr__(self, "_handle", handle)
        object.__setattr__(self, "_ask", ask)

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Have the trusted process call the object."""
        return self._ask(self._handle.number, "call", "", args, kwargs)

    def __getattr__(self, name: str) -> Any:
        handle = object.__getattribute__(self, "_handle")
        if name in handle.attributes:
            return self._ask(handle.number, "get", name, (), {})
        if name in handle.methods:
            return lambda *args, **kwargs: self._ask(handle.number, "call", name, args, kwargs)
        raise AttributeError(f"{handle.name} has no {name!r}")

    def __dir__(self) -> list[str]:
        return [*self._handle.attributes, *self._handle.methods]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{self._handle.name} cannot be changed from here")

    def __repr__(self) -> str:
        return f"<{self._handle.name}>"
