"""How answers are compressed on their way out, by the program's own server and by what stands in somebody else's."""

from flask import Flask
from flask_compress import Compress


def compress(server: Flask) -> None:
    """Compress text on its way out.

    Not the blocks of frames: they are floating-point numbers, on which it costs more time than it saves.
    """
    server.config["COMPRESS_EVALUATE_CONDITIONAL_REQUEST"] = True  # else a compressed asset never answers 304
    server.config["COMPRESS_ALGORITHM"] = ["br", "zstd", "gzip", "deflate"]  # as small and quick as can be comes first
    server.config["COMPRESS_LEVEL"] = 9  # of gzip, which is what is left without TLS
    server.config["COMPRESS_BR_LEVEL"] = 5  # takes hardly longer than 4, and makes the scripts a tenth smaller
    Compress(server)

    @server.after_request  # runs before that of Compress
    def read_file(response):
        # Flask sends files as streams, which Compress would leave open and send again each time.
        if response.direct_passthrough:
            response.direct_passthrough = False
            response.make_sequence()
        return response
