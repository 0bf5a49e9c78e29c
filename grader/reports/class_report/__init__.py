"""What the results of a class say together: figures, and these as text, as CSV and as a page."""
