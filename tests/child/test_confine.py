"""Confinement, each layer by its effect: what a learner's process can still do under it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from seccomp_filters import IS, LOAD, MISSING, NUMBER, PASS, RETURN, to_bytes
from sizes import three_always
from systems import linux_only, root_only

from grader.child.confine import landlock, seccomp, view
from grader.core.call import Call, Ending, Step
from grader.core.errors import NotConfinedError
from grader.course.course import Course
from grader.course.exercise import Limits
from grader.grading.grade_submission import grade
from grader.grading.submission.folder import Submission
from grader.sandbox import examine
from grader.sandbox.confinement import Confinement, ConfinementMode, child_folder, numpy_folder, prepare
from grader.sandbox.examine import open_launcher
from grader.sandbox.launcher import ForkServerLauncher, Launcher, SubprocessLauncher
from grader.sandbox.optional_walls import has_bubblewrap
from grader.sandbox.process import LearnerProcess

pytestmark = linux_only("confinement")

ALL = {"read", "package", "write", "change", "connect", "socket", "fork", "signal", "signal by files", "list processes"}


@pytest.fixture(scope="module")
def lock() -> Confinement:
    """Return what this machine offers, but for namespaces."""
    made = prepare(ConfinementMode.AUTO, may_wrap=False)
    assert made is not None
    if not {"landlock", "seccomp"} <= set(made.layers):
        pytest.skip("this machine has no Landlock or no seccomp")
    return made


@contextmanager
def forking(lock: Confinement | None) -> Iterator[Launcher]:
    """Start learners' processes with exactly these layers."""
    made = ForkServerLauncher(lock)
    try:
        yield made
    finally:
        made.close()


def possible(lock: Confinement | None) -> set[str]:
    """Return what a learner's process can do with exactly these layers."""
    with forking(lock) as made:
        return set(examine.possible_effects(made))


def test_without_confinement_everything_is_possible() -> None:
    assert possible(None) == ALL


def test_landlock_alone_keeps_files_tcp_and_signals_closed(lock: Confinement) -> None:
    left = possible(lock._replace(filter=b"", rights=None))
    assert left <= {
        "change",
        "socket",
        "fork",
        "signal by files",
    }  # the last is set up, and not sent from Linux 6.12 on


def test_seccomp_alone_keeps_sockets_processes_and_signals_closed(lock: Confinement) -> None:
    left = possible(lock._replace(has_landlock=False, rights=None))
    assert left == {"read", "package", "write", "list processes"}


@root_only("only root can become another user")
def test_as_root_another_user_alone_keeps_roots_files_closed(lock: Confinement) -> None:
    if lock.rights != 0:
        pytest.skip("Python lies where only root can read, so another user alone cannot run it")
    assert "change" not in possible(lock._replace(has_landlock=False, filter=b""))


def test_all_layers_together_leave_nothing(lock: Confinement) -> None:
    assert possible(lock) == set()


@pytest.fixture(scope="module")
def boxed() -> Confinement:
    """Return all that this machine offers, namespaces included."""
    made = prepare(ConfinementMode.AUTO, may_wrap=True)
    if made is None or "bubblewrap" not in made.layers:
        pytest.skip("bubblewrap is not installed, or may make no namespaces here")
    return made


def test_a_box_leaves_nothing_either_and_is_named(boxed: Confinement) -> None:
    assert boxed.layers[-1] == "bubblewrap"
    assert possible(boxed) == set()


def test_a_box_alone_hides_files_processes_and_the_network(boxed: Confinement) -> None:
    left = possible(boxed._replace(has_landlock=False, filter=b"", rights=None))
    assert left <= {"socket", "fork", "list processes", "signal"}  # inside the box, of the box's own


def test_processes_forked_from_this_one_are_confined_as_well() -> None:
    made = open_launcher(ConfinementMode.STRICT, is_quick=True)
    try:
        assert examine.possible_effects(made) == []
        assert "bubblewrap" not in made.layers
    finally:
        made.close()


RIGHTS = """
import ctypes, os
def f():
    libc, signal = ctypes.CDLL(None), ctypes.c_int()
    libc.prctl(2, ctypes.byref(signal), 0, 0, 0)
    with open("/proc/thread-self/status") as file:
        lines = dict(line.split(":", 1) for line in file)
    rights = {lines[name].strip() for name in ("CapInh", "CapPrm", "CapEff", "CapAmb")}
    return [signal.value, libc.prctl(3, 0, 0, 0, 0), int(lines["NoNewPrivs"]), sorted(rights), os.getresuid(), os.getresgid(), os.getgroups()]
"""


def rights_under(confinement: Confinement) -> list[object]:
    """Return what a process says of its rights: pdeathsig, dumpable, no_new_privs, capabilities, users and groups."""
    with forking(confinement) as made, LearnerProcess(made, {"f": ("f.py", RIGHTS.encode())}) as process:
        process.load("f", ["f"], Limits(), 5.0)
        ((outcome,),) = process.run([Call((Step("f"),))], Limits(), 5.0)
    assert isinstance(outcome.value, list), outcome
    return outcome.value


def test_a_process_ends_with_its_server_is_not_looked_into_and_gains_no_rights(lock: Confinement) -> None:
    nothing_else = lock._replace(has_landlock=False, filter=b"", rights=None)
    assert rights_under(nothing_else)[:3] == [9, 0, 1]


@root_only("other users")
def test_another_user_has_no_capability_of_any_kind(lock: Confinement) -> None:
    for kept, rights in ((0, ["0" * 16]), (4, ["0" * 16, f"{4:016x}"])):
        own_user = lock._replace(has_landlock=False, filter=b"", rights=kept)
        assert rights_under(own_user)[3:] == [rights, (65534,) * 3, (65534,) * 3, []]


def test_every_layer_that_the_machine_has_is_prepared() -> None:
    for may_wrap in (False, True):
        made = prepare(ConfinementMode.AUTO, may_wrap=may_wrap)
        assert made is not None
        assert ("landlock" in made.layers) is (landlock.version() > 0)
        assert ("seccomp" in made.layers) is bool(seccomp.read_filter())
        assert ("bubblewrap" in made.layers) is (may_wrap and has_bubblewrap())
    assert prepare(ConfinementMode.NONE, may_wrap=True) is None


def test_what_is_to_be_readable_can_be_read_and_nothing_beside_it(lock: Confinement) -> None:
    source = "def f(path):\n    with open(path) as file:\n        return file.read()\n"
    with tempfile.TemporaryDirectory() as folder:  # pytest's folders are one user's only
        Path(folder).chmod(0o755)
        for name in ("shown", "hidden"):
            Path(folder, name).write_text(name)
        with (
            closing(open_launcher(readable=[f"{folder}/shown"])) as made,
            LearnerProcess(made, {"f": ("f.py", source.encode())}) as process,
        ):
            process.load("f", ["f"], Limits(), 5.0)
            calls = [Call((Step("f", (f"{folder}/{name}",)),)) for name in ("shown", "hidden")]
            (shown,), (hidden,) = process.run(calls, Limits(), 5.0)
    assert (shown.value, hidden.ending) == ("shown", Ending.FORBIDDEN)


def test_strict_refuses_what_is_open_and_names_it(lock: Confinement) -> None:
    with forking(lock._replace(filter=b"")) as made, pytest.raises(NotConfinedError) as caught:
        examine.examine(made, is_strict=True)
    assert str(caught.value).startswith("learners' code is not confined enough on this machine: it can ")
    assert "start processes" in str(caught.value)
    assert str(caught.value).endswith("or say --confine none if you trust every submission")


def test_auto_goes_on_and_notes_what_is_open(lock: Confinement) -> None:
    with forking(lock._replace(has_landlock=False)) as made:
        examine.examine(made, is_strict=False)
        assert made.layers[-1].startswith("open: read, package, write")


def test_elsewhere_than_on_linux_the_layers_are_said_plainly() -> None:
    assert SubprocessLauncher().layers == ("own process", "limits")


def test_the_view_leaves_installed_packages_out() -> None:
    seen = view.of_interpreter(numpy_folder(), child_folder())
    assert not [path for path in seen.entries() if Path(path).name in view.PACKAGES]
    assert not [path for path in seen.entries() if "pytest" in path or "pydantic" in path]
    installed = [Path(numpy_folder()), *(Path(seen.standard_library) / name for name in view.PACKAGES)]
    assert not [path for path in seen.entries() for packages in installed if packages.is_relative_to(path)]
    grader_folder = Path(child_folder()).parent
    assert not [path for path in (*seen.entries(), *seen.folders) if grader_folder == Path(path)]


def test_a_library_in_a_folder_of_somebodys_opens_no_more_than_itself(tmp_path: Path) -> None:
    compiled = sysconfig.get_config_var("DESTSHARED") or sysconfig.get_path("stdlib")
    library = shutil.copy(next(Path(compiled).rglob("*.so")), tmp_path / "libours.so")
    code = "import ctypes, sys; ctypes.CDLL(sys.argv[1]); from grader.sandbox.confinement import *\n"
    code += "print(*prepare(ConfinementMode.AUTO, may_wrap=False).view.entries(), sep='\\n')"
    seen = subprocess.check_output([sys.executable, "-c", code, str(library)], text=True).splitlines()
    assert str(library) in seen
    assert str(tmp_path) not in seen


def confined(lock: Confinement, tiny: Course, folder: Path, source: str) -> str:
    """Grade a `total` of the tiny course under confinement and return the first check's verdict and message."""
    folder.mkdir(exist_ok=True)
    (folder / "total.py").write_text(source, "utf-8")
    with forking(lock) as made:
        examine.possible_effects(made)  # as `open_launcher` does: the start of the server is not on a learner's time
        check = grade(tiny, Submission(folder), made, exercise_ids=[tiny.find("total")]).exercises[0].checks[0]
    return f"{check.verdict.value}: {check.message}"


FORBIDDEN = {
    "opens a file": "open('/etc/passwd')",
    "lists a folder": "import os; os.listdir('/')",
    "writes in its folder": "open('notes.txt', 'w')",
    "starts a program": "import subprocess; subprocess.run(['true'])",
    "forks": "import os; os.fork()",
    "opens a socket": "import socket; socket.socket()",
    "kills itself": "import os; os.kill(os.getpid(), 9)",
    "raises its limits": "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))",
    "becomes root": "import os; os.setuid(0)",
    "reads the parent's memory": "import os; open(f'/proc/{os.getppid()}/mem', 'rb')",
    "reads its environment": "open('/proc/self/environ')",
    "is sent signals by a pipe": "import fcntl, os; fcntl.fcntl(os.pipe()[0], fcntl.F_SETOWN, os.getppid())",
    "makes files send signals": "import fcntl, os; fcntl.fcntl(os.pipe()[0], fcntl.F_SETFL, os.O_ASYNC)",
    "sends out of band": "import socket; socket.socket(fileno=channel()).send(b'x', socket.MSG_OOB)",
    "looks at what it was sent": "import socket; socket.socket(fileno=channel()).recv(1, socket.MSG_PEEK)",
}


CHANNEL = """
def channel():
    import os, stat
    return os.dup(next(each for each in range(3, 64) if is_socket(os, stat, each)))


def is_socket(os, stat, each):
    try:
        return stat.S_ISSOCK(os.fstat(each).st_mode)
    except OSError:
        return False


"""


@pytest.mark.parametrize("body", three_always(FORBIDDEN.values()), ids=list(FORBIDDEN))
def test_what_is_not_allowed_is_said_to_be_forbidden(
    lock: Confinement, tiny: Course, tmp_path: Path, body: str
) -> None:
    got = confined(lock, tiny, tmp_path, f"{CHANNEL}def total(values):\n    {body}\n    return float(sum(values))\n")
    if "setuid" in body and "own user" not in lock.layers:
        pytest.skip("only meaningful where there is a root to become")
    if "setrlimit" in body:
        assert got.startswith(("forbidden: ", "error: raised ValueError: not allowed to raise maximum limit"))
    else:
        assert got.startswith("forbidden: tried something that is not allowed here: [Errno ")


ALLOWED = {
    "copies of descriptors": "import os, fcntl; r, w = os.pipe(); os.set_blocking(r, False); os.close(os.dup(w))",
    "threads": "import threading; t = threading.Thread(target=sum, args=([1],)); t.start(); t.join()",
    "lazy modules": "import decimal, fractions, statistics, heapq, json, random, datetime, zoneinfo, unicodedata, hashlib",
    "numpy's parts": "import numpy.fft, numpy.polynomial, numpy.ma, numpy.testing",
    "clocks": "import time; time.sleep(0.001); time.time()",
    "printing": "print('hello', flush=True)",
    "random numbers": "import numpy as np, secrets, os; np.random.default_rng().random(); os.urandom(3); secrets.randbits(3)",
    "big arrays": "import numpy as np; (np.ones((300, 300)) @ np.ones((300, 300))).sum()",
}


@pytest.mark.parametrize("layers", ["lock", "boxed"], ids=["", "box"])
@pytest.mark.parametrize("body", three_always(ALLOWED.values()), ids=list(ALLOWED))
def test_what_honest_code_does_is_allowed(
    request: pytest.FixtureRequest, layers: str, tiny: Course, tmp_path: Path, body: str
) -> None:
    prepared = request.getfixturevalue(layers)
    warm = f"{body}\n\n\n" if body.startswith("import") else ""  # in the 1.5 s of a load: a call has only 0.3 s
    source = f"{warm}def total(values):\n    {body}\n    return float(sum(values))\n"
    assert confined(prepared, tiny, tmp_path, source) == "pass: "


WITHOUT_LANDLOCK = """
import sys
from grader.child.confine import kernel, seccomp
kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
seccomp.apply(bytes.fromhex(sys.argv.pop(1)))
from grader.cli.main import run
sys.exit(run(sys.argv[1:]))
"""


@pytest.mark.slow
def test_learn_grade_refuses_on_a_kernel_without_landlock(tmp_path: Path) -> None:
    filtered = [(LOAD, 0, 0, NUMBER), (IS, 0, 1, landlock.CREATE_RULESET), (RETURN, 0, 0, MISSING), PASS]
    command = [sys.executable, "-c", WITHOUT_LANDLOCK, to_bytes(filtered).hex(), "grade", str(tmp_path)]
    command += ["--exercise", "softmax_by_hand"]
    (tmp_path / "softmax_by_hand.py").write_text("def softmax(z): return z\n")
    environment = {**os.environ, "PATH": str(tmp_path)}  # without bubblewrap
    refused = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert "not confined enough on this machine: it can read files" in refused.stderr
    assert refused.returncode == 3
    open_to_all = subprocess.run([*command, "--confine", "none"], capture_output=True, env=environment, check=False)
    assert open_to_all.returncode == 0


def run_as(uid: int, code: str) -> subprocess.CompletedProcess[str]:
    """Run code in this interpreter as another user."""
    command = [sys.executable, "-c", code]
    try:
        return subprocess.run(
            command, user=uid, group=uid, extra_groups=[], capture_output=True, text=True, check=False, cwd="/"
        )
    except PermissionError as error:
        return subprocess.CompletedProcess(command, 126, "", str(error))


@root_only("only root can try another user")
def test_an_ordinary_user_gets_strict_confinement_too() -> None:
    if run_as(12345, "import grader").returncode != 0:
        pytest.skip("this interpreter or checkout cannot be read by an ordinary user")
    code = "from grader.sandbox.examine import *; s = open_launcher(ConfinementMode.STRICT); print(s.layers); s.close()"
    done = run_as(12345, code)
    assert done.returncode == 0, done.stderr
    assert "'landlock', 'seccomp'" in done.stdout
