"""Go through the merges once, as training did; for merges that come from training that is the same."""

def bpe_encode(word, merges):
    pieces = list(word)
    for left, right in merges:
        place = 0
        while place + 1 < len(pieces):
            if pieces[place] == left and pieces[place + 1] == right:
                pieces[place : place + 2] = [left + right]
            place += 1
    return pieces
