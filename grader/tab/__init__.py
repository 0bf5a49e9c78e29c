"""The course in a browser's tab: a course from one bundle, and a learner's code in the same interpreter."""
