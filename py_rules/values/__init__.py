"""Values that all rooms share: exact numbers, dice, the parts of an answer."""
