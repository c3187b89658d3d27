/**
 * Tells the visitor why the page does not open, where a file of it is missing or broken. It stands by itself, so that it
 * works whatever else does not: a plain script, loaded before the page's own.
 */
{
  const tell = (/** @type {unknown} */ reason) => {
    const place = document.getElementById("unstarted");
    if (!place || "footwork" in window) return;
    place.hidden = false;
    const told = reason instanceof Error ? reason.message : String(reason ?? "");
    const why = place.querySelector("[data-why]");
    if (why && !why.textContent) why.textContent = told;
  };
  addEventListener(
    "error",
    ({ target, error, message }) => {
      if (target instanceof HTMLScriptElement || target instanceof HTMLLinkElement) {
        tell("src" in target ? target.src : target.href);
      } else {
        tell(error ?? message);
      }
    },
    true,
  );
  addEventListener("unhandledrejection", ({ reason }) => tell(reason));
}
