"""One module a step, each named after its revision."""
