/** What is measured, and how a value becomes one in the unit of its kind. */
export type Unit = { kind: string; factor: number; offset?: number };

const rows: [kind: string, factor: number, names: string][] = [
  ["length", 1, "m metre metres meter meters 米"],
  ["length", 1000, "km kms kilometre kilometres kilometer kilometers 公里 千米"],
  ["length", 0.01, "cm centimetre centimetres centimeter centimeters 厘米 公分"],
  ["length", 0.001, "mm millimetre millimetres millimeter millimeters 毫米"],
  ["length", 0.0254, "inch inches 英寸"],
  ["length", 0.3048, "ft foot feet 英尺"],
  ["length", 0.9144, "yard yards"],
  ["length", 1609.344, "mi mile miles 英里"],
  ["length", 1852, "海里"],
  ["area", 1, "m² m2 sqm 平方米"],
  ["area", 1e6, "km² km2 sqkm 平方公里 平方千米"],
  ["area", 2589988, "sqmi 平方英里"],
  ["area", 1e4, "ha hectare hectares 公顷"],
  ["area", 4046.86, "acre acres 英亩"],
  ["area", 666.67, "亩"],
  ["mass", 1, "kg kilogram kilograms kilo kilos 公斤 千克"],
  ["mass", 0.001, "g gram grams gramme grammes 克"],
  ["mass", 1e-6, "mg milligram milligrams 毫克"],
  ["mass", 1000, "t tonne tonnes ton tons 吨"],
  ["mass", 0.45359, "lb lbs pound-mass 磅"],
  ["mass", 0.5, "斤"],
  ["volume", 1, "l litre litres liter liters 升"],
  ["volume", 0.001, "ml millilitre millilitres milliliter milliliters 毫升"],
  ["volume", 1000, "m³ m3 立方米"],
  ["time", 1, "second seconds sec secs 秒"],
  ["time", 60, "minute minutes min mins 分钟"],
  ["time", 3600, "hour hours hr hrs 小时 个小时"],
  ["time", 86400, "day days 天 日"],
  ["time", 604800, "week weeks 周 星期 个星期"],
  ["time", 2629800, "month months 个月"],
  ["time", 31557600, "year years 年"],
  ["time", 315576000, "decade decades"],
  ["speed", 1, "km/h kph kmh"],
  ["speed", 1.609344, "mph"],
  ["speed", 3.6, "m/s"],
  ["power", 1, "watt watts 瓦"],
  ["power", 1e3, "kw kilowatt kilowatts 千瓦"],
  ["power", 1e6, "mw megawatt megawatts 兆瓦"],
  ["power", 1e9, "gw gigawatt gigawatts 吉瓦"],
  ["energy", 1, "kwh 千瓦时 度电"],
  ["data", 1, "kb kilobyte kilobytes"],
  ["data", 1e3, "mb megabyte megabytes"],
  ["data", 1e6, "gb gigabyte gigabytes"],
  ["data", 1e9, "tb terabyte terabytes"],
  ["percent", 1, "% ％ percent pct"],
  ["percent", 10, "成"],
  ["percent", 0.1, "‰"],
  ["eur", 1, "€ eur euro euros 欧元"],
  ["usd", 1, "$ us$ usd dollar dollars 美元"],
  ["gbp", 1, "£ gbp pounds 英镑"],
  ["cny", 1, "cny rmb yuan 元 人民币"],
  ["jpy", 1, "¥ jpy yen 日元"],
  ["cent", 1, "cent cents"],
  ["times", 1, "倍 times fold"],
];

const units = new Map<string, Unit>([
  ...rows.flatMap(([kind, factor, names]) =>
    names.split(" ").map((name): [string, Unit] => [name, { kind, factor }]),
  ),
  ...["°c", "℃", "celsius", "摄氏度", "度"].map((name): [string, Unit] => [
    name,
    { kind: "temperature", factor: 1 },
  ]),
  ...["°f", "℉", "fahrenheit", "华氏度"].map((name): [string, Unit] => [
    name,
    { kind: "temperature", factor: 5 / 9, offset: -32 },
  ]),
]);

const longestFirst = [...units.keys()]
  .filter((name) => /\p{Script=Han}/u.test(name))
  .sort((a, b) => b.length - a.length);

/** The unit that a text begins with, after a blank or a hyphen, or `null`. */
export function readUnit(text: string): { unit: Unit; length: number } | null {
  const lead = /^[ \u00a0\u202f]?-?/.exec(text)?.[0].length ?? 0;
  const rest = text.slice(lead, lead + 24).toLowerCase();
  const han = longestFirst.find((name) => rest.startsWith(name));
  const wide =
    /^(?:per ?cent|degrees? (?:celsius|fahrenheit)|(?:square|sq\.?) (?:kilomet(?:er|re)s?|met(?:er|re)s?|miles?|km|m)\b|kilomet(?:er|re)s? (?:per|an) hour|miles? (?:per|an) hour|cubic met(?:er|re)s?)/.exec(
      rest,
    )?.[0];
  const name =
    han ??
    (wide === undefined
      ? (/^(?:km\/h|m\/s|us\$|°[cf]|[kcm]?m[²³23]|[a-z]+|[%％‰€$£¥℃℉])(?![\p{L}\p{N}])/u.exec(rest)?.[0] ??
        "")
      : shorten(wide));
  const unit = units.get(name);
  return unit === undefined ? null : { unit, length: lead + (wide ?? name).length };
}

function shorten(wide: string): string {
  if (wide.startsWith("per")) return "%";
  if (wide.startsWith("degree")) return wide.endsWith("celsius") ? "celsius" : "fahrenheit";
  if (wide.includes("hour")) return wide.startsWith("k") ? "km/h" : "mph";
  if (wide.startsWith("cubic")) return "m³";
  return /k/.test(wide) ? "km²" : wide.includes("mi") ? "sqmi" : "m²";
}

export function toCurrency(sign: string): Unit | null {
  return units.get(sign.toLowerCase()) ?? null;
}

export function toBase(value: number, unit: Unit | null): number {
  return unit === null ? value : (value + (unit.offset ?? 0)) * unit.factor;
}
