export const locales = ["en", "zh"] as const;
export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = "en";
export const localeCookie = "locale";
export const timeZoneCookie = "timezone";

/** Each language in its own words, as its speakers look for it. */
export const localeNames: Record<Locale, string> = { en: "English", zh: "中文" };

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value);
}

/** From an `accept-language` header: the first that we speak, in the order of the person's weights. */
export function chooseLocale(acceptLanguage: string): Locale {
  const wanted = acceptLanguage
    .split(",")
    .map((entry) => {
      const [tag = "", weight] = entry.trim().split(";q=");
      return { language: tag.toLowerCase().split("-")[0], weight: weight === undefined ? 1 : Number(weight) };
    })
    .sort((a, b) => b.weight - a.weight);
  return wanted.map(({ language }) => language).find(isLocale) ?? defaultLocale;
}
