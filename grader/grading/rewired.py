"""Versions of mistakes that are made of a course's code: a caller of a wrong function, two mistakes in one function."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from inspect import signature
from types import CodeType, FunctionType, ModuleType
from typing import Any

from grader.core.result import Mistake


def called(mistake: Mistake, reference: ModuleType, functions: Sequence[str]) -> Iterator[Mistake]:
    """Yield the version of a mistake in which the file's other functions call the wrong one, if any calls it."""
    name = _name(mistake)
    others = [getattr(reference, other) for other in functions if other != name]
    copies = {
        other.__name__: copy
        for other in others
        if isinstance(other, FunctionType)
        and (copy := _calling(other, getattr(reference, name, None), mistake.function))
    }
    if copies:
        yield _in_module(mistake, f"{mistake.module.__name__}__called", copies)


def merged(outer: Mistake, inner: Mistake, reference: ModuleType) -> Iterator[Mistake]:
    """Yield functions that make two mistakes: the outer one calls the inner one where it called the solution.

    Or both call the same helper of their file, and it gets what either of them gives it.
    """
    name = _name(outer)
    one, other = outer.function, inner.function
    if name != _name(inner) or not isinstance(one, FunctionType) or not isinstance(other, FunctionType):
        return
    shared = [value for value in _used(one).values() if value in _used(other).values()]
    helpers = [value for value in shared if isinstance(value, FunctionType) and value.__globals__ is one.__globals__]
    right = getattr(reference, name)
    places = [
        (right, other),
        *((helper, _with_settings_of(other, helper)) for helper in helpers if helper is not right),
    ]
    for count, (replaced, wrong) in enumerate(places):
        if both := _calling(one, replaced, wrong):
            yield _in_module(outer, f"{outer.module.__name__}+{inner.version}+{count}", {name: both})


def _with_settings_of(mistaken: FunctionType, helper: FunctionType) -> Callable[..., Any]:
    """Return a helper that gets the arguments of its caller, and those that a mistaken function gives it."""
    own, settings = signature(mistaken).parameters, signature(helper)

    def both(*args: Any, **kwargs: Any) -> Any:
        given = settings.bind(*args, **kwargs).arguments
        others = {name: value for name, value in given.items() if name not in own}

        def helped(*args: Any, **kwargs: Any) -> Any:
            return helper(**{**others, **settings.bind(*args, **kwargs).arguments})

        copy = _calling(mistaken, helper, helped)
        assert copy, mistaken
        return copy(**{name: value for name, value in given.items() if name in own})

    return both


def _name(mistake: Mistake) -> str:
    """Return the function of the exercise that a mistake stands for."""
    return next((name for name, value in vars(mistake.module).items() if value is mistake.function), "")


def _in_module(mistake: Mistake, name: str, functions: Mapping[str, object]) -> Mistake:
    """Return a version of a mistake with other functions, in a module of its own."""
    module = ModuleType(name)
    vars(module).update({**vars(mistake.module), **functions, "__name__": name})
    return mistake._replace(module=module)


def _calling(caller: FunctionType, right: object, wrong: object) -> FunctionType | None:
    """Return a copy of a function that, itself or by helpers of its file, calls another function; None if it calls none."""
    known, other = caller.__globals__, dict[str, object]()
    for name, value in _used(caller).items():
        if value is right:
            other[name] = wrong
        elif isinstance(value, FunctionType) and value.__globals__ is known:
            copy = _calling(value, right, wrong)
            other |= {name: copy} if copy else {}
    if not other:
        return None
    copy = FunctionType(caller.__code__, {**known, **other}, caller.__name__, caller.__defaults__, caller.__closure__)
    copy.__kwdefaults__ = caller.__kwdefaults__
    return copy


def _used(function: FunctionType) -> dict[str, object]:
    """Return what a function looks up outside of it, itself excepted, by its name there."""
    known = function.__globals__
    return {name: known[name] for name in _names(function.__code__) if known.get(name, function) is not function}


def _names(code: CodeType) -> set[str]:
    """Return the names that a function looks up, those of lambdas and comprehensions in it as well."""
    return {*code.co_names}.union(*(_names(const) for const in code.co_consts if isinstance(const, CodeType)))
