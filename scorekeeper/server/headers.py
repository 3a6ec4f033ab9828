"""Security headers, on every answer."""

from flask import Flask, Response, request

HEADERS = {
    # No inline script or style anywhere: a name that slips through as markup stays text.
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Other sites learn nothing; our own forms need it: over https they are held to the page that they came from.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "X-Permitted-Cross-Domain-Policies": "none",
    "X-DNS-Prefetch-Control": "off",
    "Permissions-Policy": (
        "accelerometer=(), autoplay=(), browsing-topics=(), camera=(), display-capture=(), "
        "encrypted-media=(), gamepad=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), "
        "midi=(), payment=(), publickey-credentials-get=(), serial=(), usb=(), xr-spatial-tracking=()"
    ),
}
HTTPS_ALONE = "max-age=31536000"  # for this host: what its subdomains speak is not ours to say
KEPT_NOWHERE = "no-store, private"


def add_headers(app: Flask) -> None:
    """Send the headers with every answer. Unless an answer says otherwise itself, no browser and no cache keeps it."""

    @app.after_request
    def _headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if request.is_secure:
            response.headers.setdefault("Strict-Transport-Security", HTTPS_ALONE)
        response.headers.setdefault("Cache-Control", KEPT_NOWHERE)
        return response
