"""Draw a contact sheet of all surfaces, and count their font sizes, families, colors and paddings.

`python docs/contact_sheet.py FOLDER` writes a picture for each look (phone, desktop, light, dark, print) and the counts.
It needs Playwright and a Chromium.
"""

import sys
import tempfile
from base64 import b64encode
from pathlib import Path
from typing import Any

import drawn_pages
import record
from playwright.sync_api import sync_playwright

SITE = (
    "index.html", "units/picking/index.html", "units/picking/nucleus_membership.html", "cards/index.html",
    "cards/picking.html", "quizzes/index.html", "quizzes/overview.html", "playground.html", "glossary.html",
    "print/index.html", "errata.html",
)  # fmt: skip
"""A page of each kind of the course's site."""
OTHERS = ("class-report", "result", "notebook", "worksheet", "cheatsheet", "printing")
"""Pictures of the documentation that show pages outside the site."""
PHONE, DESKTOP = {"width": 390, "height": 780}, {"width": 1280, "height": 820}
LOOKS: dict[str, dict[str, Any]] = {
    "phone-light": {"viewport": PHONE, "color_scheme": "light"},
    "phone-dark": {"viewport": PHONE, "color_scheme": "dark"},
    "desktop-light": {"viewport": DESKTOP, "color_scheme": "light"},
    "desktop-dark": {"viewport": DESKTOP, "color_scheme": "dark"},
    "print": {"viewport": {"width": 794, "height": 1123}},
}
MEASURE = """() => [...document.querySelectorAll("body *")].flatMap((element) => {
  const style = getComputedStyle(element), box = element.getBoundingClientRect();
  const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  if (!box.width || element.closest("svg, script, noscript") || style.visibility === "hidden") return [];
  const text = hasText ? [["size", style.fontSize], ["family", style.fontFamily], ["color", style.color]] : [];
  const back = style.backgroundColor === "rgba(0, 0, 0, 0)" ? [] : [["background", style.backgroundColor]];
  return [...text, ...back, ["padding", style.padding]];
})"""
"""Returns the kinds and values of what each visible element shows."""


def surfaces(folder: Path) -> dict[str, Path]:
    """Write all pages; return their files by name."""
    drawn_pages.made("author", "site", "--out", str(folder / "site"))
    found = {path: folder / "site" / path for path in SITE}
    for name in OTHERS:
        (folder / name).mkdir()
        found[name] = drawn_pages.PAGES[name](folder / name)[0]
    return found


def main(folder: Path) -> None:
    """Write the sheets, and print the number of different values of each kind, and the values themselves in a file."""
    folder.mkdir(parents=True, exist_ok=True)
    counts: dict[str, set[str]] = {}
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        pages = surfaces(Path(made))
        browser = playwright.chromium.launch(executable_path=record.program(), args=record.SWITCHES)
        for look, options in LOOKS.items():
            tags = ""
            for name, file in pages.items():
                window = browser.new_page(**options, reduced_motion="reduce")
                if look == "print":
                    window.emulate_media(media="print")
                window.goto(file.as_uri())
                if look.startswith("desktop-light"):
                    for kind, value in window.evaluate(MEASURE):
                        counts.setdefault(kind, set()).add(value)
                data = b64encode(window.screenshot(type="jpeg", quality=70)).decode()
                tags += f'<figure><img src="data:image/jpeg;base64,{data}"><figcaption>{name}</figcaption></figure>'
                window.close()
            sheet = browser.new_page(viewport={"width": 1900, "height": 400})
            style = "body{margin:16px;font:14px sans-serif;display:grid;grid-template-columns:repeat(5,1fr);gap:16px;background:#888}figure{margin:0}img{width:100%}"
            sheet.set_content(f"<style>{style}</style>{tags}")
            sheet.screenshot(path=folder / f"{look}.png", full_page=True)
        browser.close()
    sys.stdout.writelines(f"{kind}: {len(values)}\n" for kind, values in sorted(counts.items()))
    (folder / "counts.txt").write_text(
        "\n".join(f"{kind}: {value}" for kind in sorted(counts) for value in sorted(counts[kind])), "utf-8"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
