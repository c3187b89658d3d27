/**
 * Examples in pages of the documentation: a button asks the rules, in a worker that is started by the first of them.
 *
 * @import { AnyReply, Request } from "../core/rules-client.js"
 * @import { Plan } from "../core/protocol.js"
 */

import { createRulesClient } from "../core/rules-client.js";

/** @type {ReturnType<typeof createRulesClient> | null} */
let client = null;

const rules = () => {
  client ??= createRulesClient({
    workerUrl: new URL("../demo/rules-worker.js", import.meta.url),
    runtimeUrl: new URL("../demo/runtime/", import.meta.url),
  });
  return client;
};

/**
 * @param {AnyReply} reply
 * @returns {string[]}  What was answered, a line each.
 */
const linesOf = (reply) => {
  if (!reply.ok) return [`${reply.problem.message} (${reply.problem.remedy})`];
  const { value } = reply;
  if ("plans" in value) return value.plans.flatMap(linesOfPlan);
  if ("commits" in value) return value.commits.flatMap(({ labels }) => labels.map(({ text }) => text));
  if ("state" in value) {
    const refused = value.refused ? [value.refused.reason.text] : [];
    return [...refused, ...value.state.commits.flatMap(({ labels }) => labels.map(({ text }) => text))];
  }
  return ["The reply is below."];
};

/** @param {Plan} plan */
const linesOfPlan = ({ bands, checks }) => [
  ...bands.map(({ start, end, rule, reason }) => `${start} to ${end}: ${reason.text} (${rule})`),
  ...checks.map(({ label, needed_text, chance }) => {
    const percent = Math.round(chance * 100);
    return `Roll: ${label.text}, ${needed_text.text}, ${percent} %`;
  }),
];

/**
 * @param {string} title
 * @param {unknown} json
 */
const folded = (title, json) => {
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  const text = document.createElement("pre");
  summary.textContent = title;
  text.textContent = JSON.stringify(json, null, 2);
  details.append(summary, text);
  return details;
};

/** @param {Element} example */
const open = (example) => {
  const source = example.querySelector("script");
  if (!source || example.querySelector("button")) return;
  /** @type {Request} */
  const request = JSON.parse(source.textContent ?? "");
  const button = document.createElement("button");
  const output = document.createElement("output");
  button.type = "button";
  button.textContent = "Run";
  button.addEventListener("click", async () => {
    button.disabled = true;
    output.textContent = "The rules are asked …";
    const reply = await rules().request(request);
    const list = document.createElement("ul");
    for (const line of linesOf(reply)) {
      const item = document.createElement("li");
      item.textContent = line;
      list.append(item);
    }
    output.replaceChildren(list, folded("Reply", reply));
    button.disabled = false;
  });
  example.append(button, output, folded("Question", request));
};

for (const example of document.querySelectorAll(".fw-example")) open(example);
