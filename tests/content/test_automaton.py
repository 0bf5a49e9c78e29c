"""Patterns of `learn generate --regex`: the automaton of each matches what Python's `re` matches."""

from __future__ import annotations

import re
from itertools import product

import pytest
from places import COURSE

MODULE = COURSE.solutions.reference("generation/automaton")
ALPHABET = "abc019-. \n]"
PATTERNS = (
    "",
    "ab*c",
    "a|",
    "(a|b)*abb",
    "(a*)*b",
    "(?:ab?){2,3}",
    "a{2,}b",
    "a{0}b",
    "[^a]+c",
    r"[a-c\d-]{1,3}",
    "[]a]+",
    "a.c",
    r"\.\w\W",
    r"\d\s?\D",
)
REFUSED = {
    "(a": "character 3 of the pattern: ) is missing here",
    "a)": "character 2 of the pattern: there is no group to close here",
    "*a": r"character 1 of the pattern: * cannot stand here; for the character itself, write \*",
    "a$": r"character 2 of the pattern: $ cannot stand here; for the character itself, write \$",
    "a{1000}": "character 8 of the pattern: write a number up to 100, or two such as {2,3}",
    "a{3,2}": "character 7 of the pattern: the second number is smaller than the first",
    "[z-a]": "character 5 of the pattern: this is no range of characters, such as a-z",
    r"\q": r"character 3 of the pattern: \q is not known here",
    "((a{90}){90}){90}": "character 13 of the pattern: with its repeats the pattern has more than 400 parts; give a shorter one",
    "(a|b)*a(a|b){9}": "the pattern needs more than 300 states; give a shorter one",
}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_an_automaton_matches_what_the_expression_matches(pattern: str) -> None:
    transitions, accepting = MODULE.automaton(pattern, ALPHABET)

    def is_match(text: str) -> bool:
        state = 0
        for char in text:
            if char not in transitions[state]:
                return False
            state = transitions[state][char]
        return state in accepting

    texts = ["".join(each) for length in range(4) for each in product(ALPHABET, repeat=length)] + [
        "aabb",
        "ababab",
        "babb",
    ]
    assert [each for each in texts if is_match(each)] == [each for each in texts if re.fullmatch(pattern, each)]


@pytest.mark.parametrize("pattern", REFUSED)
def test_a_pattern_that_cannot_be_read_says_where(pattern: str) -> None:
    with pytest.raises(MODULE.PatternError) as error:
        MODULE.automaton(pattern, ALPHABET)
    assert str(error.value) == REFUSED[pattern]
