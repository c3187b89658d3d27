"""Shadowrun 3: the game that everything else is declared of, and the sentences that no declaration has in it."""

from py_rules.engine import Game

game = Game(
    "sr3",
    "Shadowrun 3 (edited)",
    unit="m",
    reference="Shadowrun 3 (edited), Movement",
    about="Walking and running take you metres in each pass, and raise the target numbers of your tests.",
)
say = game.say
METATYPES = ("human", "dwarf", "elf", "ork", "troll")
game.templates |= {
    "pace.none": "not declared",
    "pace.stationary": "stationary",
    "pace.walk": "walking",
    "pace.run": "running",
    "no_combat": "Outside combat nothing is limited",
    "walk": "Walking: +{tn} TN on tests",
    "run": "Running: +{tn} TN on every test",
    "walk.rough": "Walking over rough ground: +{tn} TN on tests",
    "run.rough": "Running over rough ground: +{tn} TN on every test",
    "earlier": "The TN of an earlier pass still holds in this Combat Turn: +{tn}",
    "too_far.pass": "Past the {limit} m that this Initiative Pass allows",
    "too_far.turn": "Past the {limit} m that are left of this Combat Turn",
    "locked": "The mode of this Combat Turn is set: {pace}",
    "slower": "The mode of this Combat Turn may rise, not fall: {pace}",
    "intercepted": "Intercepted: the rest of this pass’s movement is lost",
    "cut": "The GM ended this pass’s movement",
    "left.complex": "a Complex Action or two Simple ones",
    "left.simple": "one Simple Action",
    "left.none": "nothing",
    **{f"metatype.{metatype}": metatype for metatype in METATYPES},
    "queue": "No action in this pass: moves at its end, after all others",
    "sprint.dice": "Athletics {pool} d6 against TN {tn}",
    "sprint.effect": "+{successes} Quickness when running in the next Combat Phase",
    "sprint.nothing": "No success: nothing gained",
    "sprint.disaster": "All dice show 1: a disaster; the GM says which",
    "sprint.no_combat": "Outside combat there is nothing to sprint for",
    "sprint.no_dice": "No dice in Athletics: the test cannot be rolled",
    "sprint.result": "{pool} {pool:die gives|dice give} 0 to {pool} {pool:success|successes}",
    "no_pass": "All {passes} passes of this Combat Turn have begun: begin a new Combat Turn,"
    " or say how many passes there are",
    "no_phase": "No Combat Phase in this pass",
    "no_saving": "No dice are held back in this game",
    "action.used": "The actions of this Combat Phase are used",
    "action.complex": "A Complex Action needs the whole Combat Phase",
    "gate.dice": "{pool} d6 against TN {tn}",
    "intercept": "{token} may strike for free: {dice} {dice:die|dice} against TN {tn};"
    " whoever passes counts as in Full Defense. Damage ends this pass’s movement here.",
    "intercept.with_pool": "{token} may strike for free: {dice} {dice:die|dice} against TN {tn}, up to {pool}"
    " of its Combat Pool on top; whoever passes counts as in Full Defense. Damage ends this pass’s movement here.",
    "intercept.near": "The path passes {token} within 1 m, {at} m along",
    "intercept.damage": "Damage from the attack ends this pass’s movement at {at} m",
    "earlier_tests": "Tests made earlier in this pass are not changed; had they been made now: +{tn} TN",
    "allow.stationary": "Stationary",
    "allow.walk": "Walking, Combat Turn",
    "allow.run": "Running, Combat Turn",
    "allow.walk_pass": "Walking, this pass",
    "allow.run_pass": "Running, this pass",
    "on.tests": "every Success Test",
    "since.move": "the first metre of the pass",
    "until.pass": "end of the Initiative Pass",
    "until.turn": "end of the Combat Turn",
    "spend.turn": "Metres of this Combat Turn",
}
