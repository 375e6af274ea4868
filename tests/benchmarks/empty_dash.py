"""An empty Dash page on the same server, as the measure of a first load: `--port N`."""

import argparse

import waitress
from dash import Dash, html


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    app = Dash(__name__)
    app.layout = html.Div("empty", id="empty")
    waitress.serve(app.server, host="127.0.0.1", port=parser.parse_args().port, threads=4, ident=None)


if __name__ == "__main__":
    main()
