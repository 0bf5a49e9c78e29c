def kind(char):
    if char.isalpha():
        return "letter"
    if char.isdecimal():
        return "digit"
    if char.isspace():
        return "space"
    return "sign"


def pre_tokenize(text: str, allowed: list[str]) -> list[str]:
    runs = []
    for char in text:
        if runs and kind(runs[-1][0]) == kind(char):
            runs[-1] += char
        else:
            runs.append(char)
    pieces = []
    front = ""
    for i, run in enumerate(runs):
        if kind(run[0]) != "space":
            pieces.append(front + run)
            front = ""
        elif i == len(runs) - 1:
            pieces.append(run)
        else:
            if run[:-1]:
                pieces.append(run[:-1])
            if run[-1] == " ":
                front = " "
            else:
                pieces.append(run[-1])
    # TODO: allowed
    return pieces
