/**
 * Light or dark: as the system says, until the visitor chooses.
 */

const KEY = "footwork.demo.theme";

export const createTheme = () => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  /** @type {string | null} */
  let chosen = null;
  try {
    chosen = localStorage.getItem(KEY);
  } catch {
    // Storage may be forbidden; then the choice lasts as long as the page.
  }

  const apply = () => {
    root.dataset.theme = chosen === "light" || chosen === "dark" ? chosen : dark.matches ? "dark" : "light";
  };
  dark.addEventListener("change", apply);
  apply();

  return {
    turn: () => {
      chosen = root.dataset.theme === "dark" ? "light" : "dark";
      try {
        localStorage.setItem(KEY, chosen);
      } catch {
        // As above.
      }
      apply();
    },
  };
};
