"""Read and write formats: strict YAML, CSV, archives, Markdown, formulas, HTML pages, fonts. Knows nothing of the course."""
