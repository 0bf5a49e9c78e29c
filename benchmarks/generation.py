"""Measure what a cache and a draft save: `python benchmarks/generation.py [--rounds N]`.

The tiny models of the course run in the course's own loops. Time is the processor time of one thread, and what is compared
takes turns, so that other work on the machine disturbs little. Drafts are measured in passes of the target, not in
seconds: those are the same on every machine.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from grader.content import find
from grader.solutions import Solutions

SOLUTIONS = Solutions(find())
PROMPT = 16
LENGTHS = (64, 128, 256, 512)
"""Positions of a whole text; the context of the tiny models holds 512."""
GAMMAS = (1, 2, 4, 8)
TEMPERATURES = (0, 0.7, 1, 1.5)
TEXTS = (
    "The capital of France is", "The cat sat on the", "Once upon a time", "one, two,", '{"name":', "I think that",
    "User: How are you?\nBot:", "2 + 3 =", "This is happy:", "A token",
)  # fmt: skip
SEEDS = 10
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
STARTS = 15


def ours(place: str, function: str) -> Callable[..., Any]:
    """Return a function of a reference solution."""
    found: Callable[..., Any] = getattr(SOLUTIONS.reference(place), function)
    return found


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--rounds", type=int, default=5, help="runs of each length (5)")
    rounds = options.parse_args().rounds
    if not os.environ.items() >= ONE_THREAD.items():  # numpy reads them while it is imported, so begin again
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **ONE_THREAD})
    load = " ".join(f"{each:.2f}" for each in os.getloadavg())
    print(f"{platform.system()}, Python {platform.python_version()}, numpy {np.__version__}, load {load}\n")
    print_cache(cache_seconds(rounds))
    print_draft()
    print_starts()


def seconds(run: Callable[[], Any]) -> float:
    """Return the processor time of a call."""
    before = time.process_time()
    run()
    return time.process_time() - before


def medians(runs: Mapping[Any, Callable[[], float]], rounds: int) -> dict[Any, float]:
    """Take measurements in turns, after one that warms up, and return the median of each."""
    taken: dict[Any, list[float]] = {name: [] for name in runs}
    for round_number in range(rounds + 1):
        for name, run in runs.items():
            figure = run()
            if round_number:
                taken[name].append(figure)
    return {name: statistics.median(figures) for name, figures in taken.items()}


# --- with and without a cache ---


def cache_seconds(rounds: int) -> dict[tuple[str, int], float]:
    """Return the time that greedy generation takes up to each length, without a cache and with one."""
    model, greedy = SOLUTIONS.reference("tiny_lm/model").load("target"), ours("picking/greedy_pick", "greedy")
    loops = {
        "without": ours("loop/prediction_loop", "generate"),
        "with": ours("cache/cached_generate", "generate_cached"),
    }
    prompt = list(range(70, 70 + PROMPT))

    def timed(loop: Callable[..., Any], length: int) -> Callable[[], float]:
        return lambda: seconds(lambda: loop(model, prompt, length - PROMPT, -1, greedy))  # -1: no token ends the text

    runs = {(name, length): timed(loop, length) for length in LENGTHS for name, loop in loops.items()}
    return medians(runs, rounds)


def print_cache(found: dict[tuple[str, int], float]) -> None:
    """Print times as multiples of the shortest cached one, and how steeply they grow: 1 is linear, 2 quadratic."""
    unit = found["with", LENGTHS[0]]
    op_counts = ours("cost/loop_op_counts", "op_counts")
    print("| positions | without a cache | with | ratio | positions through the model, ratio |\n|---|---|---|---|---|")
    for length in LENGTHS:
        without, cached = found["without", length], found["with", length]
        naive, thrifty, *_ = op_counts(PROMPT, length - PROMPT)
        print(
            f"| {length} | {without / unit:.1f} | {cached / unit:.1f} | {without / cached:.1f} | {naive / thrifty:.1f} |"
        )
    print("\n| from, to | slope without a cache | slope with |\n|---|---|---|")
    for short, long in pairwise(LENGTHS):
        slopes = [math.log2(found[name, long] / found[name, short]) for name in ("without", "with")]
        print(f"| {short}, {long} | {slopes[0]:.2f} | {slopes[1]:.2f} |")


# --- with a draft ---


def draft_counts(gamma: int, temperature: float) -> tuple[int, int, int, int]:
    """Return tokens, passes of the target, proposed and accepted tokens, over all texts and seeds."""
    models = SOLUTIONS.reference("tiny_lm/model")
    target, draft, tokenizer = models.load("target"), models.load("draft"), models.tokenizer()
    speculative = ours("speculative/speculative_generate", "speculative")
    totals = np.zeros(4, int)
    for seed in range(SEEDS if temperature else 1):
        for text in TEXTS:
            rng, prompt = np.random.default_rng(seed), tokenizer.encode(text)
            ids, stats = speculative(target, draft, prompt, 60, gamma, rng, tokenizer.eos, {"T": temperature})
            tokens = min(len(ids) + 1, 60)  # the end-of-text token is picked, too
            totals += [tokens, stats["target_calls"], stats["proposed"], stats["accepted"]]
    tokens, calls, proposed, accepted = totals.tolist()
    return tokens, calls, proposed, accepted


def print_draft() -> None:
    """Print how many tokens a pass of the target yields."""
    print("\n| tokens per pass of the target, accepted |" + "".join(f" γ = {gamma} |" for gamma in GAMMAS))
    print("|---|" + "---|" * len(GAMMAS))
    for temperature in TEMPERATURES:
        cells = []
        for gamma in GAMMAS:
            tokens, calls, proposed, accepted = draft_counts(gamma, temperature)
            cells.append(f"{tokens / calls:.2f}, {accepted / proposed:.0%}")
        print(f"| T = {temperature} | {' | '.join(cells)} |")


# --- the first token in the terminal ---


def print_starts() -> None:
    """Print how long `learn generate` takes to its first token, beside `learn --help`."""
    learn = str(Path(sys.executable).with_name("learn"))
    if subprocess.run([learn, "generate", "--help"], capture_output=True, check=False).returncode:
        print("\n`learn generate` does not exist yet.")
        return
    prompt = "Once upon a time"
    found = medians(
        {
            "help": lambda: seconds_until([learn, "--help"], shown=1),
            "token": lambda: seconds_until([learn, "generate", prompt, "--temperature", "0"], shown=len(prompt) + 1),
            "end": lambda: seconds_until([learn, "generate", prompt, "--temperature", "0"], shown=None),
        },
        STARTS,
    )
    print("\n| | wall, ms | times `learn --help` |\n|---|---|---|")
    names = {"help": "learn --help", "token": "learn generate, first token", "end": "learn generate, whole text"}
    for name, shown in names.items():
        print(f"| {shown} | {found[name] * 1000:.0f} | {found[name] / found['help']:.2f} |")


def seconds_until(command: list[str], shown: int | None) -> float:
    """Return how long a command takes to show so many characters, or to end."""
    before = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as running:
        assert running.stdout
        text = b""
        while (shown is None or len(text) < shown) and (portion := os.read(running.stdout.fileno(), 65536)):
            text += portion
        if shown is None:
            running.wait()
        taken = time.perf_counter() - before
        running.communicate()
    if running.returncode:
        sys.exit(f"{' '.join(command)} ended with {running.returncode}")
    return taken


if __name__ == "__main__":
    main()
