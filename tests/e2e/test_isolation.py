"""The page keeps to itself: a strict policy, one origin, no errors; and it answers other programs in it."""

from tests.e2e.demo import Demo, foreign


def test_a_play_through_breaks_no_policy_and_calls_nobody(browser, site_url):
    context = browser.new_context()
    demo = Demo(context.new_page())
    response = demo.open(site_url)
    policy = response.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "unsafe-inline" not in policy
    demo.drag(5)
    demo.page.get_by_test_id("end-turn").click()
    demo.expect_used(0)
    demo.settle()
    demo.drag(9)
    demo.roll_here()
    for tab in ("sheet", "house", "rules", "play"):
        demo.open_tab(tab)
    assert demo.complaints == []
    assert foreign(demo.addresses, home=site_url) == []
    assert any("/runtime/snapshot." in address for address in demo.addresses)
    context.close()


def test_the_rules_answer_other_programs_in_the_page(demo):
    reply = demo.ask({"v": 1, "op": "describe"})
    assert reply["ok"] is True
    systems = {system["id"]: system for system in reply["value"]["systems"]}
    assert "contract" in systems
    assert {rule["number"] for rule in systems["contract"]["rules"]} >= {"CON-01", "CON-20"}


def test_a_bad_question_gets_a_problem_and_the_page_goes_on(demo):
    reply = demo.ask({"v": 1, "op": "plan", "system": "contract", "nonsense": 1})
    assert reply["ok"] is False
    assert reply["problem"]["path"]
    assert reply["problem"]["remedy"]
    demo.drag(5)
    demo.expect_at(9, 8)


def test_each_control_has_a_name(demo):
    demo.drag(9)
    demo.check.get_by_text("Type the dice").click()
    for tab in ("play", "sheet", "house", "rules"):
        demo.open_tab(tab)
        controls = [
            line for line in demo.page.locator("body").aria_snapshot().splitlines() if _is_control(line)
        ]
        assert len(controls) > 15
        assert [line for line in controls if '"' not in line] == []


CONTROLS = (
    *("button", "checkbox", "combobox", "link", "menuitem", "radio", "searchbox"),
    *("slider", "spinbutton", "switch", "tab", "textbox"),
)


def _is_control(line: str) -> bool:
    """Whether a line of an accessibility snapshot, such as `- button "Act"`, is of something to press or fill in."""
    words = line.strip().removeprefix("- ").replace(":", " ").split(maxsplit=1)
    return bool(words) and words[0] in CONTROLS
