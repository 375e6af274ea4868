"""The page: the only package that imports Dash. Ids, layout, routes and callbacks, and the server around them."""
