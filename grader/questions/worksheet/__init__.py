"""Worksheets: an exercise with pen and paper, with numbers of one's own, its key, and marks for its answers."""
