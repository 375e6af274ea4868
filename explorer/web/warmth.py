"""Compiling ahead of the first visitor, and telling whoever asks how far it is.

Every entry point warms up, `python app.py` as well as a WSGI server that imports `app:server`: else the first
visitors of each model wait for the compiler, each worker's anew. Kernels belong to the process, not to an app: so
there is one warm-up in a process, however many apps it makes.

A server that loads the app and then forks (gunicorn --preload) does so at a moment of its own. A thread does not
live on in a child, but the locks do that it held: the child of a process that was compiling would wait for Numba's
lock, or an import's, for ever. So a fork waits until no model is being compiled, and the child goes on by itself from
where its parent was.

Nor may a process end while LLVM compiles in that thread: it would take away what LLVM still works with, which aborts.
So an exit waits for the model that is being compiled.
"""

import atexit
import gc
import os
import sys
import threading
import time

from flask import Flask, Response, request

from explorer.maths.kernel import cache_folder, open_cache, why_not_kept
from explorer.training import PRESETS, warm_up
from explorer.web.describe import describe
from explorer.web.kept import trajectory

_PATIENCE = 10  # seconds that compiling waits for requests
_EXIT = 60  # seconds that an exit waits for a model
_PAUSE = 0.05  # seconds between two models, in which a fork gets its turn
_USUAL_SWITCH = sys.getswitchinterval()  # seconds


class Warmth:
    """How far the kernels of this process are compiled."""

    def __init__(self):
        self._models = warm_up()
        self._next = next(self._models)  # (number, of how many, name) of what is compiled next; None after the last
        self._requests, self._thread, self._hooked = 0, None, False
        self._make_locks()

    def _make_locks(self):
        self._compiling = threading.RLock()  # held while a model's kernels are compiled
        self._counting = threading.Lock()

    @property
    def ready(self) -> bool:
        """Whether no request has to wait for the compiler any more."""
        return self._next is None

    def progress(self) -> str:
        """How far it is, in words."""
        now = self._next
        return "Preparing kernels, {} of {}: {}".format(*now) if now else "ready"

    def compile_next(self) -> None:
        """Compile the next model's kernels, or read them from the cache; nothing where all are done."""
        with self._compiling:
            if self.ready:
                return
            following = next(self._models, None)
            if following is None:
                _open_presets()
                _settle()
            self._next = following

    def start(self) -> None:
        """Compile what is left in a thread of its own, unless one does so already."""
        with self._counting:
            if self._thread is not None:
                return
            self._thread = threading.Thread(target=self._compile_behind, name="warm-up", daemon=True)
        if not self._hooked:
            self._hooked = True
            self._watch_process()
        self._thread.start()

    def _watch_process(self):
        """Neither a fork nor the end of the process comes while a model is being compiled."""
        atexit.register(lambda: self._compiling.acquire(timeout=_EXIT))  # and no other one begins
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(
                before=lambda: self._compiling.acquire(),
                after_in_parent=lambda: self._compiling.release(),
                after_in_child=self._begin_anew,
            )

    def _begin_anew(self):
        """In a forked process, which has none of its parent's threads and requests."""
        self._requests, self._thread = 0, None
        self._make_locks()
        self.start()

    def _compile_behind(self):
        """Before each model wait as long as there are requests: one of them may want a kernel of its own, and only one
        thread compiles at a time. Python hands over every 5 ms, and a request needs many turns: here it does sooner.
        """
        sys.setswitchinterval(_USUAL_SWITCH / 10)
        try:
            while not self.ready:
                until = time.monotonic() + _PATIENCE
                time.sleep(_PAUSE)
                while self._requests and time.monotonic() < until:
                    time.sleep(_PAUSE)
                self.compile_next()
        finally:
            sys.setswitchinterval(_USUAL_SWITCH)

    def counting(self, app):
        """The same WSGI application, its requests counted while they are answered."""

        def counted(environ, start_response):
            self._count(1)
            try:
                return app(environ, start_response)
            finally:
                self._count(-1)

        return counted

    def _count(self, change):
        with self._counting:
            self._requests += change


WARMTH = Warmth()  # this process's


def register(server: Flask, start: bool = True) -> None:
    """Answer /healthz (the process is there) and /readyz (all kernels are compiled); start compiling them.

    Whoever asks these two knows the address of a machine and not the name of the page: call this before the Host of a
    request is looked at.
    """
    if start:
        WARMTH.start()
    answers = {"/healthz": _health, "/readyz": _readiness}
    server.wsgi_app = WARMTH.counting(server.wsgi_app)

    @server.before_request
    def answer_probe():
        answer = answers.get(request.path)
        return answer() if answer and request.method in ("GET", "HEAD") else None


def _open_presets():
    """What else the first visitors would wait for: data are read and equations set, a tenth of a second for all."""
    for preset in PRESETS.values():
        describe(trajectory(preset.recipe.to_query()))


def _settle():
    """Leave what is there now, most of it libraries, out of the search for garbage, which stops everybody each time."""
    gc.collect()
    gc.freeze()


def _health() -> Response:
    return _text("ok")


def _readiness() -> Response:
    if WARMTH.ready:
        return _text("ready")
    return _text(WARMTH.progress(), status=503, headers={"Retry-After": "5"})


def _text(text, status=200, headers=None) -> Response:
    response = Response(text, status, headers, mimetype="text/plain")
    response.cache_control.no_store = True
    return response


def compile_first() -> None:
    """Compile the first model's kernels before anybody can ask for them."""
    print(f"{WARMTH.progress()}; the first start takes some seconds …", flush=True)
    if reason := why_not_kept():
        print(f"Compiled kernels are not kept for the next start: {reason}", flush=True)
    WARMTH.compile_next()


def compile_all() -> None:
    """Compile every kernel into the cache, as for an image. Ends the program where they cannot be kept, saying why."""
    while not WARMTH.ready:
        print(f"{WARMTH.progress()} …", flush=True)
        WARMTH.compile_next()
    open_cache()
    if reason := why_not_kept():
        sys.exit(f"Not all kernels are kept: {reason}")
    print(f"All kernels are kept in {cache_folder()}")
