"""The pages to read, as one page for the browser or for paper."""
