"""Make the pictures of the documentation anew: `python docs/make_pictures.py`, with Playwright and a Chromium."""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from grader.cli.group import run

HERE = Path(__file__).parent
SWITCHES = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def main() -> None:
    """Write compare.png: the page of one prompt, with the dials turned."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_file = Path(folder) / "compare.html"
        if run(["compare", "I think that", "--out", str(page_file)]):
            sys.exit(1)
        program = next(filter(None, map(shutil.which, BROWSERS)))
        browser = playwright.chromium.launch(executable_path=program, args=SWITCHES)
        page = browser.new_page(viewport={"width": 1240, "height": 1060}, reduced_motion="reduce")
        page.goto(page_file.as_uri())
        page.locator("article a").nth(8).click()  # "All together"
        page.evaluate("document.activeElement.blur(); document.querySelector('header').remove()")
        page.evaluate("scrollTo(0, 60)")
        page.screenshot(path=HERE / "compare.png")
        browser.close()


if __name__ == "__main__":
    main()
