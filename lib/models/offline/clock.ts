/** The input for the clock when a message asks for the time or the date now; `null` when it asks for something else. */
export function findTimeRequest(message: string): { timezone?: string } | null {
  const text = message.trim();
  const asked = asksTime.find((pattern) => pattern.test(text));
  if (asked === undefined) return null;
  const place = asked.exec(text)?.groups?.["place"]?.trim();
  return place === undefined || place === "" ? {} : { timezone: findZone(place) };
}

const now = "(?:right now|now|today|at the moment)";
const asksTime = [
  new RegExp(
    `^(?:please )?(?:(?:can you )?tell me |do you know )?(?:what(?:['’]s| is|s)? )?(?:the |today['’]s )?(?:current |local |exact )?(?:time|date|day)(?: is it| it is| is today| of the week is it)?(?: ${now})?(?: in (?<place>\\p{L}[\\p{L}/_ .-]{1,40}?))?(?: ${now})?[\\s?.!]*$`,
    "iu",
  ),
  /^(?:请问|请告诉我|告诉我)?(?:现在|今天|此刻|当前|目前)?(?<place>\p{Script=Han}{2,10}?)?的?(?:现在|今天|此刻|当前|目前)?的?(?:是|时间是)?(?:几点钟?|几号|几月几号|几月几日|星期几|周几|礼拜几|什么时间|时间|日期)(?:了|啊|呢|是多少|是什么)*[\s？?。！]*$/u,
];

/** The zone of a city or country; the place as it was written where no zone has its name, for the clock to answer. */
function findZone(place: string): string {
  zones ??= listZones();
  return zones.get(place.toLowerCase().replace(/^the /u, "")) ?? place;
}

let zones: ReadonlyMap<string, string> | null = null;

/** Zones by their city's name, and by what they are called in English and Chinese, which is a city's or country's name. */
function listZones(): ReadonlyMap<string, string> {
  // The time zone database names China's zone after Shanghai.
  const named = new Map([
    ["beijing", "Asia/Shanghai"],
    ["北京", "Asia/Shanghai"],
  ]);
  for (const zone of ["UTC", ...Intl.supportedValuesOf("timeZone")]) {
    const city = (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
    const english = nameZone(zone, "en-AU").replace(/ Time$/u, "");
    for (const name of [city, english, nameZone(zone, "zh").replace(/时间$/u, "")])
      if (!named.has(name.toLowerCase())) named.set(name.toLowerCase(), zone);
  }
  return named;
}

function nameZone(timeZone: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "shortGeneric" });
  return format.formatToParts().find((part) => part.type === "timeZoneName")?.value ?? "";
}
