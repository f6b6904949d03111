/** What stands round a predicate without being its subject or value. */
export type Modifiers = {
  rest: string;
  denials: number;
  isOver: boolean;
  isNew: boolean;
  isAddition: boolean;
  details: string[];
};

const englishTail =
  /(?:^|[\s,])(not|gone|formerly|now|currently|really|also|still|just|recently|already|is|am|are|has|have|been|was|were|can|severely|mildly|slightly|very|highly|mostly|mainly|usually|often|rarely|sometimes|only|no|has been)$/i;
const chineseTail =
  /(不再|并不|从来不|从不|不|没有|没|不是|已经|现在|目前|如今|今年|还在|正在|也|还|都|很|非常|特别|最近|刚刚|刚|一直|仍然|其实|真的|以前|曾经|曾|过去|之前|上个月|去年|通常|偶尔|很少|经常|每天早上|每天|早上|只|是|改|又|平时|以后|今后|从现在起|从今天起)$/u;
const since = /^从?(\d{4})年(?:起|开始|以来)(?:,)?/u;
const chineseHead = /^(以前|曾经|过去|之前|现在|目前|如今|最近|上个月|去年)/u;

const selfBefore = /^(?:用户|我)/u;

const denying = new Set("not gone no 不再 并不 从来不 从不 不 没有 没 不是".split(" "));
const over = new Set("formerly was were 曾 以前 曾经 过去 之前".split(" "));
const fresh = new Set(
  "now gone currently recently 现在 目前 如今 今年 最近 刚 刚刚 不再 改 又 以后 今后 从现在起 从今天起 上个月".split(
    " ",
  ),
);
const adding = new Set("also 也 还".split(" "));
/** These narrow what is said. */
const narrowing: Record<string, string> = {
  severely: "severe",
  mildly: "mild",
  slightly: "mild",
  highly: "severe",
  mostly: "mostly",
  mainly: "mostly",
  rarely: "rarely",
  sometimes: "sometimes",
  only: "only",
  偶尔: "sometimes",
  很少: "rarely",
  只: "only",
  每天: "every day",
  每天早上: "every morning",
};

/** Takes denials, time and degree off the end of what stands before a predicate, so that the subject is left. */
export function readModifiers(prefix: string, isHan: boolean): Modifiers {
  const found: string[] = [];
  let rest = prefix.trim().replace(/,$/, "");
  const year = isHan ? since.exec(rest.replace(selfBefore, "")) : null;
  if (year !== null) rest = rest.replace(selfBefore, "").slice(year[0].length);
  for (let match = findTail(rest, isHan); match !== null; match = findTail(rest, isHan)) {
    found.push(match.word);
    rest = match.rest;
  }
  const head = isHan
    ? (chineseHead.exec(rest)?.[1] ?? "")
    : (/^(?:now|currently|formerly|recently|also)(?= |$)/i.exec(rest)?.[0] ?? "");
  if (head !== "") found.push(head.toLowerCase());
  const { details, ...flags } = toFlags(found);
  return {
    rest: rest.slice(head.length).trim(),
    ...flags,
    details: [...details, ...(year === null ? [] : [`since ${year[1] ?? ""}`])],
  };
}

function findTail(text: string, isHan: boolean): { word: string; rest: string } | null {
  const match = (isHan ? chineseTail : englishTail).exec(text);
  const word = match?.[1];
  if (match === null || word === undefined) return null;
  return { word: word.toLowerCase(), rest: text.slice(0, match.index).trim() };
}

function toFlags(words: readonly string[]): Omit<Modifiers, "rest"> {
  return {
    denials: words.filter((word) => denying.has(word)).length,
    isOver: words.some((word) => over.has(word)),
    isNew: words.some((word) => fresh.has(word)),
    isAddition: words.some((word) => adding.has(word)),
    details: words.flatMap((word) => narrowing[word] ?? []),
  };
}
