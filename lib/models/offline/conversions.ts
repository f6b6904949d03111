/** The calculator's name of each unit, and the others that people write. */
const rows: Readonly<Record<string, string>> = {
  km: "kilometer kilometers kilometre kilometres 公里 千米",
  m: "meter meters metre metres 米",
  cm: "centimeter centimeters centimetre centimetres 厘米",
  mm: "millimeter millimeters millimetre millimetres 毫米",
  mile: "mi miles 英里",
  yard: "yd yards 码",
  foot: "ft feet 英尺",
  inch: "in inches 英寸",
  kg: "kilo kilos kilogram kilograms 公斤 千克",
  g: "gram grams 克",
  lb: "lbs pound pounds 磅",
  oz: "ounce ounces 盎司",
  tonne: "t tonnes ton tons 吨",
  liter: "l liters litre litres 升",
  ml: "milliliter milliliters millilitre millilitres 毫升",
  gallon: "gallons 加仑",
  hectare: "ha hectares 公顷",
  acre: "acres 英亩",
  celsius: "°c degc c 摄氏度",
  fahrenheit: "°f degf f 华氏度",
  "km/h": "kph 公里每小时",
  mph: "英里每小时",
  second: "s seconds 秒",
  minute: "min minutes 分钟",
  hour: "h hours 小时",
  day: "days 天",
  week: "weeks 周 星期",
  MB: "mb",
  GB: "gb",
  TB: "tb",
};
const units = new Map(
  Object.entries(rows).flatMap(([unit, names]) => [unit, ...names.split(" ")].map((name) => [name, unit])),
);

const number = String.raw`(?<value>[-−]?\d{1,15}(?:[.,]\d{1,15})*)`;
const name = String.raw`(?:degrees? )?[°\p{L}/]{1,20}`;
const patterns = [
  `(?:(?:please )?convert |what(?:['’]s| is) |how much is )?${number} ?(?<from>${name}) (?:to|into|in) (?<to>${name})`,
  `how many (?<to>${name}) (?:are |is )?(?:there )?(?:in )?${number} ?(?<from>${name})`,
  `(?:请?把|请问)?${number} ?(?<from>\\p{Script=Han}{1,5}?) ?(?:换算成|换成|转换成|等于|合|是|为)(?:多少|几)?(?<to>\\p{Script=Han}{1,5}?)`,
].map((pattern) => new RegExp(`^${pattern}[\\s?？.。!！]{0,3}$`, "iu"));

/** The conversion of a unit that a whole message asks for, as the calculator reads it, else `null`. */
export function findConversion(message: string): string | null {
  if (message.length > 100) return null;
  for (const pattern of patterns) {
    const { value = "", from = "", to = "" } = pattern.exec(message.trim())?.groups ?? {};
    const [source, target] = [from, to].map((unit) =>
      units.get(unit.toLowerCase().replace(/^degrees? /u, "")),
    );
    if (source !== undefined && target !== undefined) return `${value} ${source} to ${target}`;
  }
  return null;
}
