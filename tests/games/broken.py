"""Stride with an author's errors in it: what is written otherwise, where that is found, and what is said of it."""

from pathlib import Path

STRIDE = Path("web/hosts/foundry/example/stride.py")
FALL = '''
@game.rule("STR-04", "Falling")
def fall(move: Move) -> int:
    """You fall as far as you may."""
    return 1


'''
TURN = """
from dataclasses import dataclass

from py_rules.engine.clock import kept


@game.turn
@dataclass(frozen=True)
class Turn:
    tired: bool = kept(False, "begin day")


"""

ERRORS = {
    "no Python": ("SYSTEM = game.system()", "SYSTEM = game.system(", "SyntaxError: '(' was never closed"),
    "no system": ("SYSTEM = game.system()", "", "it has no SYSTEM; write SYSTEM = game.system() at its end"),
    "a number twice": (
        '"STR-02", "Hurrying"',
        '"STR-01", "Hurrying"',
        "GameError: game stride: rule STR-01 is there twice; give one of them a number of its own",
    ),
    "no such scope": (
        'quantity="dice",',
        'quantity="dice", per="day",',
        "GameError: game stride: its clock has no 'day'; write one of round",
    ),
    "another id": (
        'Game("stride"',
        'Game("strider"',
        "its SYSTEM has the id 'strider'; let it be 'stride', as the file is called",
    ),
    "no sentence": (
        "You walk as many metres in a round as you have Pace.",
        "Walk on",
        "rule STR-01 has no whole sentence: 'Walk on'; write one that players understand",
    ),
    "no place to look it up": (
        'reference="Stride, the whole of it"',
        'reference="page 4"',
        "rule STR-01 cannot be looked up in 'page 4'; write where it stands: Stride, …",
    ),
    "a rule without a use": (
        "[game.tier(walk), game.tier(hurry, effect=hurried)]",
        "[game.tier(walk)]",
        None,
    ),
    "a rule used nowhere": (
        "hurried = game.effect(",
        'game.rule("STR-04", "Falling")(lambda move: 1)\nhurried = game.effect(',
        "TypeError: rule STR-04 needs a docstring: the sentence that a player reads",
    ),
    "a rule for nobody": (
        "hurried = game.effect(",
        f"{FALL}hurried = game.effect(",
        "rule STR-04 is used nowhere: fall; give it to a tier",
    ),
    "a hole": ('"STR-03", "Resting"', '"STR-04", "Resting"', "there is a STR-04, but no STR-03; number"),
    "a field of nothing": (
        'working="Pace {pace}',
        'working="Pace {tempo}',
        "rule STR-01 is worked out from {tempo}, which nothing is called; name a field",
    ),
    "a house rule of no rule": (
        '"Dice that hurrying costs", "STR-02"',
        '"Dice that hurrying costs", "STR-09"',
        "house rule hurry_dice names STR-09, which is no rule; name one of STR-01, STR-02, STR-03",
    ),
    "a house rule without help": (
        '    """0: hurrying is free."""\n',
        "",
        "house rule hurry_dice has no help; write below it",
    ),
    "a house rule that changes nothing": (
        "lambda move: -move.house_rules.hurry_dice",
        "-1",
        "house rule hurry_dice changes nothing; read it in the rule that it changes",
    ),
    "a number without end": (
        "ge=0, le=100)",
        "ge=0)",
        "pace has no least or no greatest value; write ge=… and le=… into its field",
    ),
    "asked for unless nothing says it": (
        '"Pace", ge=0',
        '"Pace", asked="pace", ge=0',
        "GameError: game stride: pace is asked for unless the table has set 'pace', which is no house rule; name a",
    ),
    "a moment that never comes": (
        "hurried = game.effect(",
        f"{TURN}hurried = game.effect(",
        "tired is cleared at 'begin day', which the clock never sends; write one of begin round, end round",
    ),
    "a turn that ends nothing": (
        'game.clock("round")',
        'game.clock("round", end_turn=[{"kind": "end", "scope": "day"}])',
        "the end of a turn sends 'end day', which the clock does not have; write one of begin round, end round",
    ),
    "a rule that is never the same": (
        "    return int(move.character.pace)",
        "    asked.append(move)\n    return len(asked) % 7\n\n\nasked = []",
        "the map says",
    ),
    "a rule that fails": (
        "    return int(move.character.pace)",
        "    return int(move.character.tempo)",
        "AttributeError: 'Character' object has no attribute 'tempo'; correct the line",
    ),
}


def written(folder: Path, name: str) -> int:
    """Write Stride with one error into a folder, and return the line that is wrong."""
    right, wrong, _ = ERRORS[name]
    text = STRIDE.read_text(encoding="utf-8")
    assert text.count(right) == 1, right
    before = text.partition(right)[0]
    (folder / "stride.py").write_text(text.replace(right, wrong), encoding="utf-8")
    return before.count("\n") + 1
