"""The page, and the server around it: the only package that imports Dash.

A Dash app of one's own takes `Explorer`, a component, from here. To import this is enough to have it served, in each
app that is made afterwards: so what serves it is loaded here, and not when somebody names it, which may be too late.
"""

from explorer.web.component import Explorer
from explorer.web.served import add_to

__all__ = ["Explorer", "add_to"]
