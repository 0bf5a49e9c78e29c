"""A course's public site: static pages, made by the writers that `learn read`, `compare`, `print` and others use."""
