"""Questions about one's own code: computed from runs of the learner's file and of copies with one slip each."""
