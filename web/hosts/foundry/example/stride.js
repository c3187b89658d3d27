/** An example: another module brings a game system along, and listens to what becomes of moves. */

const ID = "footwork-stride";

Hooks.once("footwork.register", (api) => {
  api.registerSystem({
    id: "stride",
    title: "Stride",
    unit: "m",
    modes: ["ground", "climb", "jump", "swim"],
    url: foundry.utils.getRoute(`modules/${ID}/stride.py`),
  });
});

// Whoever hurries gets a notice, at whichever table Stride is played.
Hooks.on("footwork.moved", (document, { plan }) => {
  const { system } = game.modules.get("footwork").api;
  if (system() === "stride" && plan.verdict === "penalised")
    ui.notifications.info(`${document.name} hurries!`);
});
