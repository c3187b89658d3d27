"""A mover's scene, the paths on it measured, and where it can go."""
