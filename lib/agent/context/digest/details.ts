/** What a sentence holds that cannot be guessed again once it is gone. */
export type Details = {
  /** Numbers, times, sums and dates in digits, written one way; Chinese numerals with their unit. */
  values: string[];
  /** Addresses of pages, mailboxes and houses. */
  addresses: string[];
  /** Capitalised words inside the sentence; in Chinese, what is told as a name. */
  names: string[];
  /** Somebody or something is called by its name for the first time. */
  isNamed: boolean;
  hasCalendarWord: boolean;
};

const link = /https?:\/\/[^\s<>"'，。）)】]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/giu;
const street =
  /\b\d{1,5}[a-z]?,? (?:\p{Lu}[\p{L}'’.-]{1,30} ){1,3}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Drive|Square|Way|Court|Quay|Close|Boulevard|Row|Terrace)\b|\p{Script=Han}{1,8}[路街巷道][\d一二三四五六七八九十百]{1,5}号/gu;
const number = /\d+(?:[.,:/-]\d+)*/g;
const chineseNumber =
  /[零一二两三四五六七八九十百千万亿]{1,12}(?:年|月|日|号|点|元|块|岁|公斤|斤|公里|米|楼|层|室|天|小时|分钟?|次|折|%|成)/gu;
const calendar =
  /\b(?:January|February|March|April|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?)\b|(?:星期|周|礼拜)[一二三四五六日天末]|[明后]天|下(?:周|个?月)/u;

export function readDetails(sentence: string): Details {
  const addresses = [...listMatches(sentence, link), ...listMatches(sentence, street)];
  const digits = /\p{N}/u.test(sentence)
    ? listMatches(sentence.normalize("NFKC"), number).map(toPlainNumber)
    : [];
  const values = /\p{Script=Han}/u.test(sentence)
    ? [...digits, ...listMatches(sentence, chineseNumber)]
    : digits;
  return {
    values: [...new Set(values)],
    addresses,
    names: listNames(sentence),
    isNamed: named.test(sentence),
    hasCalendarWord: calendar.test(sentence),
  };
}

/** The numbers of a text, written one way: what a shorter form of it may hold. */
export function listNumbers(text: string): Set<string> {
  return new Set(listMatches(text.normalize("NFKC"), number).map(toPlainNumber));
}

export function listLinks(text: string): string[] {
  return listMatches(text, link).map((found) => found.replace(/[.,;:!?]+$/, ""));
}

/** How much would be lost with it: a code or an address more than a number, a number more than a name. */
export function weighDetails({ values, addresses, names, isNamed, hasCalendarWord }: Details): number {
  const numbers = Math.min(values.length, 2) * 2 + (values.some((value) => value.length >= 4) ? 2 : 0);
  return (
    numbers +
    Math.min(addresses.length, 2) * 3 +
    Math.min(names.length, 2) +
    (isNamed ? 3 : 0) +
    (hasCalendarWord ? 1 : 0)
  );
}

function toPlainNumber(text: string): string {
  return text.replace(/,(?=\d{3}(?:\D|$))/g, "");
}

function listMatches(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([match]) => match);
}

const capitalised = /(?<![\p{L}\p{N}_/.@-])\p{Lu}[\p{L}\p{N}]*(?:['’-]\p{L}+)*/gu;
const ordinary = new Set(
  (
    "i i'm i'd i'll i've the a an this that these those it its it's he she they we you my our your his her their there here and but so or if when while as " +
    "what which who where why how is are was were do does did can could will would should shall may might must have has had please also yes no not ok okay " +
    "in on at for from to by with about after before then now today tomorrow tonight yesterday let let's thanks actually sorry correction oh well hi hello " +
    "remember note always never once just only all any some each every one two both for by january february march april may june july august september october november december " +
    "monday tuesday wednesday thursday friday saturday sunday"
  ).split(" "),
);
const named =
  /\b(?:named|called|name is|name['’]s)\s+(?:\w+\s+)?\p{Lu}|(?:叫做?|名叫|取名|起名|名字是|名为)\p{Script=Han}/u;
const toldName =
  /(?:叫|名叫|名字是|姓)[\p{Script=Han}·]{2,4}|[\p{Script=Han}]{1,3}(?:先生|女士|小姐|老师|医生|经理|教授|博士|律师)|《[^》]{1,30}》|[\p{Script=Han}]{2,8}(?:公司|大学|医院|酒店|宾馆|餐厅|机场|车站|银行)/gu;

function listNames(sentence: string): string[] {
  const latin = listMatches(sentence, capitalised)
    .map((word) => word.replace(/['’]s$/, ""))
    .filter((word) => !ordinary.has(word.toLowerCase().replaceAll("’", "'")));
  const han = /\p{Script=Han}/u.test(sentence) ? listMatches(sentence, toldName) : [];
  return [...new Set([...latin, ...han])];
}
