"""What holds a body up, at a place of the map and an elevation: the same for every game and every kind of map.

=======  ==================================================  =====================================================
Held by  Where                                               From there
=======  ==================================================  =====================================================
ground   as high as the ground, or at the bottom of a gap    walk; jump; climb what is beside; swim off the shore
water    in deep water, at its surface or below it           swim in any direction; at the surface walk ashore
wall     on what is climbed, a ladder, beside higher ground  climb up, down and along; walk off at its foot
rope     on a rope, as the ledger tells                      down the rope; walk off at its foot
air      anywhere else                                       fly; or fall
=======  ==================================================  =====================================================

A jump starts from ground only. It may end on ground, in water or on what can be stepped down to; lower down it is a
fall, as a step on foot is that leads over an edge or off a wall. Whom nothing holds falls to the first thing below: the
bottom of the gap, the ground beyond the edge, the storey, the water; how far is told. Who is pushed or carried comes
under the same table where that ends.

``MoverContext`` reads it from map and elevation for a place, ``System.held_after`` from a stretch for its end, and
``paths/holding`` holds paths against it. Games go by these, and add prices, rolls and what a fall does.
"""

from typing import Final, Literal

Hold = Literal["ground", "water", "wall", "rope", "air"]
AIR: Final = "air"
"""What bars those on foot where nothing is below, and a surface in games where a jump may end in it."""
HELD: Final[dict[str, Hold]] = {"swim": "water", "climb": "wall", "rappel": "rope"}
"""What holds who moves in a mode, where the map says nothing else."""
