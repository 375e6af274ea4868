"""The address of a run in the program, also of one whose data are too long for a query.

What is too long stands deflated in the fragment, or, too long even for that, its data are named by their hash, and the
page asks for the file: the rule of `assets/shell/address.mjs` and `packing.mjs`, which read what is written here.
"""

import base64
import hashlib
import zlib
from urllib.parse import parse_qsl, urlencode

from explorer.training.fields import CORPORA

_LONGEST_QUERY = 2_000  # characters
_LONGEST_FRAGMENT = 60_000
_LONG = (*CORPORA, "parameters", "edit")  # fields


def packed(query: str) -> tuple[str, str]:
    """(query, fragment) of an address, of a recipe's query; the fragment with its #, or empty."""
    if len(query) <= _LONGEST_QUERY:
        return query, ""
    items = parse_qsl(query, keep_blank_values=True)
    short, long = ([item for item in items if (item[0] in _LONG) == of_long] for of_long in (False, True))
    whole = _deflated(long)
    if len(whole) <= _LONGEST_FRAGMENT or not (data := [item for item in long if item[0] in CORPORA]):
        return urlencode(short), f"#z={whole}"
    (field, text), *_ = data
    others = [_deflated(rest)] if (rest := [item for item in long if item[0] != field]) else []
    named = ":".join([field, hashlib.sha256(text.encode()).hexdigest(), *others])
    return urlencode(short), f"#sha256={named}"


def _deflated(items):
    """Items of a query in the letters that a fragment may have."""
    compressor = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    deflated = compressor.compress(urlencode(items).encode()) + compressor.flush()
    return base64.urlsafe_b64encode(deflated).decode().rstrip("=")
