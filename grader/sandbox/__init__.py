"""Start, confine and talk to the processes that run learners' code."""
