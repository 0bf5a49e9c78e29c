"""
class: injection
attempts: names in the file that are workflow commands, shown when the function is missing
exercise: softmax_by_hand
verdict: error
max-score: 0
success-shows-as: workflow-command
"""

class Anything:
    pass


Anything.__module__ = "submission"
for name in ("::error::passed", "\n::error::passed", "##[error]passed", "a\x1b[2Jb", "`*_x", "x" * 500):
    globals()[name] = Anything
