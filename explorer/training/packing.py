"""Links: the address of a run in the program, also of one whose data are too long for a query.

What is too long stands deflated in the fragment, or, too long even for that, its data are named by their hash, and the
page asks for the file: the rule of `assets/shell/address.mjs` and `packing.mjs`. Either side reads what the other
has packed.
"""

import base64
import hashlib
import zlib
from urllib.parse import parse_qsl, urlencode

from explorer import limits
from explorer.budget import at_most, charge
from explorer.errors import RecipeError
from explorer.training.fields import CORPORA

_LONGEST_QUERY = 2_000  # characters
_LONGEST_FRAGMENT = 60_000
_LONGEST = 4 * limits.MAX_CORPUS_BYTES  # of what was deflated, in which %C3 is a byte
_SWOLLEN = 800  # characters of a packed one, at most
_PACKED, _HASHED = "z=", "sha256="  # what a fragment begins with
_LONG = (*CORPORA, "parameters", "edit")  # fields


def packed(query: str) -> tuple[str, str]:
    """(query, fragment) of an address, of a recipe's query; the fragment with its #, or empty."""
    if len(query) <= _LONGEST_QUERY:
        return query, ""
    items = parse_qsl(query, keep_blank_values=True)
    short, long = ([item for item in items if (item[0] in _LONG) == of_long] for of_long in (False, True))
    whole = _deflated(long)
    if len(whole) <= _LONGEST_FRAGMENT or not (data := [item for item in long if item[0] in CORPORA]):
        return urlencode(short), f"#{_PACKED}{whole}"
    (field, text), *_ = data
    others = [_deflated(rest)] if (rest := [item for item in long if item[0] != field]) else []
    named = ":".join([field, hashlib.sha256(text.encode()).hexdigest(), *others])
    return urlencode(short), f"#{_HASHED}{named}"


def query_of(link: str) -> str:
    """The query of a link as the page has it: a whole address, or what begins with its ?, or the query alone.

    RecipeError where data of the link are in a file, were cut short, or are more than a corpus may have.
    """
    before, _, fragment = link.rpartition("#")
    if fragment.startswith(_HASHED):
        field = fragment.removeprefix(_HASHED).partition(":")[0]
        raise RecipeError([(field, "a file that the link names by its hash", f"its text itself, as Recipe({field}=…)")])
    if not fragment.startswith(_PACKED):
        return _query_in(link)
    long = _inflated(fragment.removeprefix(_PACKED))
    return "&".join(part for part in (_query_in(before), long) if part)


def _query_in(address):
    """What is after the ? of an address, or all of it where it is a query; there may be a ? in a value, too."""
    path, _, query = address.partition("?")
    if "=" in path or "&" in path:
        return address
    return query or ("" if "/" in path else path)


def _inflated(fragment):
    """What `_deflated` has packed."""
    most = min(_LONGEST, _SWOLLEN * len(fragment))
    charge("link", f"{len(fragment):,} characters", most, most, at_most(len(fragment)))
    inflater = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
    try:
        deflated = base64.urlsafe_b64decode(fragment + "=" * (-len(fragment) % 4))
        plain = inflater.decompress(deflated, _LONGEST).decode()
    except (ValueError, zlib.error):
        plain = ""
    if inflater.unconsumed_tail:
        raise RecipeError([("link", "more", f"at most {_LONGEST:,} characters once it is unpacked")])
    if not plain or not inflater.eof:
        raise RecipeError([("link", f"#z={fragment[:20]}…", "the whole of what the page has written after #z=")])
    return plain


def _deflated(items):
    """Items of a query in the letters that a fragment may have."""
    compressor = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    deflated = compressor.compress(urlencode(items).encode()) + compressor.flush()
    return base64.urlsafe_b64encode(deflated).decode().rstrip("=")
