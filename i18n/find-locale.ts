import { chooseLocale, isLocale, localeCookie, type Locale } from "./locales";

/** The language of a request outside of a page: the person's choice, else the browser's. */
export function findLocale(headers: Headers): Locale {
  const chosen = new RegExp(`(?:^|;\\s*)${localeCookie}=([^;]*)`).exec(headers.get("cookie") ?? "")?.[1];
  return isLocale(chosen) ? chosen : chooseLocale(headers.get("accept-language") ?? "");
}
