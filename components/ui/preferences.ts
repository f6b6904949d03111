export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const themeCookie = "theme";
/** `collapsed` or `open`. */
export const sidebarCookie = "sidebar";

export function toTheme(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? "system";
}

/** Remembers a choice of the person for a year; the server reads it with the next page. */
export function writeCookie(name: string, value: string): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax`;
}

/** Shows the theme at once and remembers it; an open page of another tab follows with its next load. */
export function applyTheme(theme: Theme): void {
  document.documentElement.className = theme;
  writeCookie(themeCookie, theme);
}
