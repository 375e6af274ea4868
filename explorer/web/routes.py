"""To be written."""


def register(app):
    """Nothing yet."""
