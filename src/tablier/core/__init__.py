"""What every game is: `Game`, `Position`, options, reasons, texts; `Match` (history and house rules) and the record file."""
