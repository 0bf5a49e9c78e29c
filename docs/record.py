"""Make the pictures of the documentation anew, with Playwright and a Chromium.

`python docs/record.py` makes all, `python docs/record.py sessions` those of terminals only. A test compares their words with
what the commands print now.
"""

import shutil
import sys
import tempfile
from base64 import b64encode
from pathlib import Path
from random import Random

import sessions
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from grader.cli.main import run
from grader.course import find
from grader.course.course import Course

COLORS = 16
"""Colors of a picture of a page; more are hardly seen, and make it larger."""
HERE = Path(__file__).parent / "pictures"
SWITCHES = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def main() -> None:
    """Write the pictures of terminals, and those of pages and sheets."""
    for name in sessions.SESSIONS:
        with tempfile.TemporaryDirectory() as folder:
            (HERE / f"session-{name}.svg").write_text(sessions.record(name, Path(folder)), "utf-8")
    if sys.argv[1:] != ["sessions"]:
        pages()
        for path in HERE.glob("*.png"):
            Image.open(path).convert("RGB").quantize(COLORS, dither=Image.Dither.NONE).save(path, optimize=True)


def pages() -> None:
    """Write compare.png, the page of one prompt with the dials turned and a text drawn, and the other pictures of pages."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_file = Path(folder) / "compare.html"
        if run(["compare", "I think that", "--out", str(page_file)]):
            sys.exit(1)
        program = next(filter(None, map(shutil.which, BROWSERS)))
        browser = playwright.chromium.launch(executable_path=program, args=SWITCHES)
        page = browser.new_page(viewport={"width": 1240, "height": 1060}, reduced_motion="reduce")
        page.goto(page_file.as_uri())
        page.locator("article a").last.click()  # "All together"
        page.locator("#prompt").fill("Once upon a time")
        page.get_by_role("button", name="Draw", exact=True).click()
        page.get_by_role("button", name="Stop").wait_for(state="detached")
        page.locator("#drawn > span").nth(3).hover()
        page.evaluate("document.activeElement.blur(); document.querySelector('header').remove()")
        page.evaluate("scrollTo(0, 60)")
        page.screenshot(path=HERE / "compare.png")
        cheat_sheet(browser, Path(folder))
        sheets(browser, Path(folder))
        class_report(browser, Path(folder))
        browser.close()


def cheat_sheet(browser: Browser, folder: Path) -> None:
    """Write cheatsheet.png: the sheet as it comes out of a printer, on A4."""
    if run(["cheatsheet", "--out", str(folder / "cheatsheet.html")]):
        sys.exit(1)
    page = browser.new_page(viewport={"width": 794, "height": 1123}, device_scale_factor=1.1)  # 210 × 297 mm
    page.emulate_media(media="print")
    page.goto((folder / "cheatsheet.html").as_uri())
    page.evaluate("document.body.style.padding = '8mm 9mm'")
    page.screenshot(path=HERE / "cheatsheet.png")


def sheets(browser: Browser, folder: Path) -> None:
    """Write printing.png, three sheets of cards side by side, and set-up-sheet.png, as they come out of a printer."""
    made = {"fold": ["course", "--layout", "fold"], "business": ["course", "--layout", "business"]}
    made["calibration"] = ["--layout", "calibration"]
    for name, options in made.items():
        if run(["cards", *options, "--out", str(folder / f"{name}.html")]):
            sys.exit(1)
    page = browser.new_page(viewport={"width": 900, "height": 1200}, device_scale_factor=1.5)
    look = "document.documentElement.style.background = '#e3e0d9'; document.querySelector('.guide').remove()"
    pictures = []
    for name, place in (("fold", 1), ("business", 2), ("business", 3)):
        page.goto((folder / f"{name}.html").as_uri())
        page.evaluate(look)
        pictures.append(page.locator(".sheet").nth(place).screenshot())
    page.goto((folder / "calibration.html").as_uri())
    page.evaluate(look)
    page.locator(".sheet").first.screenshot(path=HERE / "set-up-sheet.png")
    tags = "".join(f'<img src="data:image/png;base64,{b64encode(each).decode()}">' for each in pictures)
    style = "body{margin:0;padding:20px;display:flex;gap:20px;background:#e3e0d9}img{width:386px}"
    side_by_side = browser.new_page(viewport={"width": 1238, "height": 586}, device_scale_factor=1.5)
    side_by_side.set_content(f"<style>{style}</style>{tags}")
    side_by_side.screenshot(path=HERE / "printing.png")


def class_report(browser: Browser, folder: Path) -> None:
    """Write class-report.png: the top of the report on a class of 24 that solves some of four exercises."""
    units = {"scores": ("softmax_by_hand", "temperature_rescaling")}
    units["picking"] = ("top_3_renormalisation", "nucleus_membership")
    ids = [f"{unit}/{name}" for unit, names in units.items() for name in names]
    for student in range(24):
        for place, exercise_id in enumerate(ids):
            hand_in(folder / f"class/student-{student + 1:02}", exercise_id, Random(f"{student} {place}"))
    graded = run(
        [
            "grade",
            str(folder / "class"),
            "--out",
            str(folder / "results"),
            "--seed=1",
            *(f"--exercise={each}" for each in ids),
        ]
    )
    if graded or run(["report", str(folder / "results"), "--out", str(folder / "report.html")]):
        sys.exit(1)
    page = browser.new_page(viewport={"width": 1000, "height": 1240})
    page.goto((folder / "report.html").as_uri())
    page.screenshot(path=HERE / "class-report.png")


def hand_in(folder: Path, exercise_id: str, dice: Random) -> None:
    """Write an exercise right, or with a mistake, or leave it as it was at the beginning."""
    course = Course(find())
    name, function = exercise_id.rpartition("/")[2], course.exercise(exercise_id).function
    right = course.solutions.path(exercise_id).read_text("utf-8")
    folder.mkdir(parents=True, exist_ok=True)
    luck = dice.random()
    if luck > 0.4:
        source = right
    elif luck < 0.08:
        source = (course.content.exercises / f"{exercise_id}.py").read_text("utf-8")
    else:
        mistakes = course.solutions.mistakes(exercise_id, course.exercise(exercise_id).functions)
        written = course.solutions.path(exercise_id, "_mistakes").read_text("utf-8")
        (folder / f"right_{name}.py").write_text(right, "utf-8")
        source = written.replace(f"from .{name} ", f"from right_{name} ")
        source += f"\n\n{function} = {mistakes[min(int(dice.expovariate(0.9)), len(mistakes) - 1)].name}\n"
    (folder / f"{name}.py").write_text(source, "utf-8")


if __name__ == "__main__":
    main()
