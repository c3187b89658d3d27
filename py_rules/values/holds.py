"""What holds a body up, at a place of the map and an elevation: the same of every game and every kind of map.

=======  ====================================================  ==========================================
Held by  Where                                                 From there
=======  ====================================================  ==========================================
ground   as high as the ground, or at the bottom of a gap      walk, jump, climb what is beside, swim off
water    in deep water, at its surface or below it             swim in any direction, climb what is beside
wall     in what is climbed, on a ladder, beside higher        climb up, down and along
         ground
rope     on a rope, as the ledger tells                        down the rope
air      anywhere else                                         fly, or fall
=======  ====================================================  ==========================================

A jump starts from ground only. It may end on ground or in water, and lower down than it began; it is a fall then, as a
step on foot is that leads over an edge. Who is carried keeps what holds it.
"""

from typing import Literal

Hold = Literal["ground", "water", "wall", "rope", "air"]
