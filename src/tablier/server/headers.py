"""Headers every answer carries."""

from __future__ import annotations

__all__ = ["API", "PAGE", "POLICY"]

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""The page's Content-Security-Policy: everything from here, nothing inline, in no frame."""

_ALL = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)

PAGE = (*_ALL, (b"content-security-policy", POLICY.encode()))
API = (
    *_ALL,
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cache-control", b"no-store"),
)
"""Answers of the API are data: even if one were shown as a page it could do nothing. Some hold secrets: no cache keeps them."""
