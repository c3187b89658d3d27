"""Values that all rooms share: exact numbers, dice, sentences, the parts of an answer.

Numbers inside are exact. A float becomes a fraction once, at the border (``to_fraction``), and a JSON number on the way
out (``to_number``). Odds are whole numbers of throws out of all throws (``dice``, on icepool); for dice that are rolled
again without end they are a finite sum.
"""
