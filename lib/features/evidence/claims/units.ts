/** What is measured, and how a value becomes one in the unit of its kind. */
export type Measure = { kind: string; factor: number; offset?: number };

const rows: [kind: string, factor: number, names: string][] = [
  ["length", 1, "m metre metres meter meters 米"],
  ["length", 1e3, "km kms kilometre kilometres kilometer kilometers 公里 千米"],
  ["length", 0.01, "cm centimetre centimetres centimeter centimeters 厘米"],
  ["length", 0.001, "mm millimetre millimetres millimeter millimeters 毫米"],
  ["length", 0.0254, "inch inches 英寸"],
  ["length", 0.3048, "ft foot feet 英尺"],
  ["length", 1609.344, "mi mile miles 英里"],
  ["length", 1852, "海里"],
  ["area", 1, "m² m2 sqm 平方米"],
  ["area", 1e6, "km² km2 平方公里 平方千米"],
  ["area", 2.589988e6, "sqmi 平方英里"],
  ["area", 1e4, "ha hectare hectares 公顷"],
  ["area", 4046.86, "acre acres 英亩"],
  ["area", 666.67, "亩"],
  ["mass", 1, "kg kilogram kilograms kilo kilos 公斤 千克"],
  ["mass", 0.5, "斤 市斤"],
  ["mass", 0.001, "g gram grams 克"],
  ["mass", 1e-6, "mg milligram milligrams 毫克"],
  ["mass", 1e3, "t tonne tonnes ton tons 吨"],
  ["mass", 0.45359, "lb lbs 磅"],
  ["volume", 1, "l litre litres liter liters 升"],
  ["volume", 0.001, "ml millilitre millilitres milliliter milliliters 毫升"],
  ["volume", 1e3, "m³ m3 立方米"],
  ["time", 1 / 31557600, "second seconds sec secs 秒"],
  ["time", 1 / 525960, "minute minutes min mins 分钟"],
  ["time", 1 / 8766, "hour hours hr hrs 小时 个小时"],
  ["time", 1 / 365.25, "day days 天"],
  ["time", 7 / 365.25, "week weeks 周 星期 个星期"],
  ["time", 1 / 12, "month months 个月"],
  ["time", 1, "year years 年"],
  ["time", 10, "decade decades"],
  ["speed", 1, "km/h kph"],
  ["speed", 1.609344, "mph"],
  ["speed", 3.6, "m/s"],
  ["power", 1, "w watt watts 瓦"],
  ["power", 1e3, "kw kilowatt kilowatts 千瓦"],
  ["power", 1e6, "mw megawatt megawatts 兆瓦"],
  ["power", 1e9, "gw gigawatt gigawatts 吉瓦"],
  ["energy", 1, "kwh 千瓦时"],
  ["data", 1, "mb megabyte megabytes"],
  ["data", 1e3, "gb gigabyte gigabytes"],
  ["data", 1e6, "tb terabyte terabytes"],
  ["percent", 1, "% percent pct"],
  ["percent", 0.1, "‰"],
  ["times", 1, "times 倍"],
  ["eur", 1, "€ eur euro euros 欧元"],
  ["usd", 1, "$ us$ usd dollar dollars 美元"],
  ["gbp", 1, "£ gbp pounds 英镑"],
  ["cny", 1, "cny rmb yuan 元 人民币"],
  ["yen", 1, "¥ jpy yen 日元"],
];

const units = new Map<string, Measure>(
  rows.flatMap(([kind, factor, names]) => names.split(" ").map((name) => [name, { kind, factor }] as const)),
);
for (const name of ["°c", "℃", "celsius", "摄氏度"]) units.set(name, { kind: "temperature", factor: 1 });
for (const name of ["°f", "℉", "fahrenheit", "华氏度"])
  units.set(name, { kind: "temperature", factor: 5 / 9, offset: -32 });

const chinese = [...units.keys()]
  .filter((name) => /\p{Script=Han}/u.test(name))
  .sort((a, b) => b.length - a.length);
/** Units of several words, as the short name that stands in the table. */
const long: [RegExp, string][] = [
  [/^per ?cent(?:age points?)?/, "%"],
  [/^degrees? celsius/, "celsius"],
  [/^degrees? fahrenheit/, "fahrenheit"],
  [/^(?:square|sq\.?) (?:kilomet(?:er|re)s?|km)\b/, "km²"],
  [/^(?:square|sq\.?) (?:met(?:er|re)s?|m)\b/, "m²"],
  [/^(?:square|sq\.?) miles?/, "sqmi"],
  [/^cubic met(?:er|re)s?/, "m³"],
  [/^kilomet(?:er|re)s? (?:per|an) hour/, "km/h"],
  [/^miles? (?:per|an) hour/, "mph"],
  [/^met(?:er|re)s? per second/, "m/s"],
];

/** The unit that a text begins with, after a blank or a hyphen, and how many characters it takes. */
export function readUnit(text: string): { unit: Measure; length: number } | null {
  const lead = /^[ \u00a0\u202f]?-?/.exec(text)?.[0].length ?? 0;
  const rest = text.slice(lead, lead + 28).toLowerCase();
  for (const [pattern, name] of long) {
    const [found] = pattern.exec(rest) ?? [];
    const unit = units.get(name);
    if (found !== undefined && unit !== undefined) return { unit, length: lead + found.length };
  }
  const short = /^(?:km\/h|m\/s|us\$|°[cf]|[kcm]?m[²³23]|[a-z]+|[%‰€$£¥℃℉])(?![\p{Script=Latin}\p{N}])/u;
  const name = chinese.find((candidate) => rest.startsWith(candidate)) ?? short.exec(rest)?.[0] ?? "";
  const unit = units.get(name);
  return unit === undefined ? null : { unit, length: lead + name.length };
}

export function findCurrency(sign: string): Measure | null {
  return units.get(sign.toLowerCase()) ?? null;
}
