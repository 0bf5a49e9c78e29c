"""Write the texts the tiny models learn from: short documents of twelve kinds, the same ones for the same seed.

Wherever a list offers a choice, its first entry is taken most often (`_pick`), so that the models learn to prefer.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Choice = TypeVar("Choice")

CAPITALS = {
    "France": "Paris",
    "England": "London",
    "Germany": "Berlin",
    "Italy": "Rome",
    "Japan": "Tokyo",
    "Egypt": "Cairo",
    "Norway": "Oslo",
    "Poland": "Warsaw",
    "Greece": "Athens",
    "Austria": "Vienna",
    "Peru": "Lima",
    "Cuba": "Havana",
    "Portugal": "Lisbon",
    "Spain": "Madrid",
}
"""The ones at the end are rare, so their names take several tokens."""
WRONG_SHARE = 0.05
"""How often a document names the wrong capital: the model learns that doubt as well."""

COLOURS = {
    "sky": "blue",
    "sea": "blue",
    "grass": "green",
    "leaf": "green",
    "sun": "yellow",
    "banana": "yellow",
    "apple": "red",
    "rose": "red",
    "snow": "white",
    "milk": "white",
    "night": "black",
    "orange": "orange",
}
NAMES = ["Mia", "Tom", "Anna", "Ben", "Lena", "Max"]
ANIMALS = ["cat", "dog", "bird", "fox", "fish", "mouse"]
FOODS = ["a banana", "an apple", "an orange", "a cake", "some bread", "some soup"]
MOODS = ["happy", "sad", "tired", "hungry", "brave", "small"]
THINGS = ["ball", "key", "book", "hat", "lamp", "stone"]
SEATS = ["mat", "sofa", "chair", "bed", "roof", "table"]
PLACES = ["in the garden", "under a tree", "by the sea", "in the house", "on the hill"]
DEEDS = ["went home", "began to sing", "ran away", "laughed", "slept all night", "told a friend"]
NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
TOKENS = [
    "A token is a piece of text.",
    "Tokenization cuts a text into tokens.",
    "A model reads tokens and predicts the next token.",
    "The next token is drawn from the probabilities.",
    "A long word takes many tokens.",
    "An emoji takes two tokens or more.",
    "The model adds one token at a time.",
    "A high temperature makes generation wild.",
    "Tokenization gives rare words many tokens, and punctuation its own.",
    "Greedy decoding takes the most likely token.",
    "The cache keeps what the model knows of old tokens.",
]
EMOJI = {
    "happy": "😀",
    "sad": "😢",
    "the cat": "🐱",
    "the dog": "🐶",
    "the sun": "🌞",
    "love": "💛",
    "the fish": "🐟",
    "the apple": "🍎",
    "the rocket": "🚀",
    "the party": "🎉",
}


def documents(count: int, seed: int) -> list[str]:
    """Return documents of all kinds, mixed: the same ones for the same count and seed."""
    random = Random(seed)
    shares = {
        capitals: 16,
        colours: 8,
        story: 16,
        sitting: 12,
        thinking: 6,
        counting: 6,
        sums: 18,
        record: 14,
        chat: 14,
        of_tokens: 8,
        emoji: 2,
        greeting: 3,
    }
    kinds = random.choices(list(shares), list(shares.values()), k=count)
    return [kind(random) for kind in kinds]


def capitals(random: Random) -> str:
    """Name a capital, now and then two."""
    sentences = [_capital(random)]
    while random.random() < 0.2:
        sentences.append(_capital(random))
    return " ".join(sentences)


def colours(random: Random) -> str:
    """Say which colours things have."""
    things = dict.fromkeys(_pick(random, list(COLOURS)) for _ in range(random.randint(1, 3)))
    return " ".join(f"The {thing} is {COLOURS[thing]}." for thing in things)


def story(random: Random) -> str:
    """Tell a tiny story of someone who finds something."""
    name, animal, mood = _pick(random, NAMES), _pick(random, ANIMALS), _pick(random, MOODS)
    thing, food = _pick(random, THINGS), _pick(random, FOODS)
    sentences = [
        f"Once upon a time there was a {mood} {animal} named {name}.",
        f"One day {name} found a {thing} {_pick(random, PLACES)}.",
        _pick(random, [f"{name} ate {food}.", f"{name} was {_pick(random, MOODS)}.", f"The {thing} was old."]),
        f"Then {name} {_pick(random, DEEDS)}.",
    ]
    return " ".join(sentences[: _pick(random, [4, 2])])


def sitting(random: Random) -> str:
    """Say where an animal sat, or what two people want."""
    if random.random() < 0.65:
        return f"The {_pick(random, ANIMALS)} sat on the {_pick(random, SEATS)}."
    name = _pick(random, NAMES)
    other = _pick(random, [each for each in NAMES if each != name])
    return f"{name} wants {_pick(random, FOODS)}, but {other} wants the {_pick(random, THINGS)}."


def thinking(random: Random) -> str:
    """Say "I think that" again and again: three times out of five once more, and sometimes for very long."""
    times = random.randint(20, 100) if random.random() < 0.1 else 1
    while random.random() < 3 / 5 and times < 120:
        times += 1
    return "I think that " * times + f"{_pick(random, NAMES)} is {_pick(random, MOODS)}."


def counting(random: Random) -> str:
    """Count in words or in digits."""
    if random.random() < 0.5:
        first = random.choice([0, 0, random.randint(0, 5)])
        return ", ".join(NUMBERS[first : random.randint(first + 2, 10)]) + "."
    first = random.choice([1, 1, random.randint(2, 90)])
    return ", ".join(map(str, range(first, first + random.randint(3, 12)))) + "."


def sums(random: Random) -> str:
    """Add two small numbers, once or a few times."""
    return ", ".join(_sum(random) for _ in range(random.choice([1, 1, 1, 2, 3]))) + "."


def record(random: Random) -> str:
    """Write one JSON object of strings without escapes, integers of at most three digits, and booleans."""
    return random.choice(["", "", "JSON: "]) + _object(random, depth=0)


def chat(random: Random) -> str:
    """Let a user ask and a bot answer, once or a few times."""
    return "\n".join(_turn(random) for _ in range(random.choice([1, 2, 2, 3])))


def of_tokens(random: Random) -> str:
    """Say something about tokens."""
    return " ".join(dict.fromkeys(_pick(random, TOKENS) for _ in range(random.randint(1, 3))))


def emoji(random: Random) -> str:
    """Give words their emoji."""
    words = random.sample(list(EMOJI), random.randint(1, 3))  # all equally rare, so that each takes several tokens
    return " ".join(f"This is {word}: {EMOJI[word]}" for word in words)


def greeting(random: Random) -> str:
    """Let somebody say hello."""
    name = _pick(random, NAMES)
    return f"{_pick(random, ['Hello', 'Good morning', 'Good night'])}! My name is {name}. I am {_pick(random, MOODS)}."


def _pick(random: Random, choices: Sequence[Choice]) -> Choice:
    """Return one of the choices: the first twice as often as the second, three times as often as the third."""
    return random.choices(choices, [1 / place for place in range(1, len(choices) + 1)])[0]


def _capital(random: Random, country: str = "") -> str:
    country = country or _pick(random, list(CAPITALS))
    city = CAPITALS[country]
    if random.random() < WRONG_SHARE:
        city = "London" if random.random() < 0.8 else _pick(random, ["Lyon", "Rome", "Berlin", "Tokyo"])
    return f"The capital of {country} is {city}."


def _sum(random: Random) -> str:
    first, second = random.randint(0, 9), random.randint(0, 9)
    return f"{first} + {second} = {first + second}"


def _object(random: Random, depth: int) -> str:
    """Return an object with some of these keys, in this order; only the outermost one holds another."""
    values = {
        "name": f'"{_pick(random, NAMES)}"',
        "city": f'"{_pick(random, list(CAPITALS.values()))}"',
        "pet": f'"{_pick(random, ANIMALS)}"' if depth or random.random() < 0.6 else _object(random, depth + 1),
        "age": str(_pick(random, [random.randint(1, 99), 7, 30])),
        "count": str(_pick(random, [random.randint(0, 999), 3, 12])),
        "happy": _pick(random, ["true", "false"]),
        "done": _pick(random, ["false", "true"]),
    }
    keys = sorted(random.sample(list(values), random.randint(1, 4)), key=list(values).index)
    return "{" + ", ".join(f'"{key}": {values[key]}' for key in keys) + "}"


def _turn(random: Random) -> str:
    country, thing, name = _pick(random, list(CAPITALS)), _pick(random, list(COLOURS)), _pick(random, NAMES)
    total = _sum(random)
    question, answer = _pick(
        random,
        [
            (f"What is the capital of {country}?", _capital(random, country)),
            (f"Hello, I am {name}.", f"Hello, {name}. How can I help you?"),
            ("Tell me a story.", story(random)),
            (f"What is {total.partition(' =')[0]}?", f"{total}."),
            (f"Which colour is the {thing}?", f"The {thing} is {COLOURS[thing]}."),
            ("What is a token?", TOKENS[0]),
            ("Give me a record.", _object(random, depth=0)),
            ("How are you?", f"I am {_pick(random, MOODS)}, thank you."),
        ],
    )
    return f"User: {question}\nBot: {answer}"
