import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { loadMessages } from "./load-messages";
import { chooseLocale, isLocale, localeCookie, timeZoneCookie } from "./locales";

/** The language is the person's choice, else the browser's; no address carries it. */
export default getRequestConfig(async () => {
  const jar = await cookies();
  const chosen = jar.get(localeCookie)?.value;
  const locale = isLocale(chosen) ? chosen : chooseLocale((await headers()).get("accept-language") ?? "");
  return {
    locale,
    messages: await loadMessages(locale),
    timeZone: toTimeZone(jar.get(timeZoneCookie)?.value),
  };
});

/** The browser tells its zone by cookie; until it has, days are counted in UTC. */
function toTimeZone(value: string | undefined): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value ?? "UTC" }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}
