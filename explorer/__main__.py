"""`python -m explorer` starts the page, like the console command."""

from explorer.web.server import main

if __name__ == "__main__":
    main()
