"""OpenD6 in words: every sentence that it says by itself."""

from py_rules.engine import Game

game = Game(
    "d6",
    "OpenD6",
    unit="m",
    reference="OpenD6, Movement",
    about="Half your Move is free; a run, climb, swim or jump takes you as far as you roll.",
)
say = game.say
game.clock("round")
game.words_for_dice("Total", "Difficulty", needed="{needed} or more")
game.grade("easy", "easy: flat ground, calm water, light rain")
game.grade("moderate", "moderate: uneven, low obstacles, choppy water")
game.grade("rough", "rough: large obstacles, strong undercurrent")
game.grade("very_rough", "very rough: dense obstacles, a storm")
game.grade("hazardous", "hazardous: a minefield, a ledge, darkness")
game.grade("very_hazardous", "very hazardous: things fall and burst all around")
game.surface("easy", "easy: a ladder")
game.surface("moderate", "moderate: a tree")
game.surface("rough", "rough: a rough wall")
game.surface("very_rough", "very rough: an overhang of loose stone")
game.surface("hazardous", "hazardous: a smooth wall")
game.surface("very_hazardous", "very hazardous: a wall that is coming down")
game.templates |= {
    "unfit.die_code": "a die code is needed",
    "unfit.die_code.remedy": "write nD+p, with n from 0 to 30 and p from 0 to 2: 4D+1",
    "code": "{code} against {difficulty}",
    "code.bonus": "{code} + {bonus} for the run-up, against {difficulty}",
    "code.changed": "{code}, modifier {change}, against {difficulty}",
    "code.bonus.changed": "{code} + {bonus} for the run-up, modifier {change}, against {difficulty}",
    "short": "Up to {limit} m, half the Move for it: no action and no roll",
    "action": "Uses an action",
    "action.last": "One action of this kind in a round, and something else was done since",
    "too_far": "Farther than any roll would carry",
    "too_hard": "Farther than a roll of difficulty {highest} would carry, the highest there is here",
    "rare": "{roll}, a chance of less than 1 in 10,000",
    "no_combat": "Outside combat nothing is limited",
    "jump": "Jump {metres} m",
    "jump.further": "Jump {metres} m, {whole} m in this round",
    "jump.rolled": "{jump}: {needed}",
    "jump.too_far": "Jump {metres} m: difficulty {difficulty} is out of reach",
    "known": "The roll carries {limit} m",
    "known.short": "The roll fell short: {limit} m",
    "top": "At most four Moves in a round: {limit} m",
    "fastest": "From {rate} m a round no faster than {limit} m",
    "slowest.ask": "Slower than {least} m, from {rate} m a round: what happens?",
    "slowest.owed": "Last round was {lacking} m shorter than its rate allowed: what happens?",
    "breath": "Hold breath",
    "breath.code": "{code}, 5 seconds for each point",
    "breath.code.bonus": "{code}, 5 seconds for each point and {bonus} more",
    "breath.code.most": "{code}, a minute for each point",
    "breath.any": "any total counts",
    "breath.dive": "Goes under water: hold the breath",
    "breath.left": "Holding breath, rounds left: {rounds}",
    "breath.twice": "The breath is held already",
    "overcome": "Overcome fatigue",
    "overcome.twice": "Tried already in this round",
    "overcome.never": "Nobody tires here: no number of rounds before fatigue is set",
    "overcome.too_hard": "Too tired for any roll",
    "allow.short": "Without an action: {mode}",
    "allow.whole": "In this round: {mode}",
    "allow.jump": "Jump",
    "on.fast": "rolls for more than one Move",
    "on.jump": "the jump at the end of the run",
    "since.now": "now",
    "until.rest": "a round without fast movement",
    "until.told": "the GM says so",
    "until.jump": "the jump, or a round without a run",
    "spend.action": "Action: {mode}",
    "counter.used": "Moved: {mode}",
    "counter.action": "Action used: {mode}",
    "counter.rate": "Last round’s rate: {mode}",
    "counter.fastest": "Most this round: {mode}",
    "counter.slowest": "Least this round: {mode}",
    "counter.result": "Last roll: {mode}",
    "result.ok": "made it",
    "result.fail": "failed: one Move",
    "result.first_round_fail": "failed: one Move",
    "result.partial": "enough for last round’s rate",
    "result.slow": "failed: slowed by two Moves",
    "result.stop": "failed: stopped",
    "result.trip": "failed: tripped",
    "result.short": "failed: as far as the total carries",
    "counter.affords": "Carried by the total: {mode}",
    "effect.breath": "Holds the breath for {seconds} seconds",
}
