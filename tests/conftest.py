"""Settings for all tests: property tests are reproducible and never fail for being slow; Ctrl-C can be sent to programs."""

import signal

from hypothesis import HealthCheck, settings

settings.register_profile(
    "tablier", derandomize=True, deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("tablier")

# A shell starts what runs in the background with this signal ignored, and programs the tests start would inherit that.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
