"""The Contract in words: the sentences that no declaration has beside it."""

TEXTS = {
    "pool": "{first} {first_value} + {second} {second_value} = {pool} d10 against Difficulty {difficulty}",
    "pool.changed": "{first} {first_value} + {second} {second_value}, modifier {change} = {pool} d10"
    " against Difficulty {difficulty}",
    "gate.pool": "{pool} d10 against Difficulty {difficulty}",
    **{f"rating.{rating}": rating.capitalize() for rating in ("athletics", "brawn", "dexterity")},
    # What bands say.
    "free": "Free Movement, up to {limit} ft",
    "extended": "Extended Movement costs {dice} of the Action’s dice",
    "acted": "The Action is used and no dice were held back: only Free Movement, {limit} ft",
    "swim.full": "Fully loaded in water: cannot swim, sinks and begins to drown",
    "too_far": "Farther than any roll would carry",
    "too_far.acted": "Past what is left after the Action",
    "no_combat": "Outside combat nothing is limited",
    "acted.twice": "The Action of this round is used already",
    # Why something cannot be.
    "rolled": "Rolled already: once per Movement",
    # What threatens.
    "sinking": "Sinking",
    "drowning": "Drowning",
    # What a token has, bears and uses.
    "allow.free": "Free Movement",
    "allow.extended": "Extended Movement",
    "allow.movement": "Movement in all",
    "allow.jump_running": "Running jump",
    "allow.jump_standing": "Standing jump",
    **{f"now.{state}": state for state in ("closed", "open", "spent", "sprinting", "unspent", "unused")},
    "on.action": "every roll of this round’s Action",
    "since.extended": "when Free Movement was passed",
    "until.round": "end of the round",
    "spend.action": "the whole Action",
    "spend.saved": "dice held back",
    # What a climb leads up.
    "surface.gm": "set by the GM",
    "surface.none": "not given",
}
"""English by the key that translations call it."""
