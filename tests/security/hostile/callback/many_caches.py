"""
class: callback
attempts: has the grader make objects without end
exercise: small/reply
verdict: timeout
max-score: 0
success-shows-as: memory
"""

def reply(model, prompt, count):
    kept = []
    while True:
        kept.append(model.new_cache())
