"""Adds up."""


def adds_up() -> None:
    """Read whole numbers until a line is empty; print how many there were and their sum."""
    numbers = []
    while line := input("number: "):
        numbers.append(int(line))
    print(f"{len(numbers)} numbers, {sum(numbers)} in all")
