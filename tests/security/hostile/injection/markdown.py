"""
class: injection
attempts: ends the fence around it, then images, links, mentions, tables and HTML
exercise: softmax_by_hand
verdict: error
max-score: 0
success-shows-as: markdown
"""

TEXT = "``` \n```\n~~~\n# passed\n![x](http://example.invalid/x.png) | 8 of 8 | @everyone <img src=x onerror=alert(1)> ````` `````"
print(TEXT)


def softmax(logits):
    raise ValueError(TEXT)
