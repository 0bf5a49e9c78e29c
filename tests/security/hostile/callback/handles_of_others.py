"""
class: callback
attempts: asks objects by numbers that were never given, negative, huge and no numbers
exercise: small/reply
verdict: crash
max-score: 0
success-shows-as: forged-pass
"""

# @@PRELUDE@@


def reply(model, prompt, count):
    for number in (-1, 99, 10**30, True, "0", None, [0]):
        send({"op": "ask", "of": number, "use": "call", "name": "", "args": []})
    return [0]
