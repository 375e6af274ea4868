"""Requests of a seeded grammar, for the test that the server stands them, and for a hunt for what they cost."""
