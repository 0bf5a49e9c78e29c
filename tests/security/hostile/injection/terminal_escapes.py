"""
class: injection
attempts: prints colors, moves, titles, links, clipboard writes and resets
exercise: softmax_by_hand
verdict: fail
max-score: 1
success-shows-as: control-character
"""

# @@PRELUDE@@
print("\x1b[2J\x1b[1;1H\x1b[32mpass\x1b[0m \x1b]0;8 of 8\x07 \x1b]8;;http://example.invalid\x1b\\link\x1b]8;;\x1b\\")
print("\x1b]52;c;cHduZWQ=\x07 \x9b2J \x9d0;t\x9c \x90q\x9c \x08\x08\x08\x7f \x1bc \x00 fail\rpass")


def softmax(logits):
    return wrong(logits)
