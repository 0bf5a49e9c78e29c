"""Parse the names that learning platforms give to files and folders in their downloads.

Students choose a part of these names, so each pattern fixes what the platform guarantees and takes the first number.
"""

import re
import unicodedata
from typing import NamedTuple

# Moodle replaces each underscore of a person's name by a space (mod/assign/classes/downloader.php). So no file of a
# student's can look as if the number in its own name were Moodle's. DOTALL: a file's name may hold even a line break.
MOODLE = re.compile(r"(?P<name>[^_]+)_(?P<number>\d+)_assignsubmission_[a-z]+(?:_(?P<file>.*))?", re.DOTALL)
# Canvas removes numbers between underscores from a person's name, but leaves one at its end: `x_101` is possible. It writes
# the name in lower case, LATE in capitals (lib/content_zipper.rb).
CANVAS = re.compile(
    r"(?P<name>.+?)(?P<late>_LATE)?_(?P<number>\d+)_(?:\d+_(?P<file>.+)|(?P<entry>text|link)(?=\.html$))",
    re.DOTALL,
)
ANONYMOUS = re.compile(r"(?P<late>LATE_)?(?P<number>anon_[^\W_]+)_\d+_(?P<file>.+)", re.DOTALL)
GRADESCOPE = re.compile(r"submission_(?P<number>\d+)")
THREE_NUMBERS = re.compile(r"_(\d+)_(\d+)_\d+(?:_|$)")
AGAIN = re.compile(r"-\d+(?=(\.\w+)+$)")
"""The number that Canvas appends to the name of a file when there is one of this name already."""


class PlatformName(NamedTuple):
    """The parts of a name in a platform's download; `platform` is empty for any other name."""

    name: str
    """The name of the person, which they may have chosen, or the whole text."""
    number: str = ""
    file: str = ""
    """The file's own name; empty for a folder."""
    platform: str = ""
    is_late: bool = False
    other_number: str = ""
    """A second number that may be the student's, if the name can be read in two ways."""


def parse(text: str) -> PlatformName:
    """Return the parts of the name of an entry in a folder, the suffix with it."""
    text = unicodedata.normalize("NFC", text)  # macOS writes ü as two characters
    if match := MOODLE.fullmatch(text):
        return PlatformName(match["name"], match["number"], match["file"] or "", "moodle")
    if match := ANONYMOUS.fullmatch(text):
        return PlatformName(
            match["number"], match["number"], AGAIN.sub("", match["file"]), "canvas", bool(match["late"])
        )
    if match := CANVAS.match(text):
        file = match["file"] or f"{match['entry']}.html"
        numbers = THREE_NUMBERS.match(text, match.start("number") - 1)
        other = numbers[2] if numbers else ""
        is_late = bool(match["late"])
        return PlatformName(match["name"], match["number"], AGAIN.sub("", file), "canvas", is_late, other)
    if match := GRADESCOPE.fullmatch(text):
        return PlatformName(text, match["number"], platform="gradescope")
    return PlatformName(text)
