"""Code that runs in the learner's process.

These files are run in an interpreter of their own (see `boot`), so they import the standard library,
numpy and one another only. They never see an expected value, a solution or a result file. The trusted
process shares two of them: the codec (`codec`), and `execute`, which runs reference solutions too.
"""
