"""What the server refuses, and what it forbids the browser.

Dash answers whoever asks. A stranger's page could make its own host name point to this machine and read the
answers (DNS rebinding): so a request must name a host that this server is known by. It could post to us from
afar: so a POST must come from one of our own pages. And should a stranger's markup ever get into the page,
the content security policy runs no script but ours.
"""

import ipaddress
import re
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import Flask, abort, request

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^\s:@/\\?#\[\]]+)(:\d*)?")
_LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}
_SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}


@dataclass(frozen=True)
class Hosts:
    """The names this server answers to; with `addresses` also any IP address, which nobody can rebind."""

    names: frozenset[str]
    addresses: bool

    def allow(self, host: str) -> bool:
        """Whether `host`, the value of a Host header, is one of ours, whatever its port."""
        match = _HOST.fullmatch(host)
        if not match:
            return False
        name = match[1].lower().rstrip(".")
        return name in self.names or (self.addresses and _is_address(name))


def hosts(bound: str = "127.0.0.1", also: tuple[str, ...] = ()) -> Hosts:
    """The hosts of a server bound to `bound`, and the names in `also`."""
    names = {*_LOOPBACK, bound, *also}
    on_network = bound not in {*_LOOPBACK, "::1"}
    if on_network:
        machine = socket.gethostname()
        names |= {machine, f"{machine}.local", socket.getfqdn()}
    return Hosts(frozenset(name.lower().rstrip(".") for name in names), addresses=on_network)


def content_policy(script_hashes, debug: bool = False) -> str:
    """The Content-Security-Policy. Dash's development tools show errors in a frame with inline scripts."""
    scripts = "'unsafe-inline'" if debug else " ".join(script_hashes)
    return "; ".join(
        [
            "default-src 'self'",
            f"script-src 'self' {scripts}",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "connect-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'self'",
        ]
    )


def protect(server: Flask, allowed: Hosts, policy: str, max_bytes: int) -> None:
    """Refuse foreign hosts and origins, and bodies over `max_bytes`; set the headers of every response."""
    server.config["MAX_CONTENT_LENGTH"] = server.config["MAX_FORM_MEMORY_SIZE"] = max_bytes

    @server.before_request
    def refuse_foreign():
        host = request.headers.get("Host", "")
        if not allowed.allow(host):
            abort(
                403,
                "This server does not answer to that host name; start it with --allow-host NAME to allow it.",
            )
        origin = request.headers.get("Origin")
        if request.method not in _SAFE_METHODS and origin is not None and urlsplit(origin).netloc != host:
            abort(403, "This request comes from a page of another site.")

    @server.after_request
    def set_headers(response):
        response.headers["Content-Security-Policy"] = policy
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "same-origin"
        return response


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
