"""In Firefox and WebKit, as Debian has them.

Playwright's own builds are other programs than people have, and it cannot drive these: so Firefox is asked by WebDriver
BiDi, which it speaks itself, and WebKit by WebDriver (`drivers`). Not every machine has them, so the tests have names
of their own, and run when they are asked for:

    pip install -e ".[test,browsers]" && apt-get install firefox-esr webkit2gtk-driver xvfb
    python -m pytest tests/other_browsers/in_each.py

What is missing then is a failure.
"""
