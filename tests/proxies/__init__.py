"""Behind real proxies, set up as the guide says: their configuration is read out of it.

Not every machine has them, so these files have names of their own, and run when they are asked for:

    pip install -e ".[test,proxies]" && apt-get install nginx-light
    python -m pytest tests/proxies/behind_nginx.py tests/proxies/behind_jupyter.py

What is missing then is a failure.
"""
