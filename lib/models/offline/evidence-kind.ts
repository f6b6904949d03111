import { listNames, type Question } from "./question";

/** How well a sentence's form fits what is asked, from -1 (cannot be the answer) to 1. */
export function rateForm(sentence: string, question: Question): number {
  switch (question.kind) {
    case "when":
      return date.test(sentence) ? 1 : -1;
    case "quantity":
      return rateQuantity(sentence, question.text);
    case "who":
      return question.language === "zh" ? 0 : hasNewName(sentence, question.text) ? 1 : -1;
    case "where":
      return place.test(sentence) ? 1 : -0.3;
    case "why":
      return reason.test(sentence) ? 1 : -0.3;
    case "how":
    case "definition":
    case "other":
      return 0;
  }
}

const date =
  /\b(?:1\d|20|[5-9])\d{2}s?\b|\b(?:year|in) \d{2,4}\b|\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}\b|(?:th|st|nd|rd|teenth|enth|first|second|third|ninth|sixth) century|\d+年|世纪|[一二三四五六七八九十]月|除夕|正月/u;
const place =
  /\b(?:in|at|on|off|near|between|from|inside|through)\s+(?:the\s+)?(?:\p{Lu}|[a-z]+s?\b)|位于|在|坐落|出生于|生于|产于|来自|地处|发源/u;
const reason =
  /\b(?:because|since|due to|so that|caused by|as a result|reason|therefore|in order to|to sell|which is why)\b|因为|由于|所以|因此|为了|是因/u;
const numberWord =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|hundred|thousand|million|billion|half|dozen|third|quarter)\b|[一二三四五六七八九十百千万亿两]+(?:[个位名只条座种次岁年月天人间件箱]|万|亿|公里|大|多)/iu;

/** Which units an amount is told in, by the words that ask for it. */
const units: [asked: RegExp, told: RegExp][] = [
  [
    /\b(?:tall|high|height|deep|depth|thick)\b/iu,
    /\b(?:met(?:re|er)s?|feet|foot|centimet\w+|millimet\w+|kilomet\w+|miles?)\b/iu,
  ],
  [
    /\b(?:long|far|length|distance|wide|width|diameter)\b/iu,
    /\b(?:kilomet\w+|met(?:re|er)s?|miles?|hours?|minutes?|days?|weeks?|months?|years?|centimet\w+|seconds?)\b/iu,
  ],
  [
    /\bhow long\b.*\b(?:last|take|live|day|year|stay|spend|walk|hold)/iu,
    /\b(?:hours?|minutes?|days?|weeks?|months?|years?|seconds?)\b/iu,
  ],
  [/\b(?:heavy|weigh\w*|weight|kilograms?)\b/iu, /\b(?:kilograms?|tonnes?|tons?|grams?|pounds?|kg)\b/iu],
  [/\b(?:large|big|area)\b/iu, /\b(?:square|hectares?|kilomet\w+|times|as large as)\b/iu],
  [/\bhow old\b|\bage\b/iu, /\b(?:age|years? old|years)\b/iu],
  [/\b(?:percent|percentage)\b/iu, /percent|%/iu],
  [/\b(?:speed|fast)\b/iu, /\b(?:kilomet\w+|miles?|knots?)\b/iu],
  [/多长(?!时间)|长度/u, /公里|千米|米/u],
  [/多高|高度|海拔/u, /米/u],
  [/多大|面积/u, /平方|公顷|亩|岁/u],
  [/多重|重量|体重|公斤/u, /公斤|吨|克|斤/u],
  [/人口|多少人/u, /人/u],
  [/多少(?:只|头)/u, /只|头/u],
  [/百分之/u, /百分之|%/u],
];

function rateQuantity(sentence: string, asked: string): number {
  if (!numberWord.test(sentence)) return -1;
  const wanted = units.filter(([question]) => question.test(asked));
  if (wanted.length === 0) return countedNoun(asked, sentence) ? 1 : 0.3;
  const told = wanted.filter(([, unit]) => unit.test(sentence)).length;
  return told === 0 ? -0.6 : told / wanted.length;
}

/** `how many moons`: whether the counted thing stands shortly after a number. */
function countedNoun(asked: string, sentence: string): boolean {
  const noun =
    /\bhow many ([a-z]+)/iu.exec(asked)?.[1]?.replace(/s$/u, "") ??
    /(?:多少|几)(\p{Script=Han}{1,2})/u.exec(asked)?.[1];
  if (noun === undefined) return true;
  return new RegExp(`(?:\\d|${numberWord.source})[^.。]{0,40}${noun}`, "iu").test(sentence);
}

function hasNewName(sentence: string, asked: string): boolean {
  const known = asked.toLowerCase();
  return listNames(sentence).some((name) =>
    name.split(/\s+/u).some((word) => word.length > 2 && !known.includes(word.toLowerCase())),
  );
}
