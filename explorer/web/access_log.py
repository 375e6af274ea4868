"""A line for each request, on request: when, what, how it went, how large, how long.

Without the query, which may hold a private corpus, and without the address that asked.
"""

import time
from urllib.parse import quote

from flask import Flask, g, request


def start(server: Flask) -> None:
    """Print a line for each answer that has been sent: time, method, path, status, bytes of the body, milliseconds.

    Call it before anything else answers or refuses requests. With several threads, lines stay whole.
    """

    @server.before_request
    def begin():
        g.began = time.perf_counter()

    @server.after_request
    def tell_when_sent(response):
        began, asked, has_body = g.began, f"{request.method} {quote(request.path)}", request.method != "HEAD"

        def tell():
            size = (response.content_length or 0) if has_body else 0
            took = 1000 * (time.perf_counter() - began)
            stamp = time.strftime("%Y-%m-%dT%H:%M:%S%z")
            print(f"{stamp} {asked} {response.status_code} {size} {took:.1f}\n", end="", flush=True)

        response.call_on_close(tell)
        return response
