"""What one asks of vectors: the plane in which to look at them."""
