export type Theme = "system" | "light" | "dark";

const KEY = "plimsoll.theme";

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
let chosen: Theme = firstTheme();

export function firstTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === "light" || kept === "dark" ? kept : "system";
}

/** The style sheet has one list of colours for each value of the attribute. */
function show(): void {
  const isDark = chosen === "dark" || (chosen === "system" && prefersDark.matches);
  document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
}

export function applyTheme(theme: Theme): void {
  chosen = theme;
  localStorage.setItem(KEY, theme);
  show();
}

/** Before anything is drawn, and whenever the system changes its mind. */
export function startTheme(): void {
  show();
  prefersDark.addEventListener("change", show);
}
