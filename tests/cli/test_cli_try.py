"""`learn try`: the failing call at a Python prompt, from a pipe and in a terminal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT
from sizes import first_row_always
from workplace import Ran, Workplace

if sys.platform != "win32":
    from typed import Typed

WRONG_SCALE = (
    "FACTOR = 2\n\n\ndef scale(logits, temperature):\n    product = logits * temperature\n    return product\n"
)


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a workspace of the tiny course with a wrong file."""
    place = Workplace(tmp_path, monkeypatch, capsys)
    assert place.learn("init").code == 0
    place.write("exercises/small/scale.py", WRONG_SCALE)
    return place


def tried(workspace: Workplace, typed: str, *arguments: str) -> Ran:
    """Run `learn try` with lines from a pipe."""
    ran = subprocess.run(
        [sys.executable, "-m", "grader", "try", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=300,
        env={**workspace.environment, "PATH": ""},
        cwd=workspace.folder,
        check=False,
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


@pytest.mark.slow
def test_the_arguments_of_the_failing_call_are_bound_and_it_can_be_made(workspace: Workplace) -> None:
    ran = tried(workspace, "logits, temperature\nFACTOR\ncall()\nscale(logits, 1.0)\nfloat(_[1])\n", "scale")
    assert ran == (0, "(array([1., 2., 4.]), 2)\n2\narray([2., 4., 8.])\narray([1., 2., 4.])\n2.0\n", "")


@pytest.mark.slow
def test_again_reads_the_files_anew(workspace: Workplace) -> None:
    solve = "open('exercises/small/scale.py')"
    with subprocess.Popen(
        [sys.executable, "-m", "grader", "try", "scale"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**workspace.environment, "PATH": ""},
        cwd=workspace.folder,
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write("call()\n")
        process.stdin.flush()
        assert process.stdout.readline() == "array([2., 4., 8.])\n"
        workspace.write("exercises/small/scale.py", WRONG_SCALE.replace("*", "/"))
        rest, _ = process.communicate(f"call()\nagain()\nscale(logits, 4)\n{solve}\n", timeout=300)
    assert rest.splitlines()[:3] == ["array([2., 4., 8.])", "array([0.5, 1. , 2. ])", "array([0.25, 0.5 , 1.  ])"]
    assert rest.splitlines()[-1].startswith(("PermissionError", "FileNotFoundError"))


@pytest.mark.slow
def test_errors_show_the_learner_s_lines_only(workspace: Workplace) -> None:
    workspace.write("exercises/small/scale.py", WRONG_SCALE.replace("product = ", "product = nothing + "))
    ran = tried(workspace, "call()\n)\nx = 3\nx\n", "scale")
    assert [each for each in ran.out.splitlines() if each.strip(" ^~")] == [
        "Traceback (most recent call last):",
        '  File "<prompt>", line 1, in <module>',
        '  File "exercises/small/scale.py", line 5, in scale',
        "    product = nothing + logits * temperature",
        "NameError: name 'nothing' is not defined",
        '  File "<prompt>", line 1',
        "    )",
        "SyntaxError: unmatched ')'",
        "3",
    ]


@pytest.mark.slow
def test_the_debugger_stops_in_the_first_line_of_the_function(workspace: Workplace) -> None:
    ran = tried(workspace, "n\np product\nc\n", "scale", "--pdb")
    assert ran.out == (
        "> exercises/small/scale.py(5)scale()\n-> product = logits * temperature\n"
        "(Pdb) > exercises/small/scale.py(6)scale()\n-> return product\n"
        "(Pdb) array([2., 4., 8.])\n(Pdb) It returned array([2., 4., 8.]).\n"
    )
    assert tried(workspace, "q\n", "scale", "--pdb").out.endswith("(Pdb) ")


@pytest.mark.slow
def test_breakpoint_and_input_work_at_the_prompt(workspace: Workplace) -> None:
    source = WRONG_SCALE.replace("    return", "    breakpoint()\n    print(input('name? '))\n    return")
    workspace.write("exercises/small/scale.py", source)
    out = tried(workspace, "call()\np temperature\nc\nAda\n", "scale").out
    assert "print(input('name? '))\n(Pdb) 2\n(Pdb) name? Ada\narray([2., 4., 8.])\n" in out


@pytest.mark.slow
def test_check_says_where_a_debugger_and_input_can_be_used(workspace: Workplace) -> None:
    workspace.write("exercises/small/scale.py", WRONG_SCALE.replace("    return", "    breakpoint()\n    return"))
    assert "learn try --pdb" in " ".join(workspace.command("check", "scale").out.split())
    workspace.write("exercises/small/scale.py", WRONG_SCALE.replace("    return", "    input()\n    return"))
    assert "with `learn try`, where you can type" in " ".join(workspace.command("check", "scale").out.split())


@pytest.mark.slow
def test_of_a_function_that_passes_the_first_call_is_bound(workspace: Workplace) -> None:
    workspace.solve("scale")
    assert tried(workspace, "call()\n", "scale") == (0, "array([0.5, 1. , 2. ])\n", "")


@pytest.mark.slow
def test_no_input_and_a_narrow_encoding_are_no_fault(workspace: Workplace) -> None:
    command = [sys.executable, "-m", "grader", "try", "scale"]
    environment = {**workspace.environment, "PATH": "", "PYTHONIOENCODING": "cp1252"}
    ran = subprocess.run(
        command,
        input=b"print('\xe2\x88\x91 \xc3\xbc')\n",
        capture_output=True,
        env=environment,
        cwd=workspace.folder,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.endswith(b" \xfc\n")
    closed = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" <&-', "sh", *command], env=environment, cwd=workspace.folder, check=False
    )
    assert closed.returncode == 0


@pytest.mark.slow
def test_without_a_name_it_is_the_exercise_last_checked(workspace: Workplace) -> None:
    workspace.learn("check", "scale")
    assert tried(workspace, "temperature\n").out == "2\n"


@pytest.mark.parametrize(
    ("source", "sentence"),
    first_row_always(
        [
            ("def scale(:\n", "learn: there is nothing to try yet: "),
            ("", "learn: there is nothing to try yet: "),
            (
                "def scale(a, b):\n    import os\n    os._exit(7)\n",
                "learn: your code ended the process of the prompt (exit",
            ),
        ]
    ),
)
@pytest.mark.slow
def test_what_cannot_be_tried_is_one_sentence(workspace: Workplace, source: str, sentence: str) -> None:
    workspace.write("exercises/small/scale.py", source)
    ran = tried(workspace, "call()\n", "scale")
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (1, "", 1)
    assert ran.err.startswith(sentence)


def test_nothing_that_grades_is_in_the_process(workspace: Workplace) -> None:
    """Neither solutions nor the other checks' arguments: -9 is an argument of the last check."""
    typed = (
        "import gc, sys\n"
        "[name for name in sys.modules if 'solution' in name or 'scale' in name or 'checks' in name]\n"
        "any(isinstance(each, float) and each == -9.0 for found in gc.get_objects() if type(found) is list for each in found)\n"
        "[each for each in gc.get_objects() if type(each) is dict and 'expect' in each]\n"
    )
    out = tried(workspace, typed, "scale").out.splitlines()
    assert out[0] == "[]"
    assert out[1:] == ["False", "[]"]


@pytest.mark.slow
def test_models_and_caches_of_the_call_are_bound_under_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = Workplace(tmp_path, monkeypatch, capsys, course=ROOT)
    source = (
        "import numpy as np\n\n\ndef forward(model, tokens, kv):\n    return np.zeros((len(tokens), kv.length + 1))\n"
    )
    place.write("exercises/cache/cached_forward.py", source)
    out = tried(place, "ids, tokens\ncache, kv\ncache.length\ndir(cache)\nlen(params)\ncall()\n", "cached_forward").out
    assert out.splitlines()[:3] == ["([3], [3])", "(<cache>, <cache>)", "0"]
    assert "'append'" in out.splitlines()[3]
    assert out.splitlines()[-1] == "array([[0.]])"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="terminals are driven by pty")
def test_in_a_terminal_it_edits_completes_and_interrupts(workspace: Workplace) -> None:
    environment = {**workspace.environment, "HOME": str(workspace.folder)}
    with Typed("try", "scale", folder=workspace.folder, environment=environment) as screen:
        banner = screen.until(">>> ")
        assert "“the worked example” fails with this call:\n    scale(np.array([1.0, 2.0, 4.0]), 2)\n" in banner
        assert "Bound: logits, temperature, and what your file defines." in " ".join(banner.split())
        screen.type("tempera\t\n")
        assert screen.until(">>> ").endswith("temperature\n2\n")
        screen.type("while True: pass\n\n")
        screen.until("... \n")  # the empty line is read: Ctrl-C discards what is not, and readline then waits for a key
        screen.interrupt("KeyboardInterrupt\n>>> ")
        screen.type("half a line")
        screen.until("half a line")
        screen.interrupt("KeyboardInterrupt\n>>> ")
        screen.type("input('who? ')\n")
        screen.until("who? ")
        screen.type("Ada\n")
        screen.until("'Ada'\n>>> ")
        screen.type("debug()\n")
        screen.until("(Pdb) ")
        screen.type("n\n")
        screen.until("-> return product")
        screen.type("q\n")
        screen.until(">>> ")
        screen.type("\x04")
        assert screen.end() == 0
        assert screen.is_as_before()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="terminals are driven by pty")
def test_a_signal_ends_the_prompt_and_restores_the_terminal(workspace: Workplace) -> None:
    with Typed("try", "scale", folder=workspace.folder, environment=workspace.environment) as screen:
        screen.until(">>> ")
        screen.type("half a line")
        screen.until("half a line")
        screen.terminate()
        assert screen.end() == 1
        assert "the prompt was ended by a signal" in screen.text
        assert screen.is_as_before()
