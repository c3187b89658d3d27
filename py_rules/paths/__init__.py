"""A mover's scene, the paths on it measured, and where it can go.

Prices are lists of tiers. A system says what an allowance costs as a list of tiers: up to 25 ft free, then a die
for each 5 ft, then a roll. ``engine/walk`` walks it and cuts it where a tier ends: bands touch and cover the path by
construction. The same lists price destinations: the search knows meters, not rules, and returns every best
combination of what is used and of what was met on the way (``footing``: what a step is made on, and what it draws
on); ``destinations`` prices each with the system's tiers. Random boards test for every system that plans and
destinations agree, cell by cell, in price, chance and what is left (``tests/oracle/test_destinations.py``).

The search does not know three things: how long a run-up of several rounds was (OpenD6: it counts as one); where a
swim comes before the running, the Bonus Action that running takes from its sprint (Shadowrun 5); and, where climbs are
rolled with the Action, that Extended Movement may come before such a roll (The Contract: it lists what is within Free
Movement, and a path may do more). What no price allows is not followed: the search asks ``possible`` once for each
combination.

A foe's Reaction, an interception and a charge ask one thing of the map: does a straight line lead from one body to the
other that no wall, shut door or solid thing touches? ``charts`` knows where the parts of bodies are, cell by cell or
on circles, and ``board/between`` what stands there; games say how far a reach is, and whose.
"""
