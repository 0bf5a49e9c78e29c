"""The class report: figures from the results of a class, as text, as CSV and as a page."""
