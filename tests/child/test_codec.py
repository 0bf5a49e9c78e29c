"""The wire format: every value comes back as it went, and nothing else than WireError comes of bad bytes."""

from __future__ import annotations

import contextlib
import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.child.codec import (
    DTYPES,
    MAX_DEPTH,
    Decoder,
    Drained,
    Encoder,
    Handle,
    Opaque,
    Served,
    WireError,
    clean,
    type_name,
)
from grader.child.frames import FRAME, frame, receive_frame

quick = settings(max_examples=150, deadline=None)

arrays = st.builds(
    lambda dtype, shape, seed: np.frombuffer(
        np.random.default_rng(seed).bytes(math.prod(shape) * np.dtype(dtype).itemsize), dtype
    ).reshape(shape),
    st.sampled_from(sorted(DTYPES - {"|b1"})),
    st.lists(st.integers(0, 4), max_size=3),
    st.integers(0, 2**32),
)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()) | st.binary()
keys = st.integers() | st.text() | st.tuples(st.integers(), st.text()) | st.frozensets(st.integers(), max_size=3)
values = st.recursive(
    scalars | arrays,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(keys, inner, max_size=4)
        | st.sets(keys, max_size=4)
    ),
    max_leaves=12,
)


def through(value: Any, **options: Any) -> Any:
    """Send a value over the wire, JSON text and all."""
    encoder = Encoder(**options)
    text = json.dumps(encoder.encode(value))
    return Decoder(encoder.blob).decode(json.loads(text))


def is_identical(one: Any, other: Any) -> bool:
    """Say whether two values are the same to the last bit."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
    if isinstance(one, float):
        return repr(one) == repr(other)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(is_identical, one, other))
    if isinstance(one, dict):
        return list(one) == list(other) and all(is_identical(one[key], other[key]) for key in one)
    return bool(one == other)


@quick
@given(values)
def test_every_value_comes_back_to_the_last_bit(value: Any) -> None:
    assert is_identical(through(value), value)


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6, dtype=">f8").reshape(2, 3),
        np.arange(12.0)[::2],
        np.arange(12.0).reshape(3, 4).T,
        np.array(3.5),
        np.zeros((0, 3)),
        np.array([True, False]),
        np.arange(3, dtype=np.float16),
        np.broadcast_to(1.5, (2, 2)),
    ],
    ids=["big-endian", "strided", "transposed", "0-d", "empty", "bool", "float16", "broadcast"],
)
def test_arrays_of_every_layout_come_back_equal_native_and_writable(array: np.ndarray[Any, Any]) -> None:
    back = through(array)
    assert np.array_equal(back, array)
    assert back.shape == array.shape
    assert back.dtype == array.dtype.newbyteorder("=")
    assert back.flags.writeable
    assert type(back) is np.ndarray


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (1j, "complex"),
        (np.array([1j]), "array of complex128"),
        (np.complex64(1), "numpy.complex64"),
        (np.datetime64("2020-01-01"), "numpy.datetime64"),
        (np.ma.masked_array([1], [True]), "numpy.MaskedArray"),
        (len, "builtin_function_or_method"),
        (iter([1]), "list_iterator"),
        (1 << 5000, "int of more than 4096 bits"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_has_no_place_on_the_wire_is_known_by_its_type(value: Any, name: str) -> None:
    assert through(value) == Opaque(name)
    assert repr(through(value)) == f"<{name}>"
    assert hash(through(value)) == hash(name)


class LyingInt(int):
    """Says that it is something else."""

    __class__ = float  # type: ignore[assignment]

    def __index__(self) -> int:
        return 99

    def __repr__(self) -> str:
        raise RuntimeError


class LyingText(str):
    """Says that it is something else."""

    def __str__(self) -> str:
        return "lie"

    def __len__(self) -> int:
        raise RuntimeError


class LyingList(list[Any]):
    """Iterates over something else."""

    def __iter__(self) -> Any:
        return iter("lie")


class LyingDict(dict[Any, Any]):
    """Iterates over something else."""

    def items(self) -> Any:
        return [("lie", 1)]


class LyingSet(set[Any]):
    """Iterates over something else."""

    def __iter__(self) -> Any:
        return iter("lie")


class LyingFloat(float):
    """Is another number than it says."""

    def __float__(self) -> float:
        return 99.0


class LyingBytes(bytes):
    """Is other bytes than it says."""

    def __bytes__(self) -> bytes:
        return b"lie"


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (LyingInt(7), 7),
        (LyingFloat(7), 7.0),
        (LyingText("seven"), "seven"),
        (LyingBytes(b"7"), b"7"),
        (LyingList([7]), [7]),
        (LyingDict({7: 7}), {7: 7}),
        (LyingSet({7}), {7}),
        (frozenset({7}), {7}),
        (bytearray(b"7"), b"7"),
        (np.str_("seven"), "seven"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_subclass_comes_as_the_plain_value_that_it_holds(value: Any, plain: Any) -> None:
    back = through(value)
    assert type(back) is type(plain)
    assert back == plain


def test_a_generator_is_drained_to_its_bound_only_if_one_is_expected() -> None:
    whole = through((i for i in range(3)), drain=5)
    cut = through((i for i in range(9)), drain=5)
    assert (whole, whole.is_whole) == (Drained([0, 1, 2]), True)
    assert (cut, cut.is_whole) == (Drained([0, 1, 2, 3, 4]), False)
    assert through(whole) == whole
    assert through(i for i in range(3)) == Opaque("generator")


def test_a_handle_is_revived_and_a_served_object_goes_back_as_its_number() -> None:
    encoder = Encoder()
    sent = json.loads(json.dumps(encoder.encode(Handle(3, "model", ("new_cache",), ("length",)))))
    served = Decoder(b"", lambda handle: Served(handle, lambda *question: question)).decode(sent)
    assert repr(served) == "<model>"
    assert served(1, 2) == (3, "call", "", (1, 2), {})
    assert served.new_cache(1) == (3, "call", "new_cache", (1,), {})
    assert served.length == (3, "get", "length", (), {})
    with pytest.raises(AttributeError, match=r"^model has no 'weights'$"):
        served.weights  # noqa: B018
    with pytest.raises(AttributeError, match=r"^model cannot be changed from here$"):
        served.length = 3
    assert Encoder().encode(served) == {"h": [3, "", [], []]}
    assert Encoder(has_handles=False).encode(served) == {"o": "model"}


def test_nesting_beyond_the_limit_is_refused_by_both_sides() -> None:
    value: Any = 1
    for _ in range(MAX_DEPTH):
        value = [value]
    assert through(value) == value
    with pytest.raises(WireError, match=r"^a value nested more than 32 levels deep$"):
        Encoder().encode([[value]])
    deep: Any = 1
    for _ in range(500):
        deep = {"l": [deep]}
    with pytest.raises(WireError, match=r"^a value of unknown form$"):
        Decoder(b"").decode(deep)


@pytest.mark.parametrize(
    "value",
    [np.zeros(200), "x" * 2000, b"x" * 2000, [None] * 200, [0.5] * 200, np.broadcast_to(0.0, 1 << 40)],
    ids=["array", "text", "bytes", "nones", "floats", "broadcast"],
)
def test_a_value_over_the_budget_is_refused(value: Any) -> None:
    with pytest.raises(WireError, match=r"^a value that takes more room than allowed$"):
        Encoder(1000).encode(value)


ROOM: list[tuple[Any, int, int]] = [
    # a value, the bytes that it counts for where it is encoded, and where it is decoded
    (None, 24, 24),
    (2.5, 24, 24),
    ("abc", 27, 27),
    (b"abc", 27, 27),
    ([1.0, 2.0, 3.0], 224 + 72, 224 + 72 + 24 + 24 + 24),
    ([np.float64(1)] * 3, 224 + 72, 224 + 72 + 24 + 24 + 24),
    ([1, 2, 3], 224 + 72, 224 + 72),
    ({1, 2, 3}, 224 + 72, 224 + 72),
    ((1, 2), 224 + 48, 224 + 48),
    ([None, "ab"], 224 + 24 + 26, 224 + 24 + 26),
    ({"a": 1}, 224 + 25 + 24, 224 + 25 + 24),
    (np.zeros(3), 24 + 24, 24 + 24 + 24),
    (np.zeros(3, np.int16), 24 + 6, 24 + 24 + 6),
    (np.zeros((3, 0)), 24, 24 + 24),
    (np.float32(1), 24, 24 + 8 + 4),
    (np.float64(1), 24, 24 + 8 + 8),
]


@pytest.mark.parametrize(("value", "encoded", "decoded"), ROOM, ids=[repr(each[0]) for each in ROOM])
def test_the_room_that_a_value_takes_is_counted_on_both_sides(value: Any, encoded: int, decoded: int) -> None:
    encoder = Encoder(encoded)
    sent = encoder.encode(value)
    assert encoder.left == 0
    with pytest.raises(WireError, match=r"^a value that takes more room than allowed$"):
        Encoder(encoded - 1).encode(value)
    decoder = Decoder(encoder.blob, max_bytes=decoded)
    assert is_identical(decoder.decode(sent), value)
    assert decoder.left == 0
    with pytest.raises(WireError, match=r"^values that take more room than allowed$"):
        Decoder(encoder.blob, max_bytes=decoded - 1).decode(sent)


def test_integers_of_up_to_4095_bits_come_back() -> None:
    for number in ((1 << 4095) - 1, -((1 << 4095) - 1), 1 << 4000, -(1 << 4000)):
        assert through(number) == number
        assert through([number, 1]) == [number, 1]
    assert through([1 << 4095]) == [Opaque("int of more than 4096 bits")]


def test_a_reply_may_point_to_all_of_its_bytes_and_no_further() -> None:
    assert Decoder(b"abc").decode({"b": [0, 3]}) == b"abc"
    assert Decoder(b"abc").decode({"b": [3, 0]}) == b""
    for start, size in ((1, 3), (4, 0), (-1, 2), (0, -1)):
        with pytest.raises(WireError, match=r"^a value that points outside its frame$"):
            Decoder(b"abc").decode({"b": [start, size]})


def test_an_array_of_objects_comes_as_a_list_and_one_that_holds_itself_is_refused() -> None:
    assert through(np.array([[1, "a"], [None, 2.5]], object)) == [[1, "a"], [None, 2.5]]
    assert through(np.array([object()])) == [Opaque("object")]
    cycle = np.empty(1, object)
    cycle[0] = cycle
    with pytest.raises(WireError, match=r"^a value nested more than 32 levels deep$"):
        Encoder().encode(cycle)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.sampled_from(sorted(DTYPES)),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.sampled_from([*"ltsdgbanrho", ""]), inner, max_size=2)
        | st.builds(lambda key, value: {key: value}, st.sampled_from("ltsdgbanrho"), inner)
    ),
    max_leaves=20,
)


@settings(max_examples=150, deadline=None)
@given(json_values, st.binary(max_size=40), st.booleans())
def test_whatever_is_decoded_only_wire_errors_come_out(value: Any, blob: bytes, has_handles: bool) -> None:
    revive = (lambda handle: handle) if has_handles else None
    with contextlib.suppress(WireError):
        Decoder(blob, revive).decode(value)


@pytest.mark.parametrize(
    "value",
    [
        [],
        {},
        {"l": [], "t": []},
        {"l": 3},
        {"l": "ab"},
        {"t": {"a": 1}},
        {"s": "ab"},
        {"d": "ab"},
        {"g": ["ab", True]},
        {"d": [[{"l": []}, 1]]},
        {"d": [[{"a": ["<f8", [], 0]}, 1]]},
        {"d": [[1]]},
        {"s": [{"l": []}]},
        {"s": [{"d": []}]},
        {"b": [0, 9]},
        {"b": [-1, 1]},
        {"b": "ab"},
        {"a": [["<f8"], [1], 0]},
        {"a": ["|O8", [1], 0]},
        {"a": ["<f8", [2], 0]},
        {"a": ["<f8", [-1], 0]},
        {"a": ["<f8", [0, 1 << 26, 1 << 26, 1 << 26], 0]},
        {"a": ["<f8", [1 << 26] * 32, 0]},
        {"a": ["<f8", [1] * 33, 0]},
        {"a": ["<f8", [True], 0]},
        {"a": ["<f8", {}, 0]},
        {"a": ["<f8", [1]]},
        {"n": ["<f8"]},
        {"r": -1},
        {"r": "seed"},
        {"h": [0, "model", [], []]},
        {"o": 3},
        {"x": 3},
    ],
    ids=json.dumps,
)
def test_malformed_values_are_wire_errors(value: Any) -> None:
    with pytest.raises(WireError):
        Decoder(b"12345678").decode(value)


def test_a_frame_may_hold_8_mib_of_json_and_64_mib_of_bytes() -> None:
    assert len(frame("x" * ((8 << 20) - 2))) == 8 + (8 << 20)
    with pytest.raises(WireError):
        frame("x" * ((8 << 20) - 1))
    whole = frame(1, bytes(64 << 20))
    assert len(whole) == 9 + (64 << 20)
    with pytest.raises(WireError):
        frame(1, bytes((64 << 20) + 1))
    for header, blob in (((8 << 20) + 1, 0), (0, (64 << 20) + 1)):
        with pytest.raises(WireError, match="over the limit"):
            receive_frame(reader(FRAME.pack(header, blob)))
    assert receive_frame(reader(FRAME.pack(1, 2) + b"1ab"), 1, 2) == (1, b"ab")


def reader(data: bytes) -> Any:
    """Return a function that reads from bytes as from a socket."""
    rest = bytearray(data)

    def receive(count: int) -> bytes:
        if len(rest) < count:
            raise EOFError
        taken = bytes(rest[:count])
        del rest[:count]
        return taken

    return receive


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=60) | st.builds(lambda text: FRAME.pack(len(text), 0) + text, st.binary(max_size=30)))
def test_whatever_bytes_come_only_wire_and_eof_errors_come_out(data: bytes) -> None:
    with contextlib.suppress(WireError, EOFError):
        receive_frame(reader(data))


@pytest.mark.parametrize(
    "text",
    [b"[" * 100_000, b"9" * 10_000, b"\xff", b"{", b""],
    ids=["too deep", "too many digits", "no UTF-8", "cut off", "empty"],
)
def test_a_header_that_is_no_json_is_a_wire_error(text: bytes) -> None:
    with pytest.raises(WireError, match=r"^a frame's header is not JSON$"):
        receive_frame(reader(FRAME.pack(len(text), 0) + text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain é ·\n\tand more", "plain é ·\n\tand more"),
        ("\x1b[2J", "\\x1b[2J"),
        ("\ud800", "\\ud800"),
        ("\u202eabc", "\\u202eabc"),
        ("a\rb\0", "a\\rb\\x00"),
        ("x" * 20, "xxxxx … xxxxx"),
    ],
    ids=["plain", "escape", "surrogate", "bidi", "controls", "long"],
)
def test_text_is_cut_and_escaped_for_terminals(text: str, expected: str) -> None:
    assert clean(text, 10 if text.startswith("xx") else 500) == expected


def test_type_names_are_safe_on_hostile_types() -> None:
    class Meta(type):
        def __getattribute__(cls, name: str) -> Any:
            raise RuntimeError

    hostile = Meta("Hostile", (), {"__module__": "submission"})
    assert type_name(object.__new__(hostile)) == "Hostile"
    nameless = type("Nameless", (), {"__module__": 3})
    assert type_name(nameless()) == "object"


COLLIDING = [(2**61 - 1) * number for number in range(1, 50_000)]
"""Integers that all have the hash 0, so that a set of them takes quadratic time to build."""


@pytest.mark.parametrize("value", [{"s": COLLIDING}, {"d": [[key, 0] for key in COLLIDING]}], ids=["set", "dict"])
def test_many_values_of_one_hash_are_refused_before_they_are_hashed_into_anything(value: Any) -> None:
    with pytest.raises(WireError, match="one hash"):
        Decoder(b"").decode(value)


def test_a_large_set_and_a_few_values_of_one_hash_are_fine() -> None:
    assert Decoder(b"").decode({"s": [*range(50_000)]}) == set(range(50_000))
    assert Decoder(b"").decode({"s": COLLIDING[:100]}) == set(COLLIDING[:100])
    others = [*range(1, 200)]
    assert Decoder(b"").decode({"s": others + COLLIDING[:100]}) == set(others + COLLIDING[:100])
    for items in (COLLIDING[:101], others + COLLIDING[:101]):
        with pytest.raises(WireError, match="one hash"):
            Decoder(b"").decode({"s": items})


def test_the_name_of_a_type_is_made_safe_where_it_arrives() -> None:
    assert Decoder(b"").decode({"o": "\ud800\x1b[2J\u202e"}) == Opaque("\\ud800\\x1b[2J\\u202e")
