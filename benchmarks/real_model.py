"""Measure how fast a real model decodes: `LEARN_SMOLLM2_WHEEL=FILE python benchmarks/real_model.py [--rounds N] [--tokens N]`.

SmolLM2-135M-Instruct in float32 on one thread, the same weights for all, who take turns: our Llama, the course's whole
generator with the reference solutions within the model (`learn generate --mine`), Transformers, straightforward numpy, and
the limit: one matrix-vector product with all weights. Times are CPU times, so that other load disturbs less.
It needs torch and transformers: pip install -r tests/conformance.txt.
"""
# ruff: noqa: E402 - what tests use is on no path before

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

sys.path[:0] = [str(Path(__file__).parents[1] / folder) for folder in ("tests", "tests/support")]

import real_model
from libraries import SOLUTIONS, library

RealModels: Any = SOLUTIONS.reference("generator").Models
PROMPT = "Once upon a time"
"""Its greedy text goes on for more than a hundred tokens."""
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
PARTS = ("cache/kv_cache", "cache/causal_attention", "scores/softmax_stable")
GREEDY = {
    "temperature": 0.0, "top_k": 0, "top_p": 1.0, "min_p": 0.0, "repetition_penalty": 1.0, "frequency_penalty": 0.0,
    "presence_penalty": 0.0, "seed": 0, "stop": [],
}  # fmt: skip


class Straightforward:
    """The same model in the most obvious numpy."""

    def __init__(self, model: Any) -> None:
        c, w = model.config, model.weights
        self.config = c
        wide, narrow = c.heads * c.head_size, c.kv_heads * c.head_size
        self.w: dict[str, Any] = {"embedding": w["embedding"], "norm": w["norm"], "layers": []}
        for i in range(c.layers):
            q, k, v = np.split(w[f"{i}.qkv"], [wide, wide + narrow])
            gate, up = np.split(w[f"{i}.gate_up"], 2)
            names = ("attention_norm", "attention_output", "feed_forward_norm", "down")
            self.w["layers"].append((q, k, v, gate, up, *(w[f"{i}.{name}"] for name in names)))

    def __call__(self, ids: list[int], cache: list[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
        """Return the logits (T, V); the cache is a list that each layer's keys and values are put into."""
        c = self.config
        past = cache[0][0].shape[0] if cache else 0
        x = self.w["embedding"][ids]
        for i, (wq, wk, wv, gate, up, norm1, wo, norm2, down) in enumerate(self.w["layers"]):
            a = self.normed(x, norm1)
            q, k, v = (np.reshape(a @ each.T, (len(ids), -1, c.head_size)) for each in (wq, wk, wv))
            q, k = self.rope(q, past), self.rope(k, past)
            if len(cache) > i:
                k, v = np.concatenate([cache[i][0], k]), np.concatenate([cache[i][1], v])
                cache[i] = (k, v)
            else:
                cache.append((k, v))
            group = c.heads // c.kv_heads
            scores = np.einsum("thd,shd->hts", q, np.repeat(k, group, axis=1)) / np.sqrt(c.head_size)
            scores[:, np.triu(np.ones(scores.shape[1:], dtype=bool), k=1 + past)] = -np.inf
            shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
            shares /= shares.sum(axis=-1, keepdims=True)
            x = x + np.einsum("hts,shd->thd", shares, np.repeat(v, group, axis=1)).reshape(len(ids), -1) @ wo.T
            a = self.normed(x, norm2)
            g = a @ gate.T
            x = x + (g / (1 + np.exp(-g)) * (a @ up.T)) @ down.T
        return self.normed(x, self.w["norm"]) @ self.w["embedding"].T

    def normed(self, x: np.ndarray, weight: np.ndarray) -> np.ndarray:
        """Scale each row to a root mean square of 1."""
        return x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + self.config.epsilon) * weight

    def rope(self, x: np.ndarray, past: int) -> np.ndarray:
        """Turn the pairs (0, 1), (2, 3), …, the angles computed anew each time."""
        frequencies = self.config.rope_base ** (-np.arange(0, x.shape[-1], 2) / x.shape[-1])
        angles = np.outer(np.arange(past, past + len(x)), frequencies)[:, None]
        a, b = x[..., ::2], x[..., 1::2]
        turned = np.stack([a * np.cos(angles) - b * np.sin(angles), a * np.sin(angles) + b * np.cos(angles)], axis=-1)
        return turned.reshape(x.shape).astype(np.float32)


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--rounds", type=int, default=5, help="turns of each (5)")
    options.add_argument("--tokens", type=int, default=60, help="tokens of each turn (60)")
    chosen = options.parse_args()
    if not os.environ.items() >= ONE_THREAD.items():  # numpy reads them while it is imported, so begin again
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **ONE_THREAD})
    load = " ".join(f"{each:.2f}" for each in os.getloadavg())
    print(f"{platform.system()}, Python {platform.python_version()}, numpy {np.__version__}, load {load}")
    with tempfile.TemporaryDirectory() as folder:
        gguf = real_model.unpacked(Path(folder) / "file")
        runs = contestants(real_model.installed(Path(folder) / "models"), gguf, chosen.tokens)
        times: dict[str, list[float]] = {name: [] for name in runs}
        for _ in range(chosen.rounds + 1):
            for name, run in runs.items():
                times[name].append(seconds(run) / (1 if name == "limit" else chosen.tokens))
    print_times({name: min(found[1:]) for name, found in times.items()})  # the first turn warms up


def contestants(installed: Any, gguf: Path, tokens: int) -> dict[str, Callable[[], Any]]:
    """Return what is timed: texts of so many tokens, and the limit of one token.

    Raises:
        SystemExit: two of them write different texts.
    """
    torch, generator = library("torch"), SOLUTIONS.reference("generator")
    torch.set_num_threads(1)
    ours, tokenizer = installed.open()
    theirs, _ = real_model.of_transformers(gguf)
    with_parts = RealModels(installed.open(**generator.model_parts(PARTS))[0], tokenizer, None)
    straight, ids = Straightforward(ours), tokenizer.encode(PROMPT)
    numbers = np.memmap(installed.folder / real_model.STORE.WEIGHTS, dtype="<f4", mode="r").view(np.ndarray)
    matrix = numbers.reshape(-1, ours.config.width)
    x = np.ones(ours.config.width, np.float32)
    request = {"prompt": PROMPT, "settings": GREEDY | {"max_tokens": tokens}}

    def course() -> str:
        chunks: list[str] = []
        generator.run(request, lambda event: chunks.append(event["text"]), models=with_parts)
        return "".join(chunks)

    texts = {
        "ours": lambda: greedy(ours, ids, ours.new_cache(), tokens),
        "transformers": lambda: real_model.their_greedy(theirs, ids, tokens),
        "straightforward": lambda: greedy(straight, ids, [], tokens),
    }
    written = {name: tokenizer.decode(run()) for name, run in texts.items()}
    written["course"] = course()
    if len(set(written.values())) > 1:
        raise SystemExit(f"different texts: {written}")
    return texts | {"with the course's parts": course, "limit": lambda: matrix @ x}


def greedy(model: Any, ids: list[int], cache: Any, count: int) -> list[int]:
    """Return the likeliest continuation."""
    made, new = [], ids
    for _ in range(count):
        new = [int(model(new, cache)[-1].argmax())]
        made += new
    return made


def seconds(run: Callable[[], Any]) -> float:
    """Return the CPU time of a call."""
    before = time.process_time()
    run()
    return time.process_time() - before


def print_times(times: dict[str, float]) -> None:
    """Print tokens a second, and their ratios."""
    print(f"\n{'':<26}{'tokens/s':>10}{'/ transformers':>16}{'/ limit':>10}")
    for name, found in times.items():
        print(f"{name:<26}{1 / found:>10.1f}{times['transformers'] / found:>16.2f}{times['limit'] / found:>10.2f}")


if __name__ == "__main__":
    main()
