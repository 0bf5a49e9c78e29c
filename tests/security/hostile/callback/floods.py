"""
class: callback
attempts: asks without end
exercise: small/reply
verdict: timeout
max-score: 0
success-shows-as: hang
"""

def reply(model, prompt, count):
    cache = model.new_cache()
    while True:
        model(prompt, cache)
