/**
 * The words of forms and presets in the client's language.
 *
 * @import { FormWords } from "../../core/form.js"
 * @import { PresetWords } from "../../core/presets.js"
 * @import { createWords } from "./words.js"
 * @typedef {(key: string, data?: {[name: string]: unknown}) => string} Say
 */

import { capital } from "../../core/texts.js";
import { number } from "./words.js";

/** @type {(say: Say) => PresetWords} */
export const presetWordsOf = (say) => ({
  title: say("presets.title"),
  own: say("presets.own"),
  standing: (name, places) => {
    if (places === 0) return say("presets.same", { name });
    return say(places === 1 ? "presets.differs.one" : "presets.differs.many", { name, places });
  },
  differs: (name) => say("presets.mark", { name }),
  back: (value) => say("presets.back", { value }),
  undo: say("presets.undo"),
  truth: (isOn) => say(isOn ? "presets.on" : "presets.off"),
  none: say("form.none"),
  number,
});

/** @type {(say: Say, words: Pick<ReturnType<typeof createWords>, "problem">) => FormWords} */
export const formWordsOf = (say, words) => ({
  add: say("form.add"),
  remove: (what) => say("form.remove", { what }),
  less: (title) => say("form.less", { title }),
  more: (title) => say("form.more", { title }),
  newName: (title) => say("form.newName", { title }),
  another: say("form.another"),
  none: say("form.none"),
  aNumber: say("form.aNumber"),
  problem: (problem) => {
    const { what, remedy } = words.problem({
      ...problem,
      message: problem.message.replace(`${problem.path}: `, ""),
      path: "",
    });
    return say("form.problem", { what: capital(what), remedy: capital(remedy) });
  },
});
