"""What one asks of vectors, losses and models: the plane of a projection, a long curve in few points, costs."""
