import { toWords } from "@/lib/text/words";
import { readDetails, type Details } from "./details";

/** What a sentence is about, and what it says of that. */
export type Subject = {
  words: ReadonlySet<string>;
  /** The words in one string, to look it up. */
  key: string;
  values: ReadonlySet<string>;
  /** “My budget is 5,000”: what stands behind the verb is the value, and nothing else is. */
  isPlainValue: boolean;
};

export function toSubject(text: string, details: Details = readDetails(text)): Subject {
  const [, left = "", right = ""] = copula.exec(text) ?? [];
  const hasNumbers = details.values.length + details.addresses.length > 0;
  // A change of place or person without numbers: what is named behind the verb is the value.
  const named = hasNumbers ? [] : details.names.filter((name) => !left.includes(name));
  const values = new Set(
    [...details.values, ...details.addresses, ...named].map((value) => value.toLowerCase()),
  );
  const rest = removeAll(text, [...details.addresses, ...named])
    .normalize("NFKC")
    .replace(valueWords, " ")
    .replace(cueWords, " ")
    .replace(particles, " ");
  const words = new Set(toWords(rest).filter((word) => !fillers.has(word) && !/^\d/.test(word)));
  const isPlainValue =
    right !== "" && hasNumbers && !/\d/.test(left) && readDetails(left).values.length === 0;
  return { words, key: [...words].toSorted().join(" "), values, isPlainValue };
}

export function isPartOf(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return part.size <= whole.size && [...part].every((word) => whole.has(word));
}

const copula =
  /^([^:：=]{1,120}?)(?:\b(?:is|are)\b|['’]s\b(?= (?:now|at|on|in|\d))|[:：=]|改成|改为|改到|改在|换成|变成|变为|现在是|是|为|在)(.+)$/iu;
const cueWords =
  /\b(?:actually|correction|corrected|i meant|my mistake|typo|sorry|wait|instead|rather than|no longer|any ?more|(?:has|have|was|were|been|is|got) (?:changed|moved|rescheduled|postponed|updated|revised)(?: to| from)?|changed?(?: to| from)?|moved(?: to| from)?|rescheduled(?: to)?|postponed(?: to)?|brought forward|updated?|revised|is now|are now|now|new|not|but|noted|got it|understood|remember|note|that|is|are|was|be|at|on|in|to|from|until|by)\b|更正|纠正|订正|一下|改成|改为|改到|改在|改了|换成|换到|换了|变成|变为|变了|其实|应该|说错|写错|记错|搞错|不是|而是|不再|推迟|提前|到|现在|最新|记住|记得|记下|已|请|帮/giu;
const valueWords =
  /\d+(?:[.,:/-]\d+)*|[零一二两三四五六七八九十百千万亿]{1,12}(?:年|月|日|号|点半?|元|块|岁|公斤|斤|公里|米|楼|层|室|天|小时|分钟?|次|折|成)|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|(?:mon|tues|wednes|thurs|fri|satur|sun)day|morning|afternoon|evening|noon|midnight|am|pm|a\.m\.|p\.m\.|o['’]clock|st|nd|rd|th|euros?|dollars?|pounds?|yuan)\b|上午|下午|晚上|早上|中午|凌晨|(?:星期|周|礼拜)[一二三四五六日天末]|[年月日号点元块]|人民币/giu;
const particles = /[的了吗呢吧啊呀是在有和与及我你您他她它们这那个就都也还把被为，。、]/gu;
const fillers = new Set(
  "a an the my our your their his her its i we you it this that these those of for with and or so has have had will would please just also very there here s".split(
    " ",
  ),
);

function removeAll(text: string, parts: readonly string[]): string {
  return parts.reduce((rest, part) => rest.replaceAll(part, " "), text);
}
