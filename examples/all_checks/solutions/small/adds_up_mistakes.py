"""Typical wrong versions of Adds up."""


def joins_the_texts():
    """The lines are joined, not added.

    Two texts with a plus between them become one longer text. What does `input()` return?
    """
    lines = []
    while line := input():
        lines.append(line)
    print(f"{len(lines)} numbers, {''.join(lines) or 0} in all")


def counts_the_empty_line():
    """The empty line counts as a number.

    It only says that there are no more.
    """
    count, total = 1, 0
    while line := input():
        count, total = count + 1, total + int(line)
    print(f"{count} numbers, {total} in all")


def nothing_for_nothing():
    """Without a number, nothing is printed.

    The last sentence of the task says what to print then.
    """
    numbers = []
    while line := input():
        numbers.append(int(line))
    if numbers:
        print(f"{len(numbers)} numbers, {sum(numbers)} in all")


def one_line_only():
    """Only the first line is read.

    The task says when there are no more numbers. What repeats a question until then?
    """
    line = input()
    print(f"1 numbers, {int(line)} in all" if line else "0 numbers, 0 in all")
