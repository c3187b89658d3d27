/** The window of settings: those that modules have registered, for whoever may change them. */

import { DialogV2 } from "./game.js";
import { ApplicationV2, make } from "./windows.js";

/** Whether this user may change what has a scope, or is for GMs alone. */
const isForUs = ({ scope, restricted = false }) => game.user.isGM || !(scope === "world" || restricted);

const said = (key) => game.i18n.localize(key ?? "");

/** A control that fits what may be set. */
const controlOf = ({ type, choices, range }, value) => {
  if (type === Boolean) return make("input", { type: "checkbox", checked: value });
  if (choices) {
    const options = Object.entries(choices).map(([key, label]) => new Option(said(label), key));
    const select = make("select", {}, ...options);
    select.value = value;
    return select;
  }
  return make("input", { type: type === Number ? "number" : "text", ...range, value });
};

const chosenIn = (control, { type }) => (type === Boolean ? control.checked : type(control.value));

/** A name, what is to be done about it, and a hint below. */
const lineOf = (id, { name, hint }, control) => {
  control.id = id;
  // A button has a name of its own.
  const htmlFor = control.matches("button") ? "" : id;
  return make(
    "div",
    { className: "form-group" },
    make("label", { htmlFor, textContent: said(name) }),
    control,
    make("p", { className: "hint", textContent: said(hint) }),
  );
};

export class SettingsConfig extends ApplicationV2 {
  static DEFAULT_OPTIONS = {
    id: "settings-config",
    classes: ["settings-config"],
    tag: "form",
    window: { title: "Configure Game Settings", icon: "fa-solid fa-gears" },
    position: { width: 600 },
  };

  /** The settings that are shown, each with its control. @type {{setting: any, control: any}[]} */
  #shown = [];

  async _renderHTML(_context, _options) {
    const { settings, menus } = game.settings;
    this.#shown = [...settings.values()]
      .filter((setting) => setting.config && isForUs(setting))
      .map((setting) => ({
        setting,
        control: controlOf(setting, game.settings.get(setting.namespace, setting.key)),
      }));
    const forms = [...menus].filter(([, menu]) => isForUs(menu));
    const namespaces = new Set([
      ...forms.map(([, { namespace }]) => namespace),
      ...this.#shown.map(({ setting }) => setting.namespace),
    ]);
    return [...namespaces].map((namespace) =>
      make(
        "fieldset",
        {},
        make("legend", { textContent: game.modules.get(namespace)?.title ?? namespace }),
        ...forms
          .filter(([, menu]) => menu.namespace === namespace)
          .map(([id, menu]) => {
            const open = { type: "button", className: menu.icon, textContent: said(menu.label) };
            const onclick = () => new menu.type().render({ force: true });
            return lineOf(`settings-config-${id}`, menu, make("button", { ...open, onclick }));
          }),
        ...this.#shown
          .filter(({ setting }) => setting.namespace === namespace)
          .map(({ setting, control }) =>
            lineOf(`settings-config-${namespace}.${setting.key}`, setting, control),
          ),
      ),
    );
  }

  _replaceHTML(groups, content, _options) {
    const footer = make(
      "footer",
      {},
      make("button", { type: "submit", className: "save-changes", textContent: "Save Changes" }),
    );
    content.replaceChildren(make("div", { className: "scrollable" }, ...groups), footer);
  }

  _onFirstRender(_context, _options) {
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#save();
    });
  }

  async #save() {
    const changed = this.#shown.filter(
      ({ setting, control }) =>
        chosenIn(control, setting) !== game.settings.get(setting.namespace, setting.key),
    );
    for (const { setting, control } of changed)
      await game.settings.set(setting.namespace, setting.key, chosenIn(control, setting));
    await this.close();
    const reloading = changed.filter(({ setting }) => setting.requiresReload);
    const world = reloading.some(({ setting }) => setting.scope === "world");
    if (reloading.length > 0) await SettingsConfig.reloadConfirm({ world });
  }

  /** Ask whether to reload; after a change for the world, everybody does. */
  static async reloadConfirm({ world = false } = {}) {
    const content = "<p>A changed setting takes effect after the page is reloaded. Reload now?</p>";
    if (!(await DialogV2.confirm({ window: { title: "Reload Application?" }, content }))) return;
    if (world && game.user.isGM) await game.socket.emit("reload", {});
    location.reload();
  }
}
