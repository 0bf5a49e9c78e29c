"""`learn serve` with the clients that people use: openai's, and plain HTTP."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import small_gguf
from learner_sets import passed_set
from places import COURSE, ROOT
from workplace import Workplace

from grader.lab.models.store import add_model, find_model

httpx = pytest.importorskip("httpx2")
openai = pytest.importorskip("openai")
pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytestmark = pytest.mark.slow

FRANCE = "The capital of France is"
STORY = "Once upon a time"
LENA = [{"role": "user", "content": "Hello, I am Lena."}]


def started(folder: Path, *arguments: str, key: str = "--no-token") -> tuple[subprocess.Popen[str], str]:
    """Start a server on a free port, without a key unless `key` is empty; return the process and its address."""
    command = [sys.executable, "-m", "grader", "serve", "--port", "0", *arguments, *filter(None, [key])]
    environment = {key: value for key, value in os.environ.items() if key != "LEARN_COURSE"}
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert " at http" in line, process.stderr.read() if process.stderr else line
    return process, line.split(" at ")[1].split()[0]


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Press Ctrl-C; return the exit code and the errors."""
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=300)
    return process.returncode, errors


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server with the course's own functions."""
    process, address = started(tmp_path_factory.mktemp("served"))
    yield address
    code, errors = ended(process)
    assert (code, errors.strip()) == (130, "learn: interrupted")


@pytest.fixture
def client(address: str) -> Iterator[Any]:
    """Return openai's client."""
    with openai.OpenAI(base_url=f"{address}/v1", api_key="none", max_retries=0) as opened:
        yield opened


def generated(place: Workplace, prompt: str, *arguments: str) -> str:
    """Return what `learn generate` writes."""
    return place.learn("generate", prompt, *arguments).out.removesuffix("\n")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder in which the course itself is used."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


# --- the openai client ------------------------------------------------------------------------


def test_the_model_is_listed(client: Any) -> None:
    assert [model.id for model in client.models.list()] == ["tiny"]
    assert client.models.retrieve("tiny").id == "tiny"
    with pytest.raises(openai.NotFoundError, match="no model 'other'"):
        client.models.retrieve("other")


def test_a_text_is_that_of_learn_generate(client: Any, place: Workplace) -> None:
    answer = client.completions.create(model="tiny", prompt=STORY, seed=3, max_tokens=30)
    assert answer.choices[0].text == generated(place, STORY, "--seed", "3", "--max-tokens", "30")
    assert answer.choices[0].finish_reason == "stop"
    assert answer.usage.total_tokens == answer.usage.prompt_tokens + answer.usage.completion_tokens


@pytest.mark.parametrize("prompt", [STORY, "This is happy:"], ids=["story", "emoji"])
def test_a_stream_is_the_whole_text_in_pieces(client: Any, prompt: str) -> None:
    wanted = {"model": "tiny", "prompt": prompt, "seed": 5, "max_tokens": 12}
    whole = client.completions.create(**wanted)
    chunks = list(client.completions.create(**wanted, stream=True, stream_options={"include_usage": True}))
    texts = [chunk.choices[0].text for chunk in chunks if chunk.choices]
    assert len(texts) > 3
    assert "".join(texts) == whole.choices[0].text
    assert chunks[-2].choices[0].finish_reason == whole.choices[0].finish_reason
    assert chunks[-1].usage == whole.usage


def test_a_chat_is_answered(client: Any) -> None:
    answer = client.chat.completions.create(model="tiny", messages=LENA, temperature=0)
    assert answer.choices[0].message.role == "assistant"
    assert answer.choices[0].message.content == " Hello, Lena. How can I help you?"
    stream = client.chat.completions.create(model="tiny", messages=LENA, temperature=0, stream=True)
    pieces = [chunk.choices[0].delta.content or "" for chunk in stream]
    assert "".join(pieces) == answer.choices[0].message.content


def test_the_program_of_the_docs_runs(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs/learning/serve.md").read_text("utf-8"), re.DOTALL)
    exec(re.sub("http://127.0.0.1:8000", address, program))
    assert capsys.readouterr().out.startswith(" Hello, Lena.")


def test_limits_stops_and_choices(client: Any) -> None:
    answer = client.completions.create(model="tiny", prompt=STORY, n=3, seed=1, max_tokens=5)
    assert [choice.finish_reason for choice in answer.choices] == ["length"] * 3
    assert answer.usage.completion_tokens == 15
    alone = client.completions.create(model="tiny", prompt=STORY, seed=2, max_tokens=5)
    assert answer.choices[1].text == alone.choices[0].text
    stopped = client.completions.create(model="tiny", prompt=FRANCE, temperature=0, stop="is.")
    assert (stopped.choices[0].text, stopped.choices[0].finish_reason) == (" Par", "stop")


def test_json_is_json(client: Any) -> None:
    answer = client.completions.create(
        model="tiny",
        prompt="JSON:",
        temperature=0,
        max_tokens=60,
        extra_body={"response_format": {"type": "json_object"}},
    )
    assert isinstance(json.loads(answer.choices[0].text), dict)


def test_a_draft_and_no_cache_change_no_text(client: Any) -> None:
    texts = [
        client.completions.create(model="tiny", prompt=FRANCE, temperature=0, extra_body=more).choices[0].text
        for more in ({}, {"draft": True}, {"no_cache": True})
    ]
    assert texts == [" Paris."] * 3


def test_logprobs_are_told(client: Any) -> None:
    text = client.completions.create(model="tiny", prompt=FRANCE, temperature=0, logprobs=2).choices[0]
    assert text.logprobs.tokens[:2] == [" Paris", "."]
    assert text.logprobs.top_logprobs[0][" Paris"] == text.logprobs.token_logprobs[0]
    assert text.logprobs.text_offset[:2] == [0, 6]
    chat = client.chat.completions.create(
        model="tiny", messages=LENA, temperature=0, logprobs=True, top_logprobs=3
    ).choices[0]
    assert "".join(each.token for each in chat.logprobs.content).startswith(" Hello, Lena.")
    assert all(len(each.top_logprobs) == 3 for each in chat.logprobs.content)
    assert chat.logprobs.content[0].top_logprobs[0].token == " Hello"
    stream = client.completions.create(model="tiny", prompt=FRANCE, temperature=0, logprobs=2, stream=True)
    told = [token for chunk in stream if chunk.choices[0].logprobs for token in chunk.choices[0].logprobs.tokens]
    assert told == text.logprobs.tokens


def test_a_bias_bends_the_text(client: Any) -> None:
    without = client.completions.create(model="tiny", prompt=FRANCE, temperature=0, max_tokens=1)
    bent = client.completions.create(model="tiny", prompt=FRANCE, temperature=0, max_tokens=1, logit_bias={"390": -100})
    assert without.choices[0].text == " Paris" != bent.choices[0].text
    with pytest.raises(openai.BadRequestError, match="the token 99999"):
        client.completions.create(model="tiny", prompt=FRANCE, logit_bias={"99999": 1})


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"prompt": "no " * 600}, "the model's context holds 512"),
        ({"prompt": ""}, "the prompt is empty"),
        ({"prompt": "a", "temperature": 3}, "temperature must be a number from 0 to 2"),
    ],
)
def test_a_request_that_cannot_be_answered_is_an_error_of_the_api(client: Any, wanted: Any, words: str) -> None:
    for stream in (False, True):
        with pytest.raises(openai.BadRequestError, match=words):
            client.completions.create(model="tiny", stream=stream, **wanted)


def test_fifty_clients_get_what_each_gets_alone(address: str, client: Any) -> None:
    def text(seed: int) -> str:
        wanted = {"model": "tiny", "prompt": STORY, "seed": seed, "max_tokens": 12}
        if seed % 2:
            return "".join(chunk.choices[0].text for chunk in client.completions.create(**wanted, stream=True))
        return str(client.completions.create(**wanted).choices[0].text)

    alone = [text(seed) for seed in range(50)]
    with ThreadPoolExecutor(50) as pool:
        assert list(pool.map(text, range(50))) == alone


# --- plain HTTP -------------------------------------------------------------------------------


def test_the_page_and_its_policy(address: str) -> None:
    answer = httpx.get(address)
    assert "Watch tokens come" in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert httpx.get(f"{address}/facts").json() == {"model": "tiny", "has_draft": True, "has_chat": True}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 400),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({}, 200),
    ],
)
def test_other_hosts_and_origins_are_refused(address: str, headers: dict[str, str], status: int) -> None:
    assert httpx.get(f"{address}/v1/models", headers=headers).status_code == status
    assert "access-control-allow-origin" not in httpx.get(f"{address}/v1/models", headers=headers).headers


def test_its_own_page_may_ask(address: str) -> None:
    assert httpx.get(f"{address}/v1/models", headers={"origin": address}).status_code == 200
    own = {"origin": address, "sec-fetch-site": "same-origin"}
    assert httpx.get(f"{address}/v1/models", headers=own).status_code == 200


def test_a_link_elsewhere_opens_the_page_and_nothing_else(address: str) -> None:
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert httpx.get(address, headers=link).status_code == 200
    assert httpx.get(f"{address}/v1/models", headers=link).status_code == 403


def test_only_who_has_the_key_is_answered(tmp_path: Path) -> None:
    process, shown = started(tmp_path, key="")
    address, _, key = shown.partition("/#")
    assert process.stdout is not None
    assert process.stdout.readline() == f"Its API is at {address}/v1, with the api_key {key}\n"
    assert len(key) == 22
    try:
        for headers in ({}, {"authorization": "Bearer none"}, {"authorization": key}, {"authorization": "Bearer é"}):
            for path in ("/facts", "/v1/models", "/v1/completions", "/nothing"):
                answer = httpx.get(address + path, headers={name: value.encode() for name, value in headers.items()})
                assert (answer.status_code, answer.json()["error"]["code"]) == (401, "invalid_api_key")
        assert httpx.get(address).status_code == 200
        with openai.OpenAI(base_url=f"{address}/v1", api_key=key, max_retries=0) as client:
            assert client.completions.create(model="tiny", prompt=FRANCE, temperature=0).choices[0].text == " Paris."
    finally:
        assert ended(process) == (130, "\nlearn: interrupted\n")


def test_a_client_that_leaves_in_the_middle_of_its_body_says_nothing_on_the_terminal(tmp_path: Path) -> None:
    process, address = started(tmp_path)
    head = b"POST /v1/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n{"
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2]))) as left:
            left.sendall(head)
    assert httpx.get(f"{address}/v1/models").status_code == 200
    assert ended(process) == (130, "\nlearn: interrupted\n")


@pytest.mark.parametrize(
    ("content", "status"),
    [(b"", 400), (b"{", 400), (b"\xff", 400), (b"[" * 100_000, 400), (b'"' + b"a" * (1 << 20) + b'"', 413)],
    ids=["nothing", "half", "no UTF-8", "deep", "long"],
)
def test_a_body_that_cannot_be_read_is_refused(address: str, content: bytes, status: int) -> None:
    answer = httpx.post(f"{address}/v1/completions", content=content)
    assert answer.status_code == status
    assert set(answer.json()["error"]) == {"message", "type", "param", "code"}


def test_unknown_addresses_are_errors_of_the_api(address: str) -> None:
    assert "begins with /v1" in httpx.get(f"{address}/v2").json()["error"]["message"]
    assert httpx.get(f"{address}/v1/completions").status_code == 405


def test_who_goes_away_makes_room(tmp_path: Path) -> None:
    process, address = started(tmp_path, "--threads", "1", "--waiting", "0")
    try:
        wanted = {
            "prompt": "I think that",
            "max_tokens": 400,
            "temperature": 0,
            "stream": True,
            "no_cache": True,
            "n": 8,
        }
        with httpx.stream("POST", f"{address}/v1/completions", json=wanted, timeout=300) as answer:
            lines = answer.iter_lines()  # kept: when it goes, the connection goes
            next(lines)
            busy = httpx.post(f"{address}/v1/completions", json=wanted, timeout=300)
            assert (busy.status_code, busy.json()["error"]["code"]) == (429, "busy")
        deadline = time.monotonic() + 300
        while time.monotonic() < deadline:
            free = httpx.post(f"{address}/v1/completions", json={"prompt": FRANCE, "max_tokens": 2}, timeout=300)
            if free.status_code == 200:
                break
        assert free.status_code == 200
    finally:
        ended(process)


def test_a_real_model_has_its_own_chat_template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("gguf", "tokenizers"):
        pytest.importorskip(library)
    monkeypatch.setenv("LEARN_MODELS", str(tmp_path / "models"))
    add_model(
        tmp_path / "models", small_gguf.write(tmp_path / "small.gguf", small_gguf.weights()), "small", lambda *_: None
    )
    process, address = started(tmp_path, "--model", "small")
    try:
        talk = [{"role": "system", "content": "Say hello."}, {"role": "user", "content": "hello"}]
        answer = httpx.post(f"{address}/v1/chat/completions", json={"messages": talk, "max_tokens": 3}).json()
        _, tokenizer = find_model(tmp_path / "models", "small").open()
        assert answer["usage"]["prompt_tokens"] == len(tokenizer.chat(talk))
        refused = httpx.post(f"{address}/v1/completions", json={"prompt": "hello", "draft": True}).json()
        assert refused["error"]["message"] == "this model has no draft"
    finally:
        ended(process)


# --- starting ---------------------------------------------------------------------------------


def test_a_port_that_is_taken_is_one_sentence(address: str, place: Workplace) -> None:
    ran = place.command("serve", "--port", address.rpartition(":")[2])
    assert ran.code != 0
    assert "is taken" in ran.err
    assert ran.err.count("\n") == 1


def test_your_own_functions_answer(tmp_path: Path, place: Workplace) -> None:
    passed_set(COURSE, tmp_path, tuple(COURSE.exercise_ids))
    process, address = started(tmp_path, "--mine")
    try:
        wanted = {"prompt": STORY, "seed": 1, "max_tokens": 12}

        def text(seed: int) -> str:
            answer = httpx.post(f"{address}/v1/completions", json=wanted | {"seed": seed}, timeout=300)
            return str(answer.json()["choices"][0]["text"])

        with ThreadPoolExecutor(6) as pool:
            texts = list(pool.map(text, range(6)))
        settings = ("--max-tokens", "12")
        assert texts == [generated(place, STORY, "--seed", str(seed), *settings) for seed in range(6)]
    finally:
        code, errors = ended(process)
    assert (code, errors[:7]) == (130, "Yours: ")
    assert errors.endswith("learn: interrupted\n")
    assert "Traceback" not in errors


def test_a_failure_of_yours_is_told(tmp_path: Path) -> None:
    passed_set(COURSE, tmp_path, ("sample_with_u",))
    path = tmp_path / "exercises/picking/sample_with_u.py"
    path.write_text("def sample(p, u):\n    return {}['oops']\n", "utf-8")
    process, address = started(tmp_path, "--mine")
    try:
        for stream in (False, True):
            answer = httpx.post(f"{address}/v1/completions", json={"prompt": STORY, "stream": stream}, timeout=300)
            message = answer.json()["error"]["message"]
            assert answer.status_code == 500
            assert message.startswith("your sample_with_u.sample failed at step 1")
            assert "sample_with_u.py:2" in message
    finally:
        errors = ended(process)[1]
    assert "Traceback" not in errors
