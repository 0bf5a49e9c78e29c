"""Measure the savings of a KV cache and of a draft model: `python benchmarks/generation.py [--rounds N] [--lengths N N …] [--only PART]`.

The course's tiny models run in the course's own loops. Times are CPU times of one thread in interleaved rounds, so that other
load disturbs little. Speculative decoding is measured in passes of the target model, which are the same on every machine.
Without a cache, 1024 positions take minutes.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from grader.course import find
from grader.course.course import Solutions

SOLUTIONS = Solutions(find())
PROMPT = 16
LENGTHS = (64, 128, 256, 512, 1024)
"""Positions of a whole text."""
AGREEMENT = 1e-8
"""The largest difference allowed between cached and uncached logits."""
PARTS = ("cache", "draft", "starts")
GAMMAS = (1, 2, 4, 8)
TEMPERATURES = (0, 0.7, 1, 1.5)
TEXTS = (
    "The capital of France is", "The cat sat on the", "Once upon a time", "one, two,", '{"name":', "I think that",
    "User: How are you?\nBot:", "2 + 3 =", "This is happy:", "A token",
)  # fmt: skip
SEEDS = 10
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
STARTS = 25


def ours(place: str, function: str) -> Callable[..., Any]:
    """Return a function of a reference solution."""
    found: Callable[..., Any] = getattr(SOLUTIONS.reference(place), function)
    return found


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--rounds", type=int, default=3, help="runs of each length (3)")
    options.add_argument("--lengths", type=int, nargs="+", default=LENGTHS, help=f"positions of a text {LENGTHS}")
    options.add_argument("--only", choices=PARTS, help="measure only this part")
    chosen = options.parse_args()
    if not os.environ.items() >= ONE_THREAD.items():  # numpy reads them while it is imported, so begin again
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **ONE_THREAD})
    load = " ".join(f"{each:.2f}" for each in os.getloadavg())
    print(f"{platform.system()}, Python {platform.python_version()}, numpy {np.__version__}, load {load}\n")
    if chosen.only in (None, "cache"):
        print_cache(cache_seconds(chosen.lengths, chosen.rounds), chosen.lengths)
    if chosen.only in (None, "draft"):
        print_draft()
    if chosen.only in (None, "starts"):
        print_starts()


def seconds(run: Callable[[], Any]) -> float:
    """Return the CPU time of a call."""
    before = time.process_time()
    run()
    return time.process_time() - before


def medians(runs: Mapping[Any, Callable[[], float]], rounds: int) -> dict[Any, float]:
    """Take measurements in interleaved rounds, and return the median of each."""
    taken: dict[Any, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            taken[name].append(run())
    return {name: statistics.median(figures) for name, figures in taken.items()}


# --- with and without a cache ---


class Unbounded:
    """The target model without its limit of 512 positions.

    It turns queries and keys by their positions and has no table of them, so further ones cost what near ones cost. What
    it would write there makes no sense, since it was trained on shorter texts; only the time is looked at.
    """

    def __init__(self) -> None:
        model = SOLUTIONS.reference("tiny_lm/model").load("target")
        self.params, self.new_cache = model.params, model.new_cache
        self._forward = ours("cache/cached_forward", "forward")

    def __call__(self, ids: list[int], cache: Any = None) -> np.ndarray:
        """Return the logits after each id, (T, V) float64."""
        logits: np.ndarray = self._forward(self.params, ids, self.new_cache() if cache is None else cache)
        return logits


def cache_seconds(lengths: Sequence[int], rounds: int) -> dict[tuple[str, int], float]:
    """Return the time of greedy generation up to each length, without and with a cache."""
    model, greedy = Unbounded(), ours("picking/greedy_pick", "greedy")
    check_agreement(model, max(lengths))
    loops = {
        "without": ours("loop/prediction_loop", "generate"),
        "with": ours("cache/cached_generate", "generate_cached"),
    }
    prompt = list(range(70, 70 + PROMPT))

    def timed(loop: Callable[..., Any], length: int) -> Callable[[], float]:
        return lambda: seconds(lambda: loop(model, prompt, length - PROMPT, -1, greedy))  # -1: no token ends the text

    runs = {(name, length): timed(loop, length) for length in lengths for name, loop in loops.items()}
    medians({name: run for name, run in runs.items() if name[1] == min(lengths)}, 1)  # warms up
    return medians(runs, rounds)


def check_agreement(model: Unbounded, length: int) -> None:
    """Check that the cache changes no logit of a text of that length, whether fed in one piece or token by token."""
    ids = np.random.default_rng(0).integers(0, len(model.params["emb"]), length).tolist()
    cache = model.new_cache()
    rows = np.concatenate([model(ids[:PROMPT], cache), *(model([token], cache) for token in ids[PROMPT:])])
    apart = float(np.abs(rows - model(ids)).max())
    print(f"cached and uncached logits of {length} positions are at most {apart:.0e} apart\n")
    if not apart <= AGREEMENT:
        sys.exit(f"that is more than {AGREEMENT:g}")


def print_cache(found: dict[tuple[str, int], float], lengths: Sequence[int]) -> None:
    """Print times as multiples of the shortest cached one, and how steeply they grow: 1 is linear, 2 quadratic."""
    unit = found["with", lengths[0]]
    op_counts = ours("cost/loop_op_counts", "op_counts")
    print("| positions | without a cache | with | ratio | positions through the model, ratio |\n|---|---|---|---|---|")
    for length in lengths:
        without, cached = found["without", length], found["with", length]
        naive, thrifty, *_ = op_counts(PROMPT, length - PROMPT)
        print(
            f"| {length} | {without / unit:.1f} | {cached / unit:.1f} | {without / cached:.1f} | {naive / thrifty:.1f} |"
        )
    print("\n| from, to | slope without a cache | slope with |\n|---|---|---|")
    for short, long in pairwise(lengths):
        slopes = [math.log(found[name, long] / found[name, short], long / short) for name in ("without", "with")]
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
    """Print the number of tokens per pass of the target."""
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
    """Print the time of `learn generate` to its first token, beside `learn --help` and its imports."""
    learn = str(Path(sys.executable).with_name("learn"))
    generate = [learn, "generate", "The capital of France is", "--temperature", "0"]
    commands = {
        "learn --help": [learn, "--help"],
        "import of numpy": [sys.executable, "-c", "import numpy; print(1)"],
        "import of numpy.random, click, zipfile": [
            sys.executable,
            "-c",
            "import click, numpy.random, zipfile; print(1)",
        ],
        "learn generate, first token": generate,
        "learn generate, whole text": generate,
    }
    with tempfile.TemporaryDirectory() as compiled:  # compiled modules, as after the first run of an installation
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": compiled}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        runs = {
            name: partial(seconds_until, command, environment, is_whole="whole" in name)
            for name, command in commands.items()
        }
        medians(runs, 1)  # warms up
        found = medians(runs, STARTS)
    help_seconds, numpy_seconds, *_ = found.values()
    print("\n| | wall, ms | times `learn --help` | times numpy |\n|---|---|---|---|")
    for name, taken in found.items():
        print(f"| {name} | {taken * 1000:.0f} | {taken / help_seconds:.2f} | {taken / numpy_seconds:.2f} |")


def seconds_until(command: list[str], environment: dict[str, str], *, is_whole: bool) -> float:
    """Return the time until a command prints something or ends."""
    before = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment) as running:
        assert running.stdout
        os.read(running.stdout.fileno(), 1)
        taken = time.perf_counter() - before
        running.communicate()
    taken = time.perf_counter() - before if is_whole else taken
    if running.returncode:
        sys.exit(f"{' '.join(command)} ended with {running.returncode}")
    return taken


if __name__ == "__main__":
    main()
