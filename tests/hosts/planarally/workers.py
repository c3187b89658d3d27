"""Workers of the rules that answer late, when they are told to, or never."""

# A worker whose answers come as late as the page says.
LATE = """
globalThis.lateness = 0;
globalThis.Worker = class extends Worker {
  addEventListener(type, listener) {
    super.addEventListener(type, (event) => {
      if (lateness > 0) setTimeout(() => listener(event), lateness);
      else listener(event);
    });
  }
};
"""

# Rules whose answers can be held up.
SLOW = """
globalThis.answers = null;
globalThis.letAnswer = () => {
  const waiting = answers ?? [];
  answers = null;
  for (const tell of waiting) tell();
};
globalThis.Worker = class extends Worker {
  addEventListener(type, listener) {
    super.addEventListener(type, (event) => {
      if (answers) answers.push(() => listener(event));
      else listener(event);
    });
  }
};
"""

# None at all.
NO_RULES = "globalThis.Worker = class { constructor() { throw new Error('no worker here'); } };"
