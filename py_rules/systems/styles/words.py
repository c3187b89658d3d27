"""The Kleptonomicon: the game that everything else is declared of, and sentences that no declaration has in it."""

from fractions import Fraction

from py_rules.engine import Game

game = Game(
    "styles",
    "The Kleptonomicon",
    unit="u",
    reference="The Kleptonomicon, 2.1 Move",
    about="One Movement for walking, climbing, swimming and more, each as far as your style goes.",
)
say = game.say
ZERO = Fraction(0)
POOL = "*"
"""The meter that all styles draw on; no style has that name."""
HALVED = "half"
"""The size of a style that is granted without a word about its size."""
WRITTEN = (
    "walk, crawl, jump, climb, swim, fly, levitate, glide, hover, swing, burrow, dig, dive, slide, roll, ride, skate, "
    "teleport, blink, phase"
)
"""The styles that have a word of their own, as people are told of them."""
MODES = {"ground": "Walk", **{style: style.capitalize() for style in WRITTEN.split(", ")}}
OWN_NAME = "a name of your own of 1 to 40 characters without * and :"
STYLE_NAME = r"[^*:]{1,40}"
game.templates |= {
    "mode.own": "{style}",
    "unfit.size": "a style’s size is a word or a distance",
    "unfit.size.remedy": "use half, normal or double, or a distance of 0 to 1000 u",
    "unfit.style": "this should be the name of a style",
    "unfit.style.remedy": f"use one of {{styles}}, or {OWN_NAME}",
    "unfit.style_spelling": "this style is written {known}",
    "unfit.style_spelling.remedy": "write it {known}",
    "unfit.style_spaces": "a style’s name neither begins nor ends with a space",
    "unfit.style_spaces.remedy": f"use one of {{styles}}, or {OWN_NAME}",
    "unfit.goods_filled": "no more spots can be filled than there are",
    "unfit.goods_filled.remedy": "send no more filled spots than there are",
    "unfit.effect": "{style}: the effect is missing",
    "unfit.effect.remedy": "use one of {known}, or words of your own",
    "unfit.effect_spelling": "{style}: {effect} is written {known}",
    "unfit.effect_spelling.remedy": "write it {known}",
    "free": "Within your Movement",
    "dash.needed": "Needs Dash: {hooks} {hooks:Hook|Hooks}",
    "pool.end": "The Movement pool ends at {limit} u",
    "style.end": "{style} ends at {limit} u",
    "not_your_turn": "Move is for your own Turn",
    "dash.twice": "Dash is already running",
    "dash.offer": "Dash for {hooks} {hooks:Hook|Hooks}",
    "montage": "Long chase: Tests instead of Move",
    "dash.no_hook": "Hooks for a Dash: {hooks}; on the sheet: {held}",
    "sneak.now.none": "not tried",
    "sneak.now.open": "offered",
    "sneak.now.used": "used",
    "sneak.closed": "A Sneaking Test on the move needs a move to where one is half hidden, once per Round",
    "active": "Active style: {style}",
    "use.elsewhere": "{style} does not hold the token where it is: move with it",
    "use.unknown": "There is no style {style}: use one of {known}",
    "walk.falls": "Nothing solid below: falls at the edge",
    "jump.falls": "The jump does not end on solid ground: falls",
    "jump.splashes": "The jump ends in water, which is not solid ground: falls in and swims from there",
    "jump.working": "Jump: {length} u, height included",
    "jump.split": "{count} jumps add up in the Jump meter",
    "jump.start": "A jump starts from level, solid ground",
    "prone.walk_only": "Prone, one can only crawl: stand up first",
    "stand.cost": "Standing up takes {cost} u of Movement, {left} u are left",
    "drift": "At the end of the Turn the current carries {far} u",
    "float": "Floats up {per_turn} u per Turn",
    "sink": "Sinks {per_turn} u per Turn",
    "effect.none": "nothing",
    "effect.fall": "falls",
    "effect.float_or_sink": "floats or sinks",
    "effect.own": "{effect}",
    "improvise.end": "No {style} on the sheet: it must be improvised",
    "improvise.refused": "{style} was tried and does not work this Turn",
    "improvise.on_sheet": "{style} is on the sheet: nothing to improvise",
    "improvise.roll": "Improvised {style}: Score {needed} or better",
    "fall": "Falls",
    "fall.height": "Falls {height} u",
    "label.sneaking": "Sneaking",
    "label.athletics": "Athletics",
    "label.improvise": "Improvised {style}",
    "spend.hook": "Hook",
}
