"""Make the pictures of the documentation anew, with Playwright and a Chromium.

`python docs/record.py` makes all, `python docs/record.py sessions` those of terminals only. A test compares their words with
what the commands print now, and another one the pages of the others with the pages that the commands write now.
"""

import shutil
import sys
import tempfile
from base64 import b64encode
from pathlib import Path

import drawn_pages
import sessions
from PIL import Image, PngImagePlugin
from playwright.sync_api import Browser, sync_playwright

from grader.files import html_page

COLORS = {"printing": 10, "notebook": 64, "compare": 64, "result": 24, "class-report": 24, "site": 24}
"""Colors of a picture of a page, otherwise 12; more are hardly seen, and make it larger."""
HEIGHTS = {"class-report": 1240, "result": 900, "site": 680, "notebook": 800}
"""Heights of the pictures that show the top of a page."""
HERE = Path(__file__).parent / "pictures"
FRONT = Path(__file__).parent / "front"
"""The pictures of the start page of the course's site."""
CARD = """<style>{face} body {{ margin: 0; padding: 0; display: flex; width: 1200px; height: 630px; background: var(--paper) }}
body > main {{ flex: none; width: 430px; margin: 0; padding: 80px 0 0 60px }} svg {{ width: 72px; color: var(--accent) }}
h1 {{ margin: 24px 0; font-size: 60px }} p {{ font-size: 30px; line-height: 1.35 }} img {{ flex: none; align-self: start; width: 900px; margin: 80px 0 0 20px }}</style>
<main><svg viewBox="0 0 16 16"><path fill="currentColor" d="M1 12h3v3H1zM6 8h4v7H6zM12 1h3v14h-3z"/></svg>
<h1>Token by Token</h1><p>Write how a transformer generates text. Each mistake is named as you save.</p></main><img src="{verdict}">"""
"""The card that links to the course's site show: its name, and a verdict."""
SWITCHES = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PAPER = "document.documentElement.style.background = '#e3e0d9'; document.querySelector('.guide').remove()"
"""Makes a page with sheets look like a table that they lie on."""


def main() -> None:
    """Write the pictures of terminals, and those of pages and sheets."""
    for name in sessions.SESSIONS:
        with tempfile.TemporaryDirectory() as folder:
            (HERE / f"session-{name}.svg").write_text(sessions.record(name, Path(folder)), "utf-8")
    shutil.copyfile(HERE / "session-watch.svg", FRONT / "verdict.svg")
    if sys.argv[1:] != ["sessions"]:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program(), args=SWITCHES)
            for name in drawn_pages.PAGES:
                picture(name, browser)
            card(browser)
            browser.close()


def program() -> str:
    """Return the path of a Chromium."""
    return next(filter(None, map(shutil.which, BROWSERS)))


def picture(name: str, browser: Browser) -> None:
    """Write the picture of a page, with the fingerprint of what it is drawn from."""
    path = HERE / f"{name}.png"
    with tempfile.TemporaryDirectory() as folder:
        files = drawn_pages.PAGES[name](Path(folder))
        DRAWN.get(name, page)(browser, files, path)
        said = PngImagePlugin.PngInfo()
        said.add_text(drawn_pages.SOURCE, drawn_pages.fingerprint(files))
    small = Image.open(path).convert("RGB").quantize(COLORS.get(name, 12), dither=Image.Dither.NONE)
    small.save(path, optimize=True, pnginfo=said)


def page(browser: Browser, files: list[Path], path: Path) -> None:
    """Draw the top of a page."""
    window = browser.new_page(viewport={"width": 1000, "height": HEIGHTS[path.stem]})
    window.goto(files[0].as_uri())
    window.screenshot(path=path)


def card(browser: Browser) -> None:
    """Draw the card of the course, in few colors."""
    verdict = f"data:image/svg+xml;base64,{b64encode((FRONT / 'verdict.svg').read_bytes()).decode()}"
    window = browser.new_page(viewport={"width": 1200, "height": 630})
    window.set_content(CARD.format(face=html_page.face(), verdict=verdict))
    window.screenshot(path=FRONT / "card.png")
    Image.open(FRONT / "card.png").convert("RGB").quantize(48, dither=Image.Dither.NONE).save(
        FRONT / "card.png", optimize=True
    )


def compare(browser: Browser, files: list[Path], path: Path) -> None:
    """Draw the playground with two dials turned."""
    window = browser.new_page(viewport={"width": 1240, "height": 790}, reduced_motion="reduce")
    window.goto(files[0].as_uri())
    for name, value in (("temperature", "1.4"), ("topP", "0.9")):
        window.locator(f"[data-setting={name}]").fill(value)
    window.get_by_text("tired", exact=True).first.wait_for()
    window.screenshot(path=path)


def paper(browser: Browser, files: list[Path], path: Path) -> None:
    """Draw a page as it comes out of a printer, on A4."""
    window = browser.new_page(viewport={"width": 794, "height": 1123}, device_scale_factor=1.05)  # 210 × 297 mm
    window.emulate_media(media="print")
    window.goto(files[0].as_uri())
    window.evaluate("document.body.style.padding = '8mm 9mm'")
    window.screenshot(path=path)


def sheets(browser: Browser, files: list[Path], path: Path) -> None:
    """Draw three sheets of cards side by side, as they come out of a printer."""
    window = browser.new_page(viewport={"width": 900, "height": 1200}, device_scale_factor=1.5)
    fold, business = files
    drawn = []
    for file, place in ((fold, 1), (business, 2), (business, 3)):
        window.goto(file.as_uri())
        window.evaluate(PAPER)
        drawn.append(window.locator(".sheet").nth(place).screenshot())
    tags = "".join(f'<img src="data:image/png;base64,{b64encode(each).decode()}">' for each in drawn)
    style = "body{margin:0;padding:20px;display:flex;gap:20px;background:#e3e0d9}img{width:386px}"
    side_by_side = browser.new_page(viewport={"width": 1238, "height": 586}, device_scale_factor=1.5)
    side_by_side.set_content(f"<style>{style}</style>{tags}")
    side_by_side.screenshot(path=path)


def set_up_sheet(browser: Browser, files: list[Path], path: Path) -> None:
    """Draw the sheet with which a printer is set up."""
    window = browser.new_page(viewport={"width": 900, "height": 1200}, device_scale_factor=1.5)
    window.goto(files[0].as_uri())
    window.evaluate(PAPER)
    window.locator(".sheet").first.screenshot(path=path)


DRAWN = {
    "compare": compare,
    "cheatsheet": paper,
    "worksheet": paper,
    "printing": sheets,
    "set-up-sheet": set_up_sheet,
}
"""Functions that draw pictures; the others show the top of a page."""


if __name__ == "__main__":
    main()
