"""The tests of Quarte; `python -m tests.games quarte`, in a checkout of Tablier, runs them with the suites over all games."""
