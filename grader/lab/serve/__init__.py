"""Serve a course's generator over HTTP, in the shape of the API that most tools speak."""
