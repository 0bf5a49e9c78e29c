"""A Python prompt in the learner's process: one call's arguments bound; the trusted process reads what is typed."""

import builtins
import code
import contextlib
import inspect
import io
import os
import pdb
import rlcompleter
import signal
import sys
import traceback
import types
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from .codec import Decoder, Handle, Json, Served, clean
from .connection import Connection
from .execute import overwrite, target_of
from .imports import run_source
from .printed import Printed

MOST_PRINTED = 200_000
"""Characters that one statement may print; a loop that never ends ends there."""
MOST_COMPLETIONS = 200
PROMPT_MODULES = ("code", "bdb", "pdb")
"""Not shown in tracebacks: they run what is typed."""
HELPERS = ("call", "again", "debug")
"""Names bound at the prompt, beside the arguments."""
Files = dict[str, tuple[str, bytes]]


class DebuggerQuitError(BaseException):
    """The debugger was left by its command `q`. Not an Exception, so that no step which may raise goes on after it."""


class TypedInput(io.TextIOBase):
    """Stands for stdin, so that `input()` and the debugger read what is typed."""

    def __init__(self, read: Callable[[str], str]) -> None:
        self._read = read

    def readable(self) -> bool:
        """Return True."""
        return True

    def readline(self, size: int = -1) -> str:  # type: ignore[override]  # of texts, where the base class is of any file
        """Return a line with its end; an empty text at the end of the input."""
        return self._read("")


class Console:
    """Runs what is typed; `files` are the learner's, which importing reads and `again` replaces.

    `wanted` holds the `module` of the learner's file, the `parameters` of its function, the `texts` of the steps,
    `is_debugged` and the number of the step to be debugged.
    """

    def __init__(
        self,
        stream: Connection,
        files: Files,
        ask: Callable[..., object],
        provide: Callable[[Json], None],
        wanted: Json,
    ) -> None:
        self._stream, self._files, self._ask, self._provide, self._wanted = stream, files, ask, provide, wanted
        self._is_talking = self._is_interrupted = False
        self._call: Json = None
        self._module: object = None
        self._printed = Printed(self._show, MOST_PRINTED, MOST_PRINTED)
        self.names: dict[str, object] = {"__name__": "__console__", "__builtins__": builtins}

    def run(self) -> None:
        """Bind the call, and run what is typed until the end of the input, or the debugger alone; say when it is done."""
        sys.stdout = sys.stderr = self._printed
        sys.stdin = TypedInput(self._read)
        sys.breakpointhook = self._stop_here
        if hasattr(signal, "SIGUSR1"):
            signal.signal(signal.SIGUSR1, self._interrupt)
        try:
            self._bind(has_files=True)
            if self._wanted["is_debugged"]:
                self._say(f"It returned {self._debugged()!r}.")
            else:
                self._interact()
        except (SystemExit, DebuggerQuitError):  # `exit()` and `quit()`, and `q` in the debugger
            pass
        except BaseException as error:
            self._say_error(error)
        self._stream.send({"op": "done"})

    def _interact(self) -> None:
        for name in ("exit", "quit"):  # they belong to `site`, which a clean interpreter does without
            if not hasattr(builtins, name):
                self.names[name] = sys.exit
        console: Any = code.InteractiveConsole(self.names, filename="<prompt>")
        console.raw_input = self._read_statement
        console.showtraceback = lambda: self._say_error(sys.exc_info()[1])
        console.write = lambda text: self._say(text.removesuffix("\n")) if text != "\n" else None
        while True:
            try:
                console.interact(banner="", exitmsg="")
                return
            except KeyboardInterrupt:  # an interrupt that came as a statement ended
                self._say("KeyboardInterrupt")

    # --- what is bound ----------------------------------------------------------------------

    def call(self) -> object:
        """Make the call with fresh arguments, which stay bound; return what it returns."""
        self._bind()
        return self._make()

    def again(self) -> object:
        """Read the learner's files anew, then make the call."""
        self._bind(has_files=True)
        return self._make()

    def debug(self) -> object:
        """Make the call with fresh arguments; stop in the first line of the function. Return what it returns."""
        try:
            return self._debugged()
        except DebuggerQuitError:
            return None

    def _debugged(self) -> object:
        self._bind()
        stopping = self._wanted["debugged_step"]
        debugger = self._debugger()
        finished: list[object] = []

        def run(step: int, function: Callable[[], object]) -> object:
            if step != stopping:
                return function()
            debugger.runcall(lambda: finished.append(function()))
            if not finished:
                raise DebuggerQuitError
            return finished.pop()

        return self._make(run)

    def _make(self, run: Callable[[int, Callable[[], object]], object] = lambda number, function: function()) -> object:
        """Make the steps of the call by `run`, which gets the number of each and what makes it."""
        made: dict[str, object] = {}
        value: object = None
        steps, texts = self._call["steps"], self._wanted["texts"]
        for number, (step, args, kwargs) in enumerate(steps):
            if len(steps) > 1:
                self._say(f"# {texts[number]}")
            try:
                target = target_of(step, self._module, made)
                value = target if step["get"] else run(number, self._using(target, args, kwargs))
            except Exception as error:
                if not step["may_raise"]:
                    raise
                self._say(f"{type(error).__name__}: {error}")
                value = None  # not that of the step before
            else:
                if step["as"]:
                    made[step["as"]] = self.names[step["as"]] = value
                elif number < len(steps) - 1:
                    self._say(repr(value))
            if step["overwrites"]:
                overwrite([*args, *kwargs.values()])
        return value

    def _using(
        self, target: Callable[..., object], args: list[object], kwargs: dict[str, object]
    ) -> Callable[[], object]:
        drain = self._call["drain"]

        def use() -> object:
            value = target(*args, **kwargs)
            return list(islice(value, drain)) if drain and isinstance(value, types.GeneratorType) else value

        return use

    def _bind(self, *, has_files: bool = False) -> None:
        """Get the call with fresh arguments, and the learner's files if they are wanted; bind its names."""
        header, blob = self._exchange({"op": "bind", "files": has_files})
        if has_files:
            self._files.clear()
            self._files.update({name: (shown, blob[at : at + size]) for name, shown, at, size in header["files"]})
            self._load(header["lent"])
        decoder = Decoder(blob, lambda handle: Served(handle, self._question))
        steps = []
        for step in header["call"]["steps"]:
            kwargs = {key: decoder.decode(value) for key, value in step["kwargs"].items()}
            steps.append((step, [decoder.decode(value) for value in step["args"]], kwargs))
        self._call = {"steps": steps, "drain": header["call"]["drain"]}
        if len(steps) == 1:
            self._name_arguments(*steps[0])
        self.names |= {name: getattr(self, name) for name in HELPERS}

    def _name_arguments(self, step: Json, args: list[object], kwargs: dict[str, object]) -> None:
        """Bind arguments under the names of the learner's parameters and of the task's, and models under their own."""
        with contextlib.suppress(TypeError, ValueError):
            self.names |= inspect.signature(getattr(self._module, step["name"])).bind(*args, **kwargs).arguments
        self.names |= dict(zip(self._wanted["parameters"], args, strict=False)) | kwargs
        for value in (*args, *kwargs.values()):
            if isinstance(value, Served):
                handle: Handle = object.__getattribute__(value, "_handle")
                self.names[handle.name] = value

    def _load(self, lent: Json) -> None:
        """Execute the learner's file, and bind what it defines."""
        self._provide(lent)
        if self._wanted["module"] not in self._files:
            raise FileNotFoundError(f"your file {self._wanted['module']}.py is not there any more")
        shown, source = self._files[self._wanted["module"]]
        module = types.ModuleType("submission")
        sys.modules["submission"] = module  # dataclasses and pickle look a class's module up here
        run_source(source, shown, module)
        self._module = module
        self.names |= {name: value for name, value in vars(module).items() if not name.startswith("__")}

    # --- the debugger -----------------------------------------------------------------------

    def _debugger(self) -> Any:
        debugger: Any = pdb.Pdb(
            stdin=sys.stdin, stdout=sys.stdout, nosigint=True, readrc=False, skip=[f"{__package__}.*", "contextlib"]
        )
        debugger.canonic = lambda name: name  # show the file's name, not a made-up path
        debugger.user_call = lambda frame, arguments: None  # stop in the first line, not at `def`
        return debugger

    def _stop_here(self, *args: object, **kwargs: object) -> None:
        """Stop where the learner's code calls `breakpoint()`."""
        self._debugger().set_trace(sys._getframe(1))

    # --- talking to the trusted process -----------------------------------------------------

    def _read_statement(self, prompt: str = "") -> str:
        text = self._read(prompt)
        if not text:
            raise EOFError
        return text.removesuffix("\n")

    def _read(self, prompt: str) -> str:
        """Return a line that was typed, with its end; an empty text at the end of the input."""
        self._printed.count = 0
        header, _ = self._exchange({"op": "read", "prompt": prompt})
        while "complete" in header:
            header, _ = self._exchange({"op": "completions", "found": self._completions(header["complete"])})
        if header.get("is_interrupted"):
            raise KeyboardInterrupt
        return "" if header["line"] is None else f"{header['line']}\n"

    def _completions(self, text: str) -> list[str]:
        found: list[str] = []
        with contextlib.suppress(Exception):  # an attribute may be computed by the learner's code, and raise
            completer = rlcompleter.Completer(self.names)
            found = completer.attr_matches(text) if "." in text else completer.global_matches(text)
        return [clean(name, 200) for name in found[:MOST_COMPLETIONS]]

    def _show(self, text: str) -> None:
        with self._talking():
            self._stream.send({"op": "printed", "text": text})

    def _exchange(self, header: Json) -> tuple[Json, bytes]:
        with self._talking():
            self._stream.send(header)
            return self._stream.receive()

    def _question(self, *question: object) -> object:
        with self._talking():
            return self._ask(*question)

    @contextlib.contextmanager
    def _talking(self) -> Iterator[None]:
        """Put an interrupt off until a message is whole."""
        was_talking, self._is_talking = self._is_talking, True
        try:
            yield
        finally:
            self._is_talking = was_talking
        if self._is_interrupted and not was_talking:
            self._is_interrupted = False
            raise KeyboardInterrupt

    def _interrupt(self, number: int, frame: object) -> None:
        if self._is_talking:
            self._is_interrupted = True
        else:
            raise KeyboardInterrupt

    def _say_error(self, error: BaseException | None) -> None:
        """Print an exception with the learner's part of its traceback."""
        if error is None:
            return
        trace = traceback.TracebackException.from_exception(error)
        ours = (
            os.path.dirname(__file__),
            *(getattr(sys.modules.get(name), "__file__", "-") for name in PROMPT_MODULES),
        )
        trace.stack[:] = [frame for frame in trace.stack if not frame.filename.startswith(ours)]
        self._say("".join(trace.format() if trace.stack else trace.format_exception_only()).rstrip("\n"))

    def _say(self, text: str) -> None:
        self._printed.count = 0  # an error is shown even after a statement that printed too much
        self._printed.write(f"{text}\n")
