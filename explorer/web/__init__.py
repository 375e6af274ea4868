"""The page: the only package that imports Dash."""
