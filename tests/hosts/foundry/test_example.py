"""Another module brings a game system along, asks for plans, and listens to what becomes of moves."""

import re

import pytest
from playwright.sync_api import expect

from build_scripts.foundry import EXAMPLE
from build_scripts.project import ROOT
from tests.hosts.foundry.client import START_MILLIS
from tests.hosts.foundry.test_windows import OPEN_MENU, allowance, open_panel, window
from tests.hosts.foundry.worlds import world


@pytest.fixture
def stride():
    """A world of Stride, in which Jenny walks 5 m and hurries 10."""
    at = world("sr5", otherModules=["footwork-stride"])
    at["settings"]["footwork.system"] = "stride"
    for one in at["tokens"].values():
        one["flags"] = {"footwork": {"character": {"stride": {"pace": 5}}}}
    return at


def test_a_system_of_another_module_is_played_like_ours(sit_down, stride):
    gm = sit_down(at=stride)
    gm.pick_up("jenny", 7)
    expect(gm.label()).to_contain_text("7 m · −1 die · 3 m left")
    gm.let_go()
    gm.expect_notice("Jenny hurries!")
    panel = open_panel(gm)
    expect(allowance(panel, "Hurrying")).to_contain_text("7 / 10 m")
    panel.get_by_role("button", name="Catch your breath").click()
    expect(panel.locator(".footwork-commit")).to_have_count(2)
    panel.get_by_text("Not possible now").click()
    panel.get_by_role("button", name="Catch your breath").click()
    gm.expect_notice("There is nothing to rest from")
    gm.page.evaluate(OPEN_MENU, "houseRules")
    expect(window(gm, "houseRules").get_by_label("Dice that hurrying costs", exact=True)).to_have_value("1")


def test_other_modules_ask_for_plans_and_destinations_and_are_told(sit_down, stride):
    gm = sit_down(at=stride)
    told = gm.page.evaluate(
        """async () => {
          const { api } = game.modules.get("footwork");
          const jenny = canvas.scene.tokens.get("jenny");
          const told = [];
          Hooks.on("footwork.moved", (document, { plan }) => told.push([document.id, plan.verdict]));
          Hooks.on("footwork.acted", (document, { act }) => told.push([document.id, act]));
          const plan = await api.plan(jenny, { to: { col: 9, row: 2 } });
          const { value } = await api.destinations(jenny);
          const { value: state } = await api.state(jenny);
          await jenny.move([{ x: 450, y: 100, elevation: 0, action: "walk" }]);
          const rested = await api.act(jenny, "rest");
          return {
            verdict: plan.value.verdict,
            left: value.at(4, 2).left,
            limits: state.allowances.map(({ limit }) => limit),
            rested,
            told,
            system: api.system(),
          };
        }"""
    )
    assert told == {
        "verdict": "penalised",
        "left": 8,
        "limits": [5, 10],
        "rested": True,
        "told": [["jenny", "penalised"], ["jenny", "rest"]],
        "system": "stride",
    }


MACROS = (ROOT / "docs" / "foundry-authors.md").read_text(encoding="utf-8").partition("## The API")[0]


@pytest.mark.parametrize(
    ("macro", "told"),
    list(
        zip(
            re.findall(r"```js\n(.*?)```", MACROS, re.DOTALL),
            ["Jenny. Walking: 5, Hurrying: 10", "Jenny moves freely.", "No: "],
            strict=True,
        )
    ),
    ids=["how far", "freely", "a check"],
)
def test_the_macros_of_the_page_work(sit_down, stride, macro, told):
    gm = sit_down(at=stride)
    run = """async (code) => {
      const Macro = async function () {}.constructor;
      await new Macro("token", code)(canvas.tokens.get("jenny"));
    }"""
    gm.page.evaluate(run, macro)
    gm.expect_notice(told)
    expect(gm.notices.filter(has_text="differently from what its module says")).to_have_count(0)


def test_what_cannot_be_registered_is_refused_with_the_reason(gm):
    reason = gm.page.evaluate(
        """() => {
          try { game.modules.get("footwork").api.registerSystem({}); } catch (error) { return error.message; }
        }"""
    )
    assert reason == "registerSystem: too late; call it in the hook footwork.register"


def test_a_broken_file_is_told_and_tokens_move_as_without_rules(sit_down):
    at = world(lateScripts=["/systems/broken-system.js"])
    at["settings"].update({"footwork.system": "broken", "core.unconstrainedMovement": True})
    gm = sit_down(at=at, ready=False)
    expect(gm.notices.first).to_be_visible(timeout=START_MILLIS)
    gm.expect_notice(
        "The movement rules are not running", "broken does not load", "broken.py, line 1", "SyntaxError"
    )
    gm.drag("jenny", 2, 3)
    gm.expect_at("jenny", 4, 5)


def test_an_authors_error_is_named_with_its_line_and_traced_in_the_console(sit_down):
    at = world(lateScripts=["/systems/failing-system.js"])
    at["settings"].update({"footwork.system": "failing", "core.unconstrainedMovement": True})
    for one in at["tokens"].values():
        one["flags"] = {}
    gm = sit_down(at=at)
    gm.drag("jenny", 2, 3)
    gm.expect_notice("failing fails on this request", "failing.py, line 11", "AttributeError")
    gm.expect_at("jenny", 4, 5)
    pages = [page for context in gm.page.context.browser.contexts for page in context.pages]
    told = [message.text for page in pages for message in page.console_messages()]
    traced = [text for text in told if text.startswith("The game failing is broken.\nTraceback")]
    assert traced
    assert "return move.character.pace" in traced[0]


def test_the_example_is_whole():
    assert {path.name for path in EXAMPLE.iterdir() if path.is_file()} == {
        "module.json",
        "stride.js",
        "stride.py",
    }
