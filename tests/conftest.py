"""Settings for all tests: property tests are reproducible and never fail for being slow."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "tablier", derandomize=True, deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("tablier")
