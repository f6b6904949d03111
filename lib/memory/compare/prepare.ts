const englishNumbers = "two three four five six seven eight nine ten eleven twelve".split(" ");
const hanUnits: Record<string, number> = { 十: 10, 百: 100, 千: 1_000 };
const hanDigits = "零一二三四五六七八九";

/** A fact in one spelling: width, quotes, blanks and numbers alike; denials stand before their verb as `not`, ended ones as `gone`, past ones as `formerly`. */
export function prepareFact(content: string): string {
  const text = content
    .normalize("NFKC")
    .replace(/[‘’`]/g, "'")
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return prepareChinese(prepareEnglish(text)).replace(/\s+/g, " ").trim();
}

/** Each turns one spelling into another; the order matters. */
const englishSpellings: readonly (readonly [RegExp, string])[] = [
  [/\b(?:has|have) (?:grown|shrunk|gone up|gone down|risen) to\b/gi, "now has"],
  [
    /\b(?:changed|switched) jobs?(?:,? and|[,;]) (?:(?:i|he|she|they) )?(?=(?:(?:am|is|are) )?(?:now )?work(?:s|ing)?\b)/gi,
    "now ",
  ],
  [/\ban? (?:pair|couple) of\b/gi, "2"],
  [/\bmoved(?: house)?(?:,? and|[,;]) (?:(?:i|he|she|they) )?(?=(?:now )?lives?\b)/gi, "now "],
  [/\b(?:can't|cannot|can not|couldn't) (?:stand|bear)\b/gi, "hates"],
  [/\bnot a (?:big |huge |great )?fan of\b/gi, "not likes"],
  [/\b(?:doesn't|does not|do not|don't|didn't|did not)\b/gi, "not"],
  [/\b(is|are|am|was|were|has|have|had|can|could|will|would)n't\b/gi, "$1 not"],
  [/\bcan't\b|\bcannot\b/gi, "can not"],
  [/\bwon't\b/gi, "will not"],
  [/\bI'm\b/gi, "I am"],
  [/\b(I|we)'ve\b/gi, "$1 have"],
  [/\b(?:has|have) (?=(?:just |now |recently )?(?:moved|relocated|switched|migrated)\b)/gi, ""],
  [/^we (?=(?:(?:just|now|recently|both|all) )?(?:moved|relocated)\b)/gi, "I "],
  [/\bname's\b/gi, "name is"],
  [/\b(he|she|it)'s\b/gi, "$1 is"],
  [/\bno longer\b|\bnot any ?longer\b|\bnot any ?more\b/gi, "gone"],
  [/(?<!\b(?:is|are|am|was|be|get|got) )\bused to(?: be\b)?/gi, "formerly"],
  [/\b(has|have) (?:got )?no\b/gi, "not $1"],
  [/\b(eats?|drinks?|owns?|speaks?|uses?) no\b/gi, "not $1"],
  [/\b(?:has |have )?(?:stopped|quit|given up|gave up) (?=\w+ing\b)/gi, "gone "],
  [/\bnever (?=(?:eats?|drinks?|smokes?|uses?|likes?|(?:switched|changed) to)\b)/gi, "not "],
  [/\b(is|are|am|was|has|have|can) (not|gone|formerly)\b/gi, "$2 $1"],
  [/\b(?:has|have) been\b/gi, "is"],
  [/\b(?:has|have) lived in\b/gi, "lives in"],
  [/\b(?:has|have) worked (?=at|for|as)\b/gi, "works "],
  [/\bnot\b(.*?) (?:any ?more|any ?longer)\b/gi, "gone$1"],
  [/\b(?:roughly|approximately|around)(?= \d)/gi, "about"],
  [/(?<=\d ?\p{L}+ )(?:an?|each|per)(?= (?:day|week|month|year)\b)/giu, "every"],
  [/(?<=\d)(?=(?:cm|kg|km|lb|lbs|m|kilos?)\b)/gi, " "],
];

function prepareEnglish(text: string): string {
  if (!/[a-z]/i.test(text)) return text;
  const counted = text.replace(
    /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/gi,
    (word) => String(englishNumbers.indexOf(word.toLowerCase()) + 2),
  );
  return englishSpellings.reduce((spelling, [from, to]) => spelling.replace(from, to), counted);
}

function prepareChinese(text: string): string {
  if (!isChinese(text)) return text;
  return text
    .replace(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, "")
    .replace(/[零一二三四五六七八九十百千万两]{2,}(?=(?:[元块]|[欧美日]元|英镑|港币))/gu, (digits) =>
      String(readHanNumber(digits)),
    )
    .replace(/(\d+(?:\.\d+)?)万(?=[元块欧美日英港])/gu, (_all, digits: string) =>
      String(Math.round(Number(digits) * 10_000)),
    )
    .replace(
      /[零一二三四五六七八九十两]{1,3}(?=[岁只个条辆头匹位名口台号日月点杯次年公厘千]|米)/gu,
      (digits, at: number, all: string) =>
        /[一第]/u.test(digits) && isSingle(digits, all, at) ? digits : String(toNumber(digits)),
    )
    .replace(
      /([一二])米([一二三四五六七八九])([一二三四五六七八九])?/gu,
      (_all, whole: string, ...tenths: string[]) =>
        `${toNumber(whole)}.${tenths
          .slice(0, 2)
          .filter((digit) => digit !== undefined)
          .map(toNumber)
          .join("")}米`,
    )
    .replace(/(\d+)米(\d{2})(?!\d)/gu, "$1.$2米")
    .replace(/(?:换了?新?工作|跳槽|搬家)了?[,，](?:我|他|她)?(?=现在|目前|如今)/gu, "")
    .replace(/^我们(?:全|一)?(?=家?[搬迁])/u, "我")
    .replace(/(?:[一1]点儿?[也都]|根本|完全|压根儿?|绝对|丝毫)(?=不|没)/gu, "")
    .replace(
      /[一二三四五六七八九两][零一二三四五六七八九两十]*[百千万][零一二三四五六七八九两十百千万]*(?=了?(?:$|[,，]))/gu,
      (digits) => String(readHanNumber(digits)),
    )
    .replace(/再也不|已经不再?|早就不再?/gu, "不再")
    .replace(/，/gu, ",");
}

/** A Chinese name in an English text does not make it Chinese, nor an English name the other way round. */
export function isChinese(text: string): boolean {
  return /\p{Script=Han}/u.test(text) && !/[a-z]+ [a-z]+ [a-z]+/i.test(text);
}

/** 一 before a measure word means "a", not a count. */
function isSingle(digits: string, all: string, at: number): boolean {
  return digits === "一" && /[只个条辆头匹位名口台]/u.test(all[at + 1] ?? "");
}

/** 1 to 99 in Chinese digits. */
function toNumber(digits: string): number {
  const plain = digits.replaceAll("两", "二");
  const [tens = "", ones = ""] = plain.includes("十") ? plain.split("十") : ["零", plain];
  const ten = tens === "" ? 1 : Math.max(0, hanDigits.indexOf(tens));
  const one = ones === "" ? 0 : Math.max(0, hanDigits.indexOf(ones));
  return ten * 10 + one;
}

/** A number in Chinese characters with ten thousands at most; a last digit counts in the next smaller unit: 三千五 is 3,500. */
function readHanNumber(text: string): number {
  let [total, section, digit, unit] = [0, 0, 0, 1];
  for (const character of text.replaceAll("两", "二")) {
    const size = hanUnits[character];
    if (character === "万") [total, section, digit, unit] = [(section + digit) * 10_000, 0, 0, 10_000];
    else if (size !== undefined) [section, digit, unit] = [section + Math.max(1, digit) * size, 0, size];
    else if (character === "零") unit = 1;
    else digit = hanDigits.indexOf(character);
  }
  return total + section + digit * (unit >= 100 ? unit / 10 : 1);
}
