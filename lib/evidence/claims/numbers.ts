import { englishNumber, readEnglishNumber, readHanNumber } from "./number-words";
import { readUnit, toBase, toCurrency, type Unit } from "./units";

export type NumberFact = {
  start: number;
  end: number;
  /** In the base unit of its kind. */
  value: number;
  /** What is measured; `count` without a unit, `ordinal` for the ninth. */
  kind: string;
  /** What a step in its last written place is worth, in the base unit: "2.1 million" is exact to 100,000. */
  step: number;
  /** How the words around loosen it. */
  bound: "exact" | "about" | "over" | "under";
  /** The word or characters behind it: what is counted; and the word before it, as in "magnitude 6.4". */
  counted: string;
  before: string;
};

/** The numbers of a text without its dates, in order. */
export function listNumbers(text: string): NumberFact[] {
  const found: NumberFact[] = [];
  for (const raw of listRaw(text)) if (raw.start >= (found.at(-1)?.end ?? 0)) found.push(toFact(text, raw));
  return found;
}

/** Whether a source's number is the one that a claim names, converted, rounded or loosened by its words. */
export function isSameNumber(claim: NumberFact, source: NumberFact): boolean {
  if (claim.kind !== source.kind && claim.kind !== "count" && source.kind !== "count") return false;
  if (claim.kind !== source.kind && claim.kind === "percent") return false;
  const gap = Math.abs(claim.value - source.value);
  const size = Math.max(Math.abs(claim.value), Math.abs(source.value));
  if (gap <= size * 1e-9) return true;
  const isConverted = claim.kind !== "count" && claim.kind !== "percent" && claim.step !== source.step;
  if (isConverted && gap <= Math.max(claim.step / 2, size * 0.006)) return true;
  if (claim.step > source.step * 1.0001 && gap <= claim.step / 2 + 1e-9) return true;
  if (source.bound === "about" && source.step > claim.step && gap <= source.step / 2) return true;
  if (claim.bound === "about") return gap <= size * 0.06;
  if (claim.bound === "over") return source.value >= claim.value && gap <= size * 0.25;
  return claim.bound === "under" && source.value <= claim.value && gap <= size * 0.25;
}

type Raw = { start: number; end: number; value: number; step: number; unit: Unit | null };

const digits =
  /(?<![\p{Script=Latin}\p{N}.,]|[A-Za-z]-)(?<sign>[-−–](?=\d)|minus |负|零下 ?)?(?<currency>US\$|[$€£¥])? ?(?<number>\d{1,3}(?:[,\u202f\u00a0]\d{3})+(?:\.\d+)?|\d{1,15}(?:\.\d{1,12})?)(?<ordinal>st|nd|rd|th)?/gu;
const hanNumber =
  /(?<lead>第|百分之|[一二三四五六七八九十]分之)?(?<number>[零〇一二两三四五六七八九十百千万亿]+)/gu;
const scale =
  /^[ -]?(?:(?:thousand|million|billion|trillion|bn|[mk](?![\p{L}\p{N}²³/]))(?!\p{L})|万亿|千万|百万|[万亿千百])/iu;
const scales: Record<string, number> = {
  thousand: 1e3,
  k: 1e3,
  million: 1e6,
  m: 1e6,
  billion: 1e9,
  bn: 1e9,
  trillion: 1e12,
  百: 100,
  千: 1e3,
  万: 1e4,
  百万: 1e6,
  千万: 1e7,
  亿: 1e8,
  万亿: 1e12,
};

const ordinalUnit: Unit = { kind: "ordinal", factor: 1 };
const ordinals = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(
  " ",
);

function listOrdinals(text: string): Raw[] {
  const words = text.matchAll(
    /(?<=(?:the|an?|its|his|her|their|my|our|for|world’s|world's) )(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth)(?=[ -][a-z])/giu,
  );
  const named = [...words].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    value: ordinals.indexOf(match[0].toLowerCase()) + 1,
    step: 1,
    unit: ordinalUnit,
  }));
  const numbered = [...text.matchAll(/第(?:(\d{1,4})|([一二两三四五六七八九十百]{1,5}))/gu)].map((match) => ({
    ...{ start: match.index, end: match.index + match[0].length, step: 1, unit: ordinalUnit },
    value: match[1] === undefined ? (readHanNumber(match[2] ?? "") ?? 0) : Number(match[1]),
  }));
  const leading = [...text.matchAll(/首(?=[个颗座位次部届家艘批条枚])/gu)].map(({ index }) => ({
    start: index,
    end: index + 1,
    value: 1,
    step: 1,
    unit: ordinalUnit,
  }));
  return [...named, ...numbered, ...leading];
}

function listRaw(text: string): Raw[] {
  const raws = [
    ...listOrdinals(text),
    ...listDigits(text),
    ...listEnglish(text),
    ...(/\p{Script=Han}/u.test(text) ? listHan(text) : []),
  ];
  return raws.sort((a, b) => a.start - b.start || b.end - a.end);
}

function listDigits(text: string): Raw[] {
  return [...text.matchAll(digits)].flatMap((match) => {
    const { sign, currency, number = "", ordinal } = match.groups ?? {};
    if (ordinal !== undefined)
      return [
        {
          start: match.index,
          end: match.index + match[0].length,
          value: Number(number),
          step: 1,
          unit: ordinalUnit,
        },
      ];
    const plain = number.replace(/[,\u202f\u00a0]/g, "");
    let end = match.index + match[0].length;
    const word = scale.exec(text.slice(end, end + 12))?.[0] ?? "";
    const name = word.replace(/^[ -]/, "").toLowerCase();
    const isMoneyOnly = (name === "m" || name === "k") && currency === undefined;
    const factor = isMoneyOnly ? 1 : (scales[name] ?? 1);
    if (factor !== 1) end += word.length;
    const read = readUnit(text.slice(skipMore(text, end), skipMore(text, end) + 30));
    if (read !== null) end = skipMore(text, end) + read.length;
    const places = (plain.split(".")[1] ?? "").length;
    const step = factor * 10 ** -places;
    const value = (sign === undefined ? 1 : -1) * Number(plain) * factor;
    return [
      {
        start: match.index,
        end,
        value,
        step,
        unit: currency === undefined ? (read?.unit ?? null) : toCurrency(currency),
      },
    ];
  });
}

/** 多, 余 and 个 between a number and its unit. */
function skipMore(text: string, at: number): number {
  return /[多余几]/.test(text[at] ?? "") ? at + 1 : at;
}

function listEnglish(text: string): Raw[] {
  const raws: Raw[] = [];
  const lower = text.toLowerCase();
  for (const word of lower.matchAll(
    /(?<![\p{L}\p{N}'’-])(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]{3,6}teen|[a-z]{3,4}ty|dozen|half)(?![\p{L}\p{N}])/gu,
  )) {
    if (word.index < (raws.at(-1)?.end ?? 0)) continue;
    const share =
      /^(?:half|(?:one|a|an|two|three) (?:thirds?|quarters?|fifths?|tenths?))(?= (?:of|the|as|a|its|their|all)\b)/.exec(
        lower.slice(word.index, word.index + 24),
      )?.[0];
    if (share !== undefined)
      raws.push({
        start: word.index,
        end: word.index + share.length,
        value: readShare(share),
        step: 1,
        unit: { kind: "percent", factor: 1 },
      });
    if (share !== undefined) continue;
    englishNumber.lastIndex = word.index;
    const words = (englishNumber.exec(lower)?.[0] ?? "").trimEnd();
    const number = words === "" ? null : readEnglishNumber(words);
    const behind = word.index + words.length;
    const read = readUnit(lower.slice(behind, behind + 30));
    if (
      words === "" ||
      (number === null && (read === null || word[0] !== "one")) ||
      /\p{L}/u.test(lower[behind] ?? "")
    )
      continue;
    raws.push({
      start: word.index,
      end: behind + (read?.length ?? 0),
      value: number ?? 1,
      step: 1,
      unit: read?.unit ?? null,
    });
  }
  return raws;
}

function readShare(words: string): number {
  if (words === "half") return 50;
  const [count = "", part = ""] = words.split(" ");
  const whole = { third: 3, quarter: 4, fifth: 5, tenth: 10 }[part.replace(/s$/, "")] ?? 2;
  return (100 * ({ two: 2, three: 3 }[count] ?? 1)) / whole;
}

/** What Chinese puts between a number and what is counted. */
export const classifiers =
  "个只枚名人位座条种次家件项卷册台辆所届层幅首部艘架颗株头匹对处间张套级分票岁票章集款场站";

function listHan(text: string): Raw[] {
  return [...text.matchAll(hanNumber)].flatMap((match): Raw[] => {
    const { lead = "", number = "" } = match.groups ?? {};
    const value = readHanNumber(number);
    const end = match.index + match[0].length;
    if (value === null || lead === "第" || /[\d.]/.test(text[match.index - 1] ?? "")) return [];
    const base = { start: match.index, end, value, step: /[万亿]$/.test(number) ? value / 10 : 1 };
    if (lead === "百分之") return [{ ...base, unit: { kind: "percent", factor: 1 } }];
    if (lead !== "")
      return [
        {
          ...base,
          value: (100 * value) / (readHanNumber(lead[0] ?? "") ?? 1),
          unit: { kind: "percent", factor: 1 },
        },
      ];
    const after = skipMore(text, end);
    const read = readUnit(text.slice(after, after + 8));
    const isCounted = classifiers.includes(text[after] ?? "-");
    if (
      /^[一万亿千百十]$/.test(number) &&
      !(
        read !== null &&
        number !== "万" &&
        read.unit.kind !== "temperature" &&
        !/^[年日天]/.test(text.slice(after))
      )
    )
      return [];
    if (read === null && !isCounted && !(number.length > 1 && /[十百千]/.test(number))) return [];
    return [{ ...base, end: read === null ? end : after + read.length, unit: read?.unit ?? null }];
  });
}

function toFact(text: string, { start, end, value, step, unit }: Raw): NumberFact {
  const before = text.slice(Math.max(0, start - 16), start);
  const inside = text.slice(start, end + 6);
  const counted =
    /^[ -]*(?:(?:more|other|of|the|different|new|official|registered|active|total)\s+)*([\p{L}]{1,24})/u
      .exec(text.slice(end, end + 60))?.[1]
      ?.toLowerCase() ?? "";
  return {
    start,
    end,
    value: toBase(value, unit),
    kind: unit?.kind ?? "count",
    step: step * (unit?.factor ?? 1),
    bound: readBound(before, inside),
    counted: /\p{Script=Han}/u.test(counted) ? counted.slice(0, 2) : counted,
    before: readBefore(text.slice(Math.max(0, start - 48), start)),
  };
}

function readBefore(text: string): string {
  const han = /(\p{Script=Han}{2})$/u.exec(
    text.replace(/(?:约为|约占|大约|达到|超过|不到|约|为|达|是|近|共|有|：|:|\s)+$/u, ""),
  )?.[1];
  return (
    han ??
    /([a-z]{3,24})(?: (?:of|is|was|at|to|about|only|now|reached|measured)){0,2} $/i
      .exec(text)?.[1]
      ?.toLowerCase() ??
    ""
  );
}

function readBound(before: string, inside: string): NumberFact["bound"] {
  if (
    /(?:over|more than|above|at least|exceed(?:s|ed|ing)?|upwards of|超过|逾|高于|至少|不少于|突破)\s*$/i.test(
      before,
    ) ||
    /^[\d.,万亿一二三四五六七八九十百千]+[多余]/.test(inside)
  )
    return "over";
  if (
    /(?:nearly|almost|under|less than|fewer than|below|up to|at most|不到|不足|近|将近|接近|低于|至多|最多)\s*$/i.test(
      before,
    )
  )
    return "under";
  if (
    /(?:about|around|roughly|approximately|approx\.?|some|circa|ca\.|~|约|大约|大概|约为|约占)\s*$/i.test(
      before,
    ) ||
    /左右|上下|or so/.test(inside)
  )
    return "about";
  return "exact";
}
