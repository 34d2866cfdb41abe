"""Engines against engines: matches and tournaments in processes of their own, ratings with errors, reports, and the line
protocol by which any program can take part."""
