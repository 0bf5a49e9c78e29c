"""
class: injection
attempts: prints workflow commands on lines of their own
exercise: softmax_by_hand
verdict: fail
max-score: 1
success-shows-as: workflow-command
"""

# @@PRELUDE@@
print("::set-output name=score::8\n::add-mask::8\r::stop-commands::x\n   ::error file=a.py,line=1::passed")
print("\x0b::group::all passed\x0c::notice::8 of 8\x1c::warning::w\x85::debug::d\u2028::endgroup::")


def softmax(logits):
    return wrong(logits)
