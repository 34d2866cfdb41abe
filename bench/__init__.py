"""How fast Tablier is, on the machine it runs on: ``make bench``."""
