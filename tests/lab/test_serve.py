"""`learn serve`: OpenAI's API on this machine, whole and streamed, by their client and by hand."""

from __future__ import annotations

import http.client
import json
import re
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from learner_sets import reference_set, write_set
from places import COURSE
from workplace import Workplace

from grader.learner.progress import ExerciseProgress, Progress, save

SERVE: Any = COURSE.solutions.reference("lab/serve")
RUN: Any = COURSE.solutions.reference("lab/run")
GENERATOR: Any = COURSE.solutions.reference("generator")
FRANCE = {"prompt": "The capital of France is", "temperature": 0}
QUESTION = {"messages": [{"role": "user", "content": "What is the capital of France?"}], "temperature": 0}


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with SERVE.Server(0, RUN.Runner(), "tiny") as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield server.server_port
        server.shutdown()


def ask(port: int, path: str, body: object = None, **headers: str) -> tuple[int, str]:
    """Return the status and the body of an answer; a body that is bytes is sent as it is."""
    content = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET" if body is None else "POST", path, content, headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def completed(port: int, **body: Any) -> dict[str, Any]:
    """Return the answer to a text completion, or a chat."""
    path = "/v1/chat/completions" if "messages" in body else "/v1/completions"
    status, text = ask(port, path, body)
    assert status == 200, text
    found: dict[str, Any] = json.loads(text)
    return found


def test_a_text_is_what_the_generator_writes(port: int) -> None:
    asked = {"temperature": 1.2, "top_p": 0.9, "seed": 7, "max_tokens": 12, "frequency_penalty": 0.5, "stop": "q"}
    events: list[dict[str, Any]] = []
    settings = GENERATOR.SETTINGS | asked | {"stop": ["q"]}
    GENERATOR.run({"prompt": "Once", "settings": settings, "logit_bias": {32: 1.0}}, events.append)
    answer = completed(port, prompt="Once", logit_bias={"32": 1}, **asked)
    assert answer["choices"][0]["text"] == "".join(event["text"] for event in events)
    assert answer["usage"] == events[-1]["usage"]
    assert answer["object"] == "text_completion"


def test_a_chat_answers_and_ends_before_the_users_next_line(port: int) -> None:
    answer = completed(port, **QUESTION)
    assert answer["choices"][0]["message"]["content"] == " The capital of France is Paris."
    assert answer["choices"][0]["finish_reason"] == "stop"
    talk = [{"role": "developer", "content": [{"type": "text", "text": "Be brief."}]}, *QUESTION["messages"]]  # type: ignore[misc]
    assert completed(port, messages=talk, max_completion_tokens=1)["usage"]["completion_tokens"] == 1


@pytest.mark.parametrize("body", [FRANCE, QUESTION], ids=["text", "chat"])
def test_a_stream_has_the_same_text_in_chunks(port: int, body: dict[str, Any]) -> None:
    whole = completed(port, **body)
    path = "/v1/chat/completions" if body is QUESTION else "/v1/completions"
    status, text = ask(port, path, body | {"stream": True, "stream_options": {"include_usage": True}})
    *lines, end = text.strip().split("\n\n")
    chunks = [json.loads(line.removeprefix("data: ")) for line in lines]
    assert (status, end) == (200, "data: [DONE]")
    parts = [choice for chunk in chunks for choice in chunk["choices"]]
    said = [part["delta"].get("content", "") if body is QUESTION else part["text"] for part in parts]
    choice = whole["choices"][0]
    assert "".join(said) == (choice["message"]["content"] if body is QUESTION else choice["text"])
    assert len(said) >= 3
    assert [part["finish_reason"] for part in parts if part["finish_reason"]] == [choice["finish_reason"]]
    assert (chunks[-1]["choices"], chunks[-1]["usage"]) == ([], whole["usage"])


def test_a_text_without_a_seed_is_another_each_time(port: int) -> None:
    texts = {completed(port, prompt="Once", temperature=2)["choices"][0]["text"] for _ in range(4)}
    assert len(texts) > 1


WRONG: list[tuple[dict[str, Any], str | None, str]] = [
    ({}, "prompt", "prompt: Field required"),
    ({"prompt": ""}, "prompt", "the prompt is empty; give the beginning of a text, such as 'Once upon a time'"),
    ({"prompt": "a" * 600}, "prompt", "the prompt has 600 tokens, and the model's context holds 512; shorten it"),
    ({"prompt": "a", "temperature": 3}, "temperature", "temperature: Input should be less than or equal to 2"),
    ({"prompt": "a", "logit_bias": {"704": 1}}, "logit_bias", "logit_bias names the token 704, which this model does not have"),
    ({"prompt": "a", "tools": []}, "tools", "tools is not supported here; leave it out"),
    ({"messages": []}, "messages", "messages: "),
]  # fmt: skip


@pytest.mark.parametrize(("body", "param", "words"), WRONG, ids=[words[:40] for _, _, words in WRONG])
def test_a_wrong_field_is_named(port: int, body: dict[str, Any], param: str, words: str) -> None:
    path = "/v1/chat/completions" if "messages" in body else "/v1/completions"
    status, text = ask(port, path, body)
    error = json.loads(text)["error"]
    assert (status, error["param"], error["type"]) == (400, param, "invalid_request_error")
    assert error["message"].startswith(words)


HALF = b'{"prompt": "a\\ud83d"}'
REFUSED: list[tuple[str, Any, dict[str, str], int, str]] = [
    ("/v1/completions", b"{", {}, 400, "the body is not valid JSON"),
    ("/v1/completions", b"[" * 10**5, {}, 400, "the body is not valid JSON"),
    ("/v1/completions", HALF, {}, 400, "the prompt is not valid Unicode text; type it anew"),
    ("/v1/completions", FRANCE, {"Content-Length": str(1 << 30)}, 413, "the body must have a Content-Length"),
    ("/v1/embeddings", FRANCE, {}, 404, "there is no such address here"),
    ("/v1/models", None, {"Origin": "http://evil.example"}, 403, "web pages may not ask"),
    ("/v1/models", None, {"Host": "evil.example:80"}, 403, "web pages may not ask"),
]


@pytest.mark.parametrize(
    ("path", "body", "headers", "status", "words"), REFUSED, ids=[str(each[3:]) for each in REFUSED]
)
def test_what_cannot_be_answered_is_one_sentence(
    port: int, path: str, body: Any, headers: dict[str, str], status: int, words: str
) -> None:
    found, text = ask(port, path, body, **headers)
    assert (found, json.loads(text)["error"]["message"].startswith(words)) == (status, True)


def test_a_client_that_leaves_ends_its_text(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    body = json.dumps({"prompt": "I think that", "temperature": 0, "max_tokens": 500, "stream": True})
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("POST", "/v1/completions", body)
    assert connection.getresponse().readline().startswith(b"data: ")
    connection.close()
    assert completed(port, **FRANCE)["choices"][0]["text"] == " Paris."  # the turn was given back


def test_a_failure_of_ours_tells_its_kind_alone(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(RUN.Runner, "run", fail)
    status, text = ask(port, "/v1/completions", FRANCE)
    assert (status, "secret" in text) == (500, False)
    assert "the server failed: ZeroDivisionError" in text


# --- the command ---


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a workspace with the functions of the course, of which all have passed, but one that fails."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    place = Workplace(tmp_path, monkeypatch, capsys, course=None)
    write_set(COURSE, tmp_path, reference_set(COURSE))
    (tmp_path / ".learn").mkdir()
    save(tmp_path / ".learn", Progress({each: ExerciseProgress("pass", 1, 1) for each in COURSE.exercise_ids}))
    return place


def test_a_port_that_is_taken_is_one_sentence(place: Workplace, port: int) -> None:
    ran = place.learn("serve", "--port", str(port))
    assert (ran.code, ran.out) == (3, "")
    assert re.fullmatch(rf"learn: port {port} is taken \(.*\); choose another with --port\n", ran.err)


@pytest.mark.slow
@pytest.mark.parametrize("is_broken", [False, True])
def test_your_own_functions_answer_their_client(place: Workplace, is_broken: bool) -> None:
    openai = pytest.importorskip("openai")
    if is_broken:
        place.write(
            "exercises/structure/one_step.py",
            "def bend(*given, **more):\n    raise KeyError('oops')\nstep_probs = bend\n",
        )
    with place.start("serve", "--port", "0", "--mine") as process:
        assert process.stdout is not None
        address = re.search(r"http://[\d.:]+/v1", process.stdout.readline())
        assert address
        client = openai.OpenAI(base_url=address[0], api_key="none", max_retries=0)
        try:
            if is_broken:
                with pytest.raises(openai.InternalServerError, match=r"your one_step\.bend failed at step 1"):
                    client.completions.create(model="tiny", **FRANCE)
            else:
                assert client.completions.create(model="tiny", **FRANCE).choices[0].text == " Paris."
                stream = client.chat.completions.create(model="tiny", stream=True, **QUESTION)
                text = "".join(chunk.choices[0].delta.content or "" for chunk in stream)
                assert text == " The capital of France is Paris."
        finally:
            process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert err.startswith("Yours: ")
    assert (process.returncode, err.splitlines()[1:]) == (130, ["", "learn: interrupted"])
