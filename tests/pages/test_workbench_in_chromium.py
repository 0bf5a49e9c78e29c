"""Task pages in a real browser under their real policy: write, check, be told, pass, keep, hand in; and nothing hangs."""

from __future__ import annotations

import contextlib
import http.server
import json
import random
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import chromium
import pytest
from chromium import SIDEWAYS, Opened, until
from click.testing import CliRunner
from named_mistakes import FOLDER, WrongFunction, wrong_functions
from places import COURSE
from tab_files import engine_files

from grader.authoring.site.build import SiteContent, rendering, static_files
from grader.cli.main import learn
from grader.course.commands import showcase_function
from grader.course.fingerprint import content_hash
from grader.grading.prepared import prepare

pytestmark = [pytest.mark.external, chromium.NEEDED]

PHONE, LARGE = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
LOT = random.Random(content_hash(COURSE))
"""Draws the exercises: others after each change of the course, the same ones in every run between."""
SECONDS = 60.0
"""Python starts on a busy machine, too."""
WATCH = """document.addEventListener("securitypolicyviolation", (event) => {
  console.log(`violated: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
});"""
NO_STORAGE = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } });"
)
STATUS = "document.querySelector('#status').textContent"
CHECKED, READY = f"{STATUS} === 'Checked.'", f"{STATUS} === 'Python is ready.'"
LONE = "\ufeffdef f():\n\tif True:\n\t\treturn 1\n        return 2\n"


class Sample:
    """An exercise drawn by lot: its right function, and a wrong one with the title of the mistake that it makes."""

    def __init__(self) -> None:
        wrong: WrongFunction = LOT.choice([one for path in sorted(FOLDER.glob("*.py")) for one in _alone(path)])
        self.id = COURSE.find(wrong.exercise)
        self.wrong, self.right = wrong.source, COURSE.solutions.path(self.id).read_text("utf-8")
        self.path, self.function = f"units/{self.id}.html", COURSE.exercise(self.id).functions[0]
        mistakes = prepare(COURSE, COURSE.exercise(self.id)).trusted.mistakes
        self.mistake = next(one.title.replace("`", "") for one in mistakes if {one.name} == wrong.makes)


def _alone(path: Path) -> list[WrongFunction]:
    """Return the functions of a file that make one listed mistake, if its solution imports no other exercise."""
    solution = COURSE.solutions.path(COURSE.find(path.stem)).read_text("utf-8")
    found = wrong_functions(path) if "from ." not in solution else []
    return [one for one in found if len(one.makes) == 1 and "from ." not in one.source]


SAMPLE = Sample()
FIRST = COURSE.exercise_ids[0]
LOOPS = showcase_function(COURSE.solutions, "list_loops")
assert LOOPS
LOOP = min(LOOPS(), key=COURSE.exercise_ids.index)


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, and says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine; yield its address."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the start page, the drawn task, its unit and the first task of the course's site."""
    place = tmp_path_factory.mktemp("site")
    content = SiteContent(COURSE, "https://example.org/engine", False, engine_files=engine_files())
    unit = SAMPLE.id.partition("/")[0]
    wanted = {"index.html", f"units/{unit}/index.html", SAMPLE.path, f"units/{FIRST}.html", f"units/{LOOP}.html"}
    pages = ((path, render()) for path, render in rendering(content) if path in wanted)
    for path, data in (*static_files(content), *pages):
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_bytes(data)
    return place


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    with served(folder) as address:
        yield address


@contextlib.contextmanager
def bench(browser: Any, site: str, path: str = SAMPLE.path, **settings: Any) -> Iterator[Any]:
    """Open a task page under its policy; at the end, nothing was violated, said, or asked of another host."""
    opened = Opened(browser, "about:blank", viewport=settings.pop("viewport", LARGE), **settings)
    with opened as page:
        page.add_init_script(WATCH)
        page.goto(site + path)
        yield page
        foreign = [url for url in opened.asked if not url.startswith((site, "data:", "blob:", "about:"))]
        assert (foreign, opened.said) == ([], [])


def write(page: Any, text: str) -> None:
    """Put a text into the editor in place of all that is there, as a paste does."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.evaluate(
        """(text) => { const data = new DataTransfer(); data.setData('text/plain', text);
           document.querySelector('#editor').shadowRoot.querySelector('.cm-content')
             .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); }""",
        text,
    )


def check(page: Any, text: str, seconds: float = SECONDS) -> str:
    """Write a function and check it; return the verdict's text."""
    write(page, text)
    page.evaluate(f"{STATUS} = ''")  # a check can be done before anybody sees that it began
    page.keyboard.press("Control+s")
    until(page, CHECKED, seconds)
    return str(page.locator("#verdict").inner_text())


def test_a_wrong_function_is_named_and_the_right_one_passes_with_all_that_follows(browser: Any, site: str) -> None:
    with bench(browser, site) as page:
        assert SAMPLE.mistake in check(page, SAMPLE.wrong)
        page.get_by_role("button", name="Try this call").click()
        until(page, f"document.querySelector('#console-lines').textContent.includes({SAMPLE.function!r})", SECONDS)
        page.locator("#console-line").fill("print('from', 'here')")
        page.keyboard.press("Enter")
        until(page, "document.querySelector('#console-lines').textContent.endsWith('from here\\n')", SECONDS)
        words = COURSE.words(SAMPLE.id)
        assert f"{words.points} of {words.points} points" in check(page, SAMPLE.right)
        until(page, "document.querySelector('#explanation').textContent !== ''", SECONDS)
        page.get_by_text("The reference solution beside yours").click()
        assert page.locator("#own").inner_text().strip() == SAMPLE.right.strip()
        assert f"def {SAMPLE.function}" in page.locator("#solution").inner_text()
        assert page.get_by_text(f"1 of {len(COURSE.exercise_ids)} passed").is_visible()
        page.goto(f"{site}index.html")
        assert page.locator(".units .counted").count() == 1
        page.goto(f"{site}units/{SAMPLE.id.partition('/')[0]}/index.html")
        assert page.locator("h3 .passed").count() == 1


HOSTILE = {
    "an endless loop": ("{head}\n    while True:\n        pass\n", ["time"]),
    "recursion": ("{head}\n    return {name}(*args, **kwargs)\n", ["RecursionError"]),
    "memory": ("{head}\n    return np.ones((1 << 29,))\n", ["memory", "too big"]),
    "exit": ("{head}\n    sys.exit()\n", ["exit"]),
    "input": ("{head}\n    return input()\n", ["input"]),
    "a flood": ("{head}\n    print('x' * 10_000_000)\n", ["printed"]),
    "a syntax error": ("def {name}(:\n    pass\n", ["syntax"]),
    "a mark and tabs": (LONE, ["tab", "indent"]),
}


def test_what_hangs_ends_or_floods_gets_a_sentence_and_the_next_check_works(browser: Any, site: str) -> None:
    head = f"import sys\nimport numpy as np\n\n\ndef {SAMPLE.function}(*args, **kwargs):"
    said = {}
    with bench(browser, site) as page:
        for name, (text, words) in HOSTILE.items():
            verdict = check(page, text.replace("{head}", head).replace("{name}", SAMPLE.function))
            said[name] = (verdict, any(word.lower() in verdict.lower() for word in words))
            assert "0 of" in verdict
        assert f"{COURSE.words(SAMPLE.id).points} of" in check(page, SAMPLE.right)
    assert [(name, verdict) for name, (verdict, is_said) in said.items() if not is_said] == []


def test_a_check_can_be_stopped(browser: Any, site: str) -> None:
    with bench(browser, site) as page:
        until(page, READY, SECONDS)
        write(page, f"def {SAMPLE.function}(*args, **kwargs):\n    while [1 for _ in range(10**9)]:\n        pass\n")
        page.keyboard.press("Control+Enter")
        page.get_by_role("button", name="Stop").click()
        until(page, CHECKED, SECONDS)
        assert "0 of" in page.locator("#verdict").inner_text()
        assert f"{COURSE.words(SAMPLE.id).points} of" in check(page, SAMPLE.right)


def test_a_first_exercise_is_passed_from_the_start_page_with_the_keyboard_alone(browser: Any, site: str) -> None:
    with bench(browser, site, "index.html") as page:
        _tab_to(page, "document.activeElement?.textContent === 'Start the first exercise'")
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/{FIRST}.html")
        _tab_to(page, "document.activeElement?.id === 'editor'")
        page.keyboard.press("Control+a")
        page.keyboard.press("Delete")
        page.keyboard.insert_text(COURSE.solutions.path(FIRST).read_text("utf-8"))
        page.keyboard.press("Control+Enter")
        until(page, CHECKED, SECONDS)
        page.keyboard.press("Escape")
        _tab_to(page, "document.activeElement?.textContent.startsWith('Next: ')")


def _tab_to(page: Any, expression: str) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(100):
        page.keyboard.press("Tab")
        if page.evaluate(expression):
            return
    raise AssertionError(f"Tab never comes to it: {expression}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_barrier_and_nothing_too_wide_before_a_verdict_on_a_mistake_and_after_passing(
    browser: Any, site: str, scheme: str
) -> None:
    with bench(browser, site, color_scheme=scheme, viewport=PHONE) as page:
        until(page, READY, SECONDS)
        barriers = chromium.barriers(page)
        for source in (SAMPLE.wrong, SAMPLE.right):
            check(page, source)
            page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })")
            page.wait_for_timeout(300)
            barriers += chromium.barriers(page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert [each for each in page.evaluate(SIDEWAYS) if "scrolls" not in each] == []
            page.set_viewport_size(LARGE)
            barriers += chromium.barriers(page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            page.set_viewport_size(PHONE)
    assert barriers == []


def test_a_text_is_written_once_the_loop_has_passed_and_the_question_by_hand_is_asked_once(
    browser: Any, site: str
) -> None:
    with bench(browser, site, f"units/{LOOP}.html") as page:
        until(page, "!document.querySelector('#by-hand').hidden", SECONDS)
        page.locator("#by-hand-answer").fill("-1")
        page.get_by_role("button", name="Answer").click()
        until(page, "document.querySelector('#by-hand-said').textContent.startsWith('Not quite.')", SECONDS)
        assert not page.locator("#speak").is_visible()
        check(page, COURSE.solutions.path(LOOP).read_text("utf-8"))
        until(page, "!document.querySelector('#speak').hidden", SECONDS)
        page.get_by_role("button", name="Run it").click()
        until(page, "document.querySelector('#speak-said').textContent.startsWith('Yours: ')", SECONDS)
        assert len(page.locator("#speak-text").inner_text()) > 20
        page.reload()
        until(page, READY, SECONDS)
        page.wait_for_timeout(500)
        assert not page.locator("#by-hand").is_visible()


def test_hints_come_one_by_one_and_are_noted(browser: Any, site: str) -> None:
    with bench(browser, site) as page:
        assert page.get_by_text("Hint 1 of").is_visible()
        assert not page.get_by_text("Hint 2 of").is_visible()
        page.get_by_text("Hint 1 of").click()
        page.get_by_text("Hint 2 of").click()
        key = f"learn/{COURSE.id}/standing/{SAMPLE.id}"
        until(page, f"JSON.parse(localStorage.getItem({key!r}) ?? '{{}}').hints === 2", SECONDS)


def test_two_tabs_lose_nothing(browser: Any, site: str) -> None:
    with bench(browser, site) as page:
        other = page.context.new_page()
        other.goto(site + SAMPLE.path)
        until(other, READY, SECONDS)
        write(page, "first = 1\n")
        page.wait_for_timeout(200)
        other.locator(".cm-content").click()
        other.keyboard.press("Control+End")
        other.keyboard.insert_text("second = 2\n")
        until(page, _holds("first = 1second = 2"))
        other.goto(f"{site}units/{FIRST}.html")
        write(other, "third = 3\n")
        assert SAMPLE.mistake in check(page, SAMPLE.wrong)
        files = page.evaluate("Object.entries(localStorage).filter(([key]) => key.includes('/file/')).length")
        assert files == (1 if SAMPLE.id == FIRST else 2)


def _holds(text: str) -> str:
    return f"document.querySelector('#editor').shadowRoot.querySelector('.cm-content').textContent.includes({text!r})"


def test_without_storage_it_works_and_says_so(browser: Any, site: str) -> None:
    with bench(browser, site) as page:
        assert not page.locator("#no-storage").is_visible()
        page.add_init_script(NO_STORAGE)
        page.reload()
        assert page.locator("#no-storage").is_visible()
        assert f"{COURSE.words(SAMPLE.id).points} of" in check(page, SAMPLE.right)


def test_a_download_checks_natively_and_opens_again(
    browser: Any, site: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with bench(browser, site, accept_downloads=True) as page:
        check(page, SAMPLE.right)
        page.get_by_text("Your files", exact=True).click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Download my files").click()
        download.value.save_as(tmp_path / "mine.zip")
        zipfile.ZipFile(tmp_path / "mine.zip").extractall(tmp_path / "work")
        monkeypatch.chdir(tmp_path / "work")
        checked = CliRunner().invoke(learn, ["check", SAMPLE.id])
        assert checked.exit_code == 0, checked.output
        graded = CliRunner().invoke(learn, ["grade", str(tmp_path / "mine.zip"), "--exercise", SAMPLE.id])
        assert json.loads(graded.stdout)["status"] == "pass"
        assert json.loads((tmp_path / "work/.learn/progress.json").read_bytes())["last"] == SAMPLE.id

        page.get_by_role("button", name="Put the stub back").click()
        until(page, _holds("NotImplementedError"))
        page.set_input_files("#zip", tmp_path / "work" / "README.md")
        until(page, "document.querySelector('#files-said').textContent.includes('Nothing has changed.')", SECONDS)
        page.set_input_files("#zip", tmp_path / "mine.zip")
        until(page, "document.querySelector('#files-said').textContent.startsWith('The zip is open')", SECONDS)
        kept = page.evaluate(f"localStorage.getItem('learn/{COURSE.id}/file/{SAMPLE.id}')")
        assert kept == (tmp_path / f"work/exercises/{SAMPLE.id}.py").read_text("utf-8") == SAMPLE.right
        page.get_by_role("button", name="Undo").click()
        until(page, _holds("NotImplementedError"))


def test_check_exercise_gives_the_document_in_order_and_notes_nothing(browser: Any, site: str, tmp_path: Path) -> None:
    with bench(browser, site) as page:
        ask = "([name, source]) => checkExercise(name, source).catch((error) => error.message)"
        name = SAMPLE.id.rpartition("/")[2]
        documents = page.evaluate(
            "(all) => Promise.all(all.map(([name, source]) => checkExercise(name, source)))",
            [[name, SAMPLE.wrong], [name, SAMPLE.right]],
        )
        assert [each["status"] for each in documents] == ["fail", "pass"]
        assert "nothing_like_it" in page.evaluate(ask, ["nothing_like_it", "x = 1"])
        assert page.evaluate(ask, [name, " "]) == "There is no text to check; give it as the second argument."
        assert page.evaluate("Object.keys(localStorage)") == []


def test_without_an_engine_a_check_says_so(browser: Any, folder: Path, tmp_path: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file() and "runtime" not in path.parts:
            (tmp_path / path.relative_to(folder)).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path.relative_to(folder)).symlink_to(path)
    with served(tmp_path) as address, Opened(browser, address + SAMPLE.path) as page:
        said = page.evaluate("checkExercise('a', 'b').catch((error) => error.message)")
        assert said.startswith("Python could not be loaded, so nothing can be checked here: ")
        assert page.locator("#status").inner_text() == said
