"""The page, and the server around it: the only package that imports Dash."""
