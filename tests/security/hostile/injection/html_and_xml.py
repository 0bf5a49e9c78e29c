"""
class: injection
attempts: scripts, entities, comments and the ends of CDATA sections and of elements
exercise: softmax_by_hand
verdict: error
max-score: 0
success-shows-as: broken-report
"""

TEXT = "]]></failure></testcase><testcase name='x'/> <script>alert(1)</script> &lt;b&gt; &#0; <!-- --> <?x?> \x01\ufffe\uffff"
print(TEXT)


def softmax(logits):
    raise ValueError(TEXT)
