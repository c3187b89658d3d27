/** The sidebar: tabs for the chat, the combat tracker and the settings; a press on a tab shows it. */

import { drawFace } from "./art.js";
import { Combat, toggleCombat } from "./combat.js";
import { element } from "./drawing.js";
import { Hooks } from "./hooks.js";
import { SettingsConfig } from "./settings-window.js";
import { make } from "./windows.js";

/** A window that is at least as wide has room for the sidebar beside the board. */
const ROOM = 1360;

/** What buttons do, by their `data-action`. @type {{[action: string]: (button: any) => unknown}} */
const ACTIONS = {
  tab: ({ dataset }) => showTab(dataset.tab),
  toggleSidebar: () => document.querySelector("#sidebar").classList.toggle("collapsed"),
  createCombat: () => Combat.create(),
  toggleCombat: () => toggleCombat(canvas.tokens.controlled),
  rollAll: () => game.combat.rollAll(),
  rollInitiative: (button) => game.combat.rollInitiative([rowOf(button).dataset.combatantId]),
  startCombat: () => game.combat.startCombat(),
  previousRound: () => game.combat.previousRound(),
  previousTurn: () => game.combat.previousTurn(),
  nextTurn: () => game.combat.nextTurn(),
  nextRound: () => game.combat.nextRound(),
  endCombat: () => game.combat.endCombat(),
  selectCombatant: (button) => {
    const { token } = game.combat.combatants.find(({ id }) => id === rowOf(button).dataset.combatantId);
    if (token?.isOwner) token.object.control();
  },
  configureSettings: () => new SettingsConfig().render({ force: true }),
};

const rowOf = (one) => one.closest(".combatant");

const showTab = (name) => {
  const sidebar = document.querySelector("#sidebar");
  sidebar.classList.remove("collapsed");
  for (const tab of sidebar.querySelectorAll("[data-tab]")) {
    tab.classList.toggle("active", tab.getAttribute("data-tab") === name);
    if (tab.matches("button")) tab.ariaPressed = String(tab.classList.contains("active"));
  }
  if (name === "chat") chatTab().classList.remove("unread");
  const log = document.querySelector("#chat-log");
  log.scrollTop = log.scrollHeight;
};

const chatTab = () => document.querySelector("button[data-tab=chat]");

/** A row of the tracker: a face, the name, the initiative. */
const rowFor = (combatant, isCurrent) => {
  const { id, token, initiative, isOwner } = combatant;
  const name = token?.name ?? "";
  const row = make("li", { className: `combatant${isCurrent ? " active" : ""}` });
  row.dataset.combatantId = id;
  if (isCurrent) row.ariaCurrent = "true";
  const face = element("svg", { class: "token-image", viewBox: "0 0 50 50", "aria-hidden": "true" }, row);
  if (token) drawFace(face, token, { width: 50, height: 50 });
  const select = make("button", { type: "button", className: "token-name", textContent: name });
  select.dataset.action = "selectCombatant";
  row.append(select);
  if (initiative === null && isOwner) {
    const roll = { type: "button", ariaLabel: `Roll initiative: ${name}`, title: "Roll initiative" };
    const die = make("button", { ...roll, className: "fa-dice-d20" });
    die.dataset.action = "rollInitiative";
    row.append(die);
  }
  if (game.user.isGM) {
    const field = { value: initiative ?? "", inputMode: "numeric", ariaLabel: `Initiative: ${name}` };
    const input = make("input", { ...field, className: "initiative-input" });
    input.addEventListener("change", () => {
      const typed = input.value.trim();
      if (Number.isFinite(Number(typed))) game.combat.setInitiative(id, typed ? Number(typed) : null);
      else drawTracker();
    });
    row.append(input);
  } else row.append(make("span", { className: "initiative-input", textContent: initiative ?? "" }));
  return row;
};

/** Draw the tracker anew, and tell modules; what was being typed into is typed into again. */
export const drawTracker = () => {
  const tracker = document.querySelector("#combat");
  const { combat, user } = game;
  const focused = tracker.contains(document.activeElement) && rowOf(document.activeElement);
  const rows = (combat?.turns ?? []).map((one) => rowFor(one, combat.started && one === combat.combatant));
  tracker.querySelector(".combat-tracker").replaceChildren(...rows);
  const title = combat?.started ? `Round ${combat.round}` : "Not begun yet";
  tracker.querySelector(".encounter-title").textContent = combat ? title : "No combat";
  const isOwnTurn = combat?.started && combat.combatant?.isOwner;
  const now = { none: !combat, any: combat, ready: combat && !combat.started, begun: combat?.started };
  const isFirst = combat?.round === 1;
  const disabled = { previousRound: isFirst, previousTurn: isFirst && combat.turn === 0 };
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = tracker.querySelectorAll("button[data-when]");
  for (const button of buttons) {
    const { when, action } = button.dataset;
    const isShown = when === "own" ? !user.isGM && isOwnTurn : user.isGM && (now[when] ?? when === "always");
    button.toggleAttribute("hidden", !isShown);
    button.toggleAttribute("disabled", disabled[action] ?? false);
  }
  const typed = focused && `[data-combatant-id="${focused.dataset.combatantId}"] input`;
  if (typed) /** @type {HTMLElement} */ (tracker.querySelector(typed))?.focus();
  Hooks.callAll("renderCombatTracker", { viewed: combat }, tracker, {}, {});
};

export const listenToSidebar = () => {
  const sidebar = document.querySelector("#sidebar");
  sidebar.addEventListener("click", ({ target }) => {
    const button = /** @type {Element} */ (target).closest("button");
    ACTIONS[button?.dataset.action]?.(button);
  });
  for (const event of [
    ...["createCombat", "updateCombat", "deleteCombat"],
    ...["createCombatant", "updateCombatant", "deleteCombatant"],
  ])
    Hooks.on(event, drawTracker);
  Hooks.on("renderChatMessageHTML", () => {
    const isSeen = chatTab().classList.contains("active") && !sidebar.classList.contains("collapsed");
    chatTab().classList.toggle("unread", !isSeen);
  });
  const { system, release } = game;
  sidebar.querySelector(".game-details").textContent = `${system.title} · v${release.version}`;
  sidebar.classList.toggle("collapsed", innerWidth < ROOM);
  drawTracker();
};
