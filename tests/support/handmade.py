"""Outcomes made by hand, and small settings to judge them in."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from grader.checks.base import Setting
from grader.core.call import Call, Ending, ExceptionInfo, Outcome, SpyCall, Step, parse


def setting(signature: str = "f(x: Array[V]) -> Array[V]", seed: int = 0, **companion: Any) -> Setting:
    """Make a setting whose companion module has the given functions."""
    return Setting(
        exercise_id="unit/f",
        signature=parse(signature),
        companion=SimpleNamespace(**companion),  # type: ignore[arg-type]
        seed=seed,
    )


def returned(value: Any, changed: tuple[int | str, ...] = (), asked: tuple[SpyCall, ...] = ()) -> tuple[Outcome, ...]:
    """Make the outcomes of a call that returned."""
    return (Outcome(ending=Ending.RETURNED, value=value, changed=changed, asked=asked),)


def raised(kind: type[BaseException], message: str = "", line: int | None = 3) -> tuple[Outcome, ...]:
    """Make the outcomes of a call that raised."""
    ancestry = tuple(each.__name__ for each in kind.__mro__)
    error = ExceptionInfo(type_name=kind.__name__, ancestry=ancestry, message=message, line=line)
    return (Outcome(ending=Ending.RAISED, raised=error),)


def happened(what: Ending, detail: str = "") -> tuple[Outcome, ...]:
    """Make the outcomes of a call that was ended."""
    return (Outcome(ending=what, detail=detail),)


def call(*args: Any, name: str = "f", **kwargs: Any) -> Call:
    """Make a call of one step."""
    return Call(steps=(Step(name=name, args=args, kwargs=kwargs),))
