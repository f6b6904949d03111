import { densities, sendKeys, switchStates, textSizes, type Look } from "@/lib/protocol/look";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const themeCookie = "theme";
/** `collapsed` or `open`. */
export const sidebarCookie = "sidebar";

/** Which notice of the site this browser has closed. */
export const noticeCookie = "notice";

export function toTheme(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? "system";
}

/** Remembers a choice of the person for a year; the server reads it with the next page. */
export function writeCookie(name: string, value: string): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax`;
}

/** Shows the theme at once and remembers it; an open page of another tab follows with its next load. */
export function applyTheme(theme: Theme): void {
  const { classList } = document.documentElement;
  classList.remove(...themes);
  classList.add(theme);
  writeCookie(themeCookie, theme);
}

/** `textSize.sendKey.density.answerSound.notices`, as the person set them. */
export const lookCookie = "look";

export function toLook(value: string | undefined): Look {
  const [size, key, room, sound, told] = (value ?? "").split(".");
  return {
    textSize: textSizes.find((known) => known === size) ?? "normal",
    sendKey: sendKeys.find((known) => known === key) ?? "enter",
    density: densities.find((known) => known === room) ?? "comfortable",
    answerSound: switchStates.find((known) => known === sound) ?? "off",
    notices: switchStates.find((known) => known === told) ?? "off",
  };
}

/** As attributes of the page, where style sheets and the composer find them. */
export function toLookAttributes({ textSize, sendKey, density, answerSound, notices }: Look) {
  return {
    ...{ "data-text-size": textSize, "data-send-key": sendKey, "data-density": density },
    ...{ "data-answer-sound": answerSound, "data-notices": notices },
  };
}

/** Shows it at once, and with each next page of this browser. */
export function applyLook(look: Look): void {
  for (const [name, value] of Object.entries(toLookAttributes(look)))
    document.documentElement.setAttribute(name, value);
  const { textSize, sendKey, density, answerSound, notices } = look;
  writeCookie(lookCookie, [textSize, sendKey, density, answerSound, notices].join("."));
}
