"""What stands in YAML for arguments that YAML cannot write: whether each form is right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.core.signature import SignatureError, as_array
from grader.files.yaml_messages import described, quoted, unknown

DTYPES = ("float64", "float32", "float16", "int64", "int32", "int16", "int8", "uint8", "bool")


def _wrong_spy(value: Any) -> str:
    return "" if isinstance(value["spy"], str) else f"`spy` is {described(value['spy'])}; write the name of a function"


def _wrong_made(value: Any) -> str:
    return (
        "" if isinstance(value["made"], str) else f"`made` is {described(value['made'])}; write the name of a function"
    )


def _wrong_seed(value: Any) -> str:
    seed = value["seed"]
    is_right = isinstance(seed, int) and not isinstance(seed, bool) and seed >= 0
    return "" if is_right else f"`seed` is {quoted(seed)}; write a whole number, 0 or more"


def _wrong_tuple(value: Any) -> str:
    return "" if isinstance(value["tuple"], list) else f"`tuple` is {described(value['tuple'])}; write a list"


def _wrong_bytes(value: Any) -> str:
    try:
        bytes.fromhex(value["bytes"])
    except (TypeError, ValueError):
        return '`bytes` is not hexadecimal; write digits in quotes, such as {bytes: "0aff"}'
    return ""


def _wrong_array(value: Any) -> str:
    if value["dtype"] not in DTYPES:
        return unknown("dtype", quoted(value["dtype"]), list(DTYPES))
    try:
        with np.errstate(all="raise"):
            as_array("array", value["array"])
            np.array(value["array"], dtype=value["dtype"])
    except SignatureError as error:
        return f"{error}; write numbers, all rows of one length"
    except (ValueError, ArithmeticError):
        return f"`array` has a number that {value['dtype']} cannot hold; choose another dtype"
    return ""


STAND_INS: dict[frozenset[str], Callable[[Any], str]] = {
    frozenset({"spy"}): _wrong_spy,
    frozenset({"made"}): _wrong_made,
    frozenset({"seed"}): _wrong_seed,
    frozenset({"tuple"}): _wrong_tuple,
    frozenset({"bytes"}): _wrong_bytes,
    frozenset({"array", "dtype"}): _wrong_array,
}
