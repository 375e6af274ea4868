"""Start Embedding Explorer from a checkout: `python app.py`, or any WSGI server on `app:server`."""

from explorer.web.server import create_app, main


def __getattr__(name):
    # Made when a WSGI server asks for it, so that `python app.py` does not build the app twice.
    if name == "server":
        return create_app().server
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


if __name__ == "__main__":
    main()
