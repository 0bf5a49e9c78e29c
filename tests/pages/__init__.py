"""Tests of pages in Chromium."""
