"""Values that all rooms share: exact numbers, dice, sentences, the parts of an answer.

Exact inside. A float becomes a fraction once, at the border (``to_fraction``), and a JSON number on the way out
(``to_number``). Odds are whole numbers of throws out of all (``dice``, on icepool); dice rolled again without end are
a finite sum.
"""
