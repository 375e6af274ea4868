"""What the server refuses, and what it forbids the browser.

Dash answers whoever asks. A stranger's page could make its own host name point to this machine and read the
answers (DNS rebinding): so a request must name a host that this server is known by. It could post to us from
afar: so a POST must come from one of our own pages. And should a stranger's markup ever get into the page,
the content security policy runs no script but ours.

Behind a proxy the host that people see may be another one than the proxy asks for, and may have another port or scheme.
So a POST is also taken from the pages of any host that was allowed by name, whatever its port.
"""

import ipaddress
import re
import socket
from dataclasses import dataclass

from flask import Flask, abort, request

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^\s:@/\\?#\[\]]+)(:\d*)?")
_LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}
_SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}


@dataclass(frozen=True)
class Hosts:
    """The names this server answers to; with `addresses` also any IP address, which nobody can rebind."""

    names: frozenset[str]
    addresses: bool
    named: frozenset[str] = frozenset()  # those of them that were allowed by name

    def allow(self, host: str) -> bool:
        """Whether `host`, the value of a Host header, is one of ours, whatever its port."""
        name = name_of(host)
        return bool(name) and (name in self.names or (self.addresses and _is_address(name)))

    def own(self, origin: str, host: str) -> bool:
        """Whether `origin`, the value of an Origin header in a request to `host`, is that of one of our pages."""
        asking = _authority(origin)
        return asking == host or name_of(asking) in self.named - {""}


def _authority(origin: str) -> str:
    """The host and port of an origin: it ends with them. Empty where it has none, as `null`."""
    return origin.partition("://")[2]


def name_of(host: str) -> str:
    """The name in `host`, a Host header or the middle of an address, without port; empty where it is none."""
    match = _HOST.fullmatch(host)
    return match[1].lower().rstrip(".") if match else ""


def hosts(bound: str = "127.0.0.1", also: tuple[str, ...] = ()) -> Hosts:
    """The hosts of a server bound to `bound`, and the names in `also`."""
    named = frozenset(map(name_of, also))
    names = {*_LOOPBACK, bound}
    on_network = bound not in {*_LOOPBACK, "::1"}
    if on_network:
        machine = socket.gethostname()
        names |= {machine, f"{machine}.local", socket.getfqdn()}
    return Hosts(named.union(name.lower().rstrip(".") for name in names), addresses=on_network, named=named)


def content_policy(script_hashes, frames: tuple[str, ...] = (), debug: bool = False) -> str:
    """The Content-Security-Policy; pages of the origins `frames` may show ours in a frame.

    Dash's development tools show errors in a frame with inline scripts.
    """
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
            " ".join(["frame-ancestors 'self'", *frames]),
        ]
    )


def protect(server: Flask, allowed: Hosts, policy: str, max_bytes: int) -> None:
    """Refuse foreign hosts and origins, and bodies over `max_bytes`; set the headers of every response."""
    server.config["MAX_CONTENT_LENGTH"] = server.config["MAX_FORM_MEMORY_SIZE"] = max_bytes

    @server.before_request
    def refuse_foreign():
        host = request.headers.get("Host", "")
        if not allowed.allow(host):
            abort(403, _told("This server does not answer to the host name", host))
        origin = request.headers.get("Origin")
        if request.method not in _SAFE_METHODS and origin is not None and not allowed.own(origin, host):
            problem = f"This request to {host} comes from a page of another site,"
            abort(403, _told(problem, _authority(origin), "If that is a proxy's name for this one: "))

    @server.after_request
    def set_headers(response):
        response.headers["Content-Security-Policy"] = policy
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "same-origin"
        return response


def _told(problem: str, host: str, condition: str = "") -> str:
    """The problem with a host, and what to set if it should be none."""
    name = name_of(host)
    if not name:
        return f"{problem} {host!r}."
    remedy = f"start it with --allow-host {name}, or with the variable EXPLORER_ALLOW_HOST={name}"
    return f"{problem} {name}. {condition or 'To allow it: '}{remedy}."


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
