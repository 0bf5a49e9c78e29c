"""
class: callback
attempts: knows the model by heart and never asks it
exercise: small/reply
verdict: fail
max-score: 1
success-shows-as: forged-pass
"""

def reply(model, prompt, count):
    return [(prompt[-1] + 1 + number) % 5 for number in range(count)]
