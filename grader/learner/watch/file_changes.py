"""Find out which of the learner's files have changed: the system tells of events, and the files are looked at."""

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

Signature = tuple[int, int, int] | None
"""Time of the last change, size and number of a file; None if there is none."""

LOOK_SECONDS = 2.0
"""How often files are looked at without an event: a network drive tells of none."""
POLL_SECONDS = 0.2
"""The same after a change that no event told of."""
SETTLE_SECONDS = 0.008
"""A file is complete when it looks the same twice, this far apart."""
RETURN_SECONDS = 0.15
"""How long an empty or missing file may take to come back: editors save by truncating, or by removing and renaming."""


class WatchedFiles:
    """The files of a workspace, by exercise, as they were when they were last looked at."""

    def __init__(self, paths: Callable[[], Iterable[tuple[str, Path]]]) -> None:
        self._paths = paths
        self._seen = self._look()

    def changed(self) -> list[str]:
        """Return the ids of exercises whose file has changed since the last call, the latest change first.

        Waits until the files are complete.
        """
        now = self._look()
        changed = self._differing(now)
        if not changed:
            return []
        started = time.monotonic()
        while True:
            time.sleep(SETTLE_SECONDS)
            before, now = now, self._look()
            changed = self._differing(now)
            is_whole = all((stamp := now.get(exercise_id)) and stamp[1] for exercise_id in changed)
            if now == before and (is_whole or time.monotonic() - started > RETURN_SECONDS):
                break
            if time.monotonic() - started > 2 * RETURN_SECONDS:  # something writes without end
                break
        self._seen = now
        return sorted(changed, key=lambda exercise_id: (now.get(exercise_id) or (0,))[0], reverse=True)

    def _differing(self, now: dict[str, Signature]) -> list[str]:
        return [
            exercise_id for exercise_id in {**self._seen, **now} if self._seen.get(exercise_id) != now.get(exercise_id)
        ]

    def _look(self) -> dict[str, Signature]:
        return {exercise_id: signature(path) for exercise_id, path in self._paths()}


def signature(path: Path) -> Signature:
    """Return what changes when a file is written or replaced."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


class EventSource:
    """Calls `tell` after events in a workspace, from a thread; never, where the system tells of no events.

    Events are counted, and told of once until `heard` is called.
    """

    def __init__(self, workspace: Path, tell: Callable[[], None]) -> None:
        self._workspace = workspace
        self._tell = tell
        self.count = 0
        self._is_told = False
        threading.Thread(target=self._start, daemon=True).start()

    def heard(self) -> None:
        """Have the next event told of; the files are looked at after this, so none is missed."""
        self._is_told = False

    def _on_event(self) -> None:
        self.count += 1
        if not self._is_told:
            self._is_told = True
            self._tell()

    def _start(self) -> None:
        try:
            # Imported here, in the thread: 0.05 s that the first drawing does not wait for.
            from watchdog.events import FileSystemEvent, FileSystemEventHandler
            from watchdog.observers import Observer
        except ImportError:  # after an upgrade without dependencies; the files are looked at anyway
            return

        on_event = self._on_event

        class Handler(FileSystemEventHandler):
            def on_any_event(self, event: FileSystemEvent) -> None:
                if event.event_type not in ("opened", "closed_no_write"):  # reading is no change
                    on_event()

        observer = Observer(timeout=60.0)
        observer.daemon = True
        try:
            for folder, is_recursive in _folders(self._workspace):
                observer.schedule(Handler(), str(folder), recursive=is_recursive)
            observer.start()
        except OSError:  # too many watches, or none possible here: the files are looked at anyway
            return
        on_event()  # for what was written before


def _folders(workspace: Path) -> Iterator[tuple[Path, bool]]:
    """Yield the folders to watch, and whether with all in them: not a whole flat workspace, which may hold a .venv."""
    if (workspace / "exercises").is_dir():
        yield workspace / "exercises", True
        return
    yield workspace, False
    for folder in workspace.iterdir():
        if folder.is_dir() and not folder.name.startswith("."):
            yield folder, False
