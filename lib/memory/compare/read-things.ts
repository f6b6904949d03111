import { cutDetails } from "./details";
import type { PatternRow } from "./pattern-row";
import type { ReadValue } from "./statement";
import { isKnownTerm, toTerms } from "./terms";

const nextThing = /,? and (?=(?:an?|one|\d+) )|, (?=(?:an?|one|\d+) )|、|和/iu;
const english =
  /^(?:(?<count>\d+)|(?<article>an?|one|another|the)(?= ))? ?(?<noun>.+?)(?: (?:named|called) (?<name>\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*)?))?(?<more>(?:,| (?:that|who|with|in|at|from|of|on|for|since|named|called|and)) .+)?$/u;
const chinese =
  /^(?<count>\d+|一)?(?<measure>[只个条辆头匹台部位名套口])?(?:(?:名字?)?叫(?<name>[^的,]+)的)?(?<noun>[^,]+?)(?:,?(?:名字?|名)?叫(?<last>[^,]+))?(?<more>,.+)?$/u;
/** Characters that end the name of a thing, as 猫 in 橘猫. */
const heads = /^(?<modifier>.+)(?<head>[猫狗鸟车马鱼兔])$/u;

/** Things, animals and people that somebody has, with how many there are and what they are called. */
export function readThings(row: PatternRow, text: string): ReadValue[] | null {
  const isHan = /\p{Script=Han}/u.test(text);
  const members = text.split(nextThing).filter((member) => member.trim() !== "");
  const read = members.map((member) => readThing(row, member.trim(), isHan));
  return read.some((thing) => thing === null) || read.length === 0
    ? null
    : read.flatMap((thing) => thing ?? []);
}

function readThing(row: PatternRow, text: string, isHan: boolean): ReadValue | null {
  const groups = (isHan ? chinese : english).exec(text)?.groups;
  if (groups === undefined) return null;
  const { count, article, measure, noun = "", name, last, more = "" } = groups;
  const { value, ...cut } = cutDetails(`${noun}${more}`);
  const parts = isHan ? heads.exec(value)?.groups : undefined;
  const isWhole = parts === undefined || toTerms(value).every(isKnownTerm);
  const named = isWhole ? value : (parts.head ?? value);
  const terms = toTerms(
    row.isGain === true
      ? named.replace(/^(?:(?:brand[- ])?new|used|second-?hand|二手的?|新的?)\s?/iu, "")
      : named,
  );
  if (terms.length === 0) return null;
  const called = name ?? last;
  const details = [
    ...cut.details,
    ...(isWhole ? [] : toTerms(parts.modifier ?? "")),
    ...(called === undefined ? [] : [toNamed(called)]),
  ];
  return {
    attribute: row.attribute,
    kind: row.kind,
    value: terms,
    ...cut,
    details,
    count: toCount(count, article ?? measure),
    side: null,
  };
}

export function toNamed(name: string): string {
  return `named ${name.trim().toLowerCase()}`;
}

function toCount(count: string | undefined, article: string | undefined): number | null {
  if (count !== undefined) return count === "一" ? 1 : Number(count);
  return article === undefined || article.toLowerCase() === "the" ? null : 1;
}
