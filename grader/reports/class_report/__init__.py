"""The class report: one table, a row for each student and a cell for each exercise, as text, CSV and a page."""
