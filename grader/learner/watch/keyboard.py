"""Keys as they are pressed, without Enter, from a thread that can pause while another program has the terminal."""

import codecs
import contextlib
import os
import re
import select
import sys
import threading
import time
from collections.abc import Callable, Iterator

if sys.platform == "win32":
    import msvcrt

END = "end"
"""The key passed on when the terminal has gone."""
_PASTED = re.compile(r"\x1b\[200~.*?(?:\x1b\[201~|\Z)", re.DOTALL)
_KEY = re.compile(r"\x1b\[[0-9;]*[~A-Za-z]|\x1bO[A-Za-z]|\x1b|.", re.DOTALL)
_INCOMPLETE = re.compile(r"\x1b(?:O|\[[0-9;]*)?\Z")
_NAMES = {
    "\x1b": "escape", "\r": "enter", "\n": "enter", "\x7f": "backspace", "\b": "backspace", " ": "space",
    "\x1b[A": "up", "\x1bOA": "up", "\x1b[B": "down", "\x1bOB": "down", "\x1b[5~": "pageup", "\x1b[6~": "pagedown",
    "\x1b[H": "home", "\x1bOH": "home", "\x1b[1~": "home", "\x1b[F": "end-key", "\x1bOF": "end-key", "\x1b[4~": "end-key",
    "\x04": END,
}  # fmt: skip
_WINDOWS = {"H": "up", "P": "down", "I": "pageup", "Q": "pagedown", "G": "home", "O": "end-key"}
ESCAPE_SECONDS = 0.05
"""How long the rest of an escape sequence may take; then it was the key Escape."""
WINDOWS_SECONDS = 0.03
CHUNK = 4096


def keys_of(text: str) -> Iterator[str]:
    """Yield the names of the keys that a terminal sends as a text; pasted text is no keys."""
    for found in _KEY.finditer(_PASTED.sub("", text)):
        key = found.group()
        if key in _NAMES:
            yield _NAMES[key]
        elif key.isprintable():
            yield key


class Keyboard:
    """Calls `press` with each key, between `start` and `stop`."""

    def __init__(self, press: Callable[[str], None]) -> None:
        self._press = press
        self._is_stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self._wake: int | None = None

    def start(self) -> None:
        """Begin to read keys."""
        self._is_stopped = threading.Event()
        if os.name == "nt":
            self._thread = threading.Thread(target=self._read_windows, args=(self._is_stopped,), daemon=True)
        else:
            woken, self._wake = os.pipe()
            self._thread = threading.Thread(target=self._read, args=(sys.stdin.fileno(), woken), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop reading; the next key is left to whoever reads the terminal."""
        self._is_stopped.set()
        if self._wake is not None:
            os.close(self._wake)
            self._wake = None
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _read(self, descriptor: int, woken: int) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        text = ""
        try:
            while True:
                is_incomplete = bool(_INCOMPLETE.search(text)) or text.rfind("\x1b[200~") > text.rfind("\x1b[201~")
                ready, _, _ = select.select([descriptor, woken], [], [], ESCAPE_SECONDS if is_incomplete else None)
                if woken in ready:
                    return
                if ready:
                    chunk = os.read(descriptor, CHUNK)
                    if not chunk:
                        self._press(END)
                        return
                    text += decoder.decode(chunk)
                    if _INCOMPLETE.search(text):
                        continue
                for key in keys_of(text):
                    self._press(key)
                text = ""
        except OSError:  # the terminal has gone
            self._press(END)
        finally:
            os.close(woken)

    def _read_windows(self, is_stopped: threading.Event) -> None:
        if sys.platform == "win32":
            while not is_stopped.is_set():
                if not msvcrt.kbhit():
                    time.sleep(WINDOWS_SECONDS)  # the console tells of no event that a thread could wait for
                    continue
                key = msvcrt.getwch()
                with contextlib.suppress(KeyError):
                    if key in "\x00\xe0":
                        self._press(_WINDOWS[msvcrt.getwch()])
                    else:
                        self._press(_NAMES.get(key, key))
