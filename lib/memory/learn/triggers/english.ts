import { isAboutAnswers, isAboutWork, isPassing, isPersonal } from "./english-words";
import { readEnglishName } from "./english-names";
import { englishForms as forms } from "./forms-english";
import { isStatement } from "./is-statement";
import { isFamousLine } from "./famous-lines";
import type { Span, TriggerLanguage } from "./trigger-language";

const any = (list: readonly string[]) => `(?:${list.join("|")})`;
/** Where a request may begin: at the start, behind a comma, behind “and”. */
const boundary = String.raw`(?<=^|[,;–—(]\s*|\s-\s+|\s(?:and|but|so)\s+)`;
const opening = String.raw`(?:${any(forms.openings)}(?:\s*[,!:.–—-]\s*|\s+)){0,4}`;
const asking = String.raw`(?:(?<polite>${any(forms.polite)}\s+)|${any(forms.commands)}\s+)?(?:please\s+)?`;
const link = String.raw`(?<link>(?:\s+(?:(?:this|it|these|of this|the following)(?=\s*[:,–-]|\s+(?:that|for)\b)|for me|for later|for next time|down|too))*(?:\s*[:,]\s*|\s+[-–—]\s+|\s+)(?:that\s+)?)`;

const kinds = ["requests", "linkedRequests", "personalRequests"] as const;
const requests = new RegExp(
  `${boundary}${opening}${asking}(?:${kinds.map((kind) => `(?<${kind}>${any(forms[kind])})`).join("|")})\\b${link}`,
  "gi",
);
const names = new RegExp(`${boundary}${opening}(?<name>${any(forms.names).replaceAll("%", "")})`, "gi");
const orders = any([...forms.lastingOrders, ...forms.styleOrders, ...forms.neverOrders]);
const subjects = String.raw`(?:please|always|never|only|don't|do not|no|all|every|you|let's|i(?!'ll| will| want to| have to| need to| must|'m going| hope| plan| think| wonder| guess)|my|we|our|when|whenever|if)`;
const lasting = new RegExp(
  `${boundary}${opening}(?<order>${any(forms.lasting)}\\s*[,:]?\\s+(?:${orders}|${subjects})\\b.*)$`,
  "i",
);
const lastingBehind = new RegExp(
  `${boundary}${opening}(?<order>(?:please\\s+)?(?:don't\\s+)?${orders}\\b.*\\b${any(forms.lasting)})(?:,?\\s+please)?$`,
  "i",
);
const always = new RegExp(
  `${boundary}${opening}(?<order>always\\s+(?<plain>${any(forms.lastingOrders)})?(?<style>${any(forms.styleOrders)})?\\b.*)$`,
  "i",
);
const never = new RegExp(
  `${boundary}${opening}(?<order>(?:never|don't ever|do not ever)\\s+(?:again\\s+|ever\\s+)?${any([...forms.lastingOrders, ...forms.neverOrders])}\\b.*)$`,
  "i",
);

const tail = String.raw`${any(forms.afterwards)}(?:\s+(?:for (?:me|next time|later|the future)))?(?:,?\s+please)?`;
const behind = new RegExp(String.raw`(?:\s*[,–—-]|\s+-)\s*(?:so\s+|and\s+)?(?:please\s+)?${tail}$`, "i");
const bareRequest = new RegExp(`^${opening}${asking}${tail}$`, "i");
const list = new RegExp(
  String.raw`^${opening}${asking}${any([...forms.requests, ...forms.linkedRequests])}(?:\s+(?:this|these|the following|a few|some))?(?:\s+(?:things|facts|points|details))?(?:\s+about me)?\s*:$`,
  "i",
);
const retraction = new RegExp(
  `^(?:(?:actually|no|oh|sorry|wait|hmm)[\\s,]+)*${any(forms.retractions)}\\b`,
  "i",
);

const supposition = new RegExp(`^${opening}${any(forms.suppositions)}\\b`, "i");
const condition = /^(?:if|when|whenever|once|unless|in case)\b/i;
const task = new RegExp(
  [
    `^${opening}${asking}${any(forms.textVerbs)}\\b`,
    `^${opening}${asking}\\w+\\b.{0,40}\\b(?:this|these|the|my|following|below)\\b.{0,20}\\b${any(forms.textObjects)}\\b.{0,40}:`,
    `^${opening}${asking}(?:correct|edit|improve|polish|complete|continue|shorten|check|fix) (?:this|these|the following|my) (?:\\w+ )?${any(forms.textObjects)}\\b`,
    `\\b(?:write|compose|draft|create|make up|generate|invent|tell|sing|improvise|read)\\b.{0,40}\\b${any(forms.writings)}\\b`,
    String.raw`\bhow (?:do|would|can|to) (?:you |i |we |one )?say\b|\bwhat (?:does|do) .* mean\b|\b(?:lyrics|in a sentence)\b`,
  ].join("|"),
  "i",
);
const reported =
  /\b(?:said|says|say|saying|tell|tells|told|wrote|writes|sings?|sang|asked|asks|shouts?|whispers?|begins?|starts?|lyrics|title|titled|character|story|novel|film|movie|song)\b/i;

export const english: TriggerLanguage = {
  isTask: (sentence) => task.test(sentence) || supposition.test(sentence),
  leadsOn: (sentence) => supposition.test(sentence) || /:|\b(?:following|below|this|these)\b/i.test(sentence),
  isRetraction: (sentence) => retraction.test(sentence),
  opensList: (sentence) => list.test(sentence),
  isBareRequest: (sentence) => bareRequest.test(sentence),
  isStatement: (sentence) => isStatement(sentence, true),
  findSpans(sentence, isQuestion) {
    const lead = findLasting(sentence);
    const asked = findRequests(sentence, isQuestion);
    if (lead !== null && asked.every(({ start }) => start > lead.start || start === lead.start))
      return isQuestion ? [] : [lead];
    if (asked.length > 0)
      return [
        ...findNames(sentence, isQuestion).filter(({ start }) => start < (asked[0]?.start ?? 0)),
        ...asked,
      ];
    const named = findNames(sentence, isQuestion);
    return named.length > 0 ? named : findBehind(sentence, isQuestion);
  },
  padding: {
    before: new RegExp(
      `^(?:${any(forms.openings.filter((word) => word !== "no" && word !== "just"))}(?:\\s*[,!:.–—-]\\s*|\\s+))+|^to\\s+`,
      "i",
    ),
    after:
      /(?:[\s,]+(?:please|thanks|thank you|okay|ok|alright|all right|got it|by the way|btw|will you|would you|can you|could you|and|but|so))+$/i,
  },
};

function findLasting(sentence: string): Span | null {
  if (isPassing(sentence) || condition.test(sentence) || task.test(sentence)) return null;
  const match = [lasting, lastingBehind, always, never]
    .map((pattern) => withGroups(pattern.exec(sentence)))
    .find((found) => found !== null && isLasting(found.groups));
  if (match === null || match === undefined) return null;
  const start = match.index + match[0].indexOf(match.groups.order ?? "");
  return reported.test(sentence.slice(0, start))
    ? null
    : { start, end: start + (match.groups.order ?? "").length };
}

function isLasting({ order = "", plain, style }: Record<string, string | undefined>): boolean {
  if (/^always\b/i.test(order))
    return plain !== undefined || (style !== undefined && (isAboutAnswers(order) || isPersonal(order)));
  if (/^in (?:the )?future\b/i.test(order))
    return !/^in (?:the )?future\s*,?\s*(?:i|my|we|our|all|every|no)\b/i.test(order);
  return /\S+\s+\S+\s+\S/.test(order);
}

function findRequests(sentence: string, isQuestion: boolean): Span[] {
  const matches = [...sentence.matchAll(requests)].map(withGroups).filter((match) => match !== null);
  return matches.flatMap((match, at) => {
    const start = match.index + match[0].length;
    const end = matches[at + 1]?.index ?? sentence.length;
    const body = sentence.slice(start, end).replace(english.padding.after, "");
    const before = sentence.slice(0, match.index);
    if (
      isQuestion &&
      match.groups.polite === undefined &&
      at === matches.length - 1 &&
      !hasTag(sentence.slice(start, end))
    )
      return [];
    return !reported.test(before) && isWanted(body, match.groups, condition.test(before))
      ? splitFacts(body, start)
      : [];
  });
}

/** “… that I live in Lisbon and that my dog is called Rex” is two facts, each of which may change. */
const nextFact = /,?\s+and\s+that\s+(?=(?:i|my|we|our)\b)/gi;

function splitFacts(body: string, start: number): Span[] {
  const borders = [...body.matchAll(nextFact)]
    .map(({ index, 0: words }) => ({ end: index, next: index + words.length }))
    .filter(({ next }) => !reported.test(body.slice(next)));
  const starts = [0, ...borders.map(({ next }) => next)];
  return starts.map((from, at) => ({ start: start + from, end: start + (borders[at]?.end ?? body.length) }));
}

function isWanted(body: string, groups: Record<string, string | undefined>, isConditional: boolean): boolean {
  const gap = groups.link ?? "";
  const isLinked = /that\s*$|:/i.test(gap) || /^for future/i.test(groups.requests ?? "");
  if (groups.linkedRequests !== undefined && !isLinked) return false;
  const needsPerson = groups.personalRequests !== undefined || isConditional || /,\s*$/.test(gap);
  if (isConditional && /\b(?:would|could|might)\b|['’]d\b/i.test(body)) return false;
  const isKnown =
    !needsPerson || isPersonal(body) || (isAboutWork(body) && !isConditional) || isAboutAnswers(body);
  return isKnown && isStatement(body, isLinked);
}

/** “…, ok?” asks for a nod, not for an answer. */
function hasTag(body: string): boolean {
  return /,\s*(?:ok|okay|please|alright|all right|will you|would you|can you|could you|got it)\s*$/i.test(
    body,
  );
}

function findNames(sentence: string, isQuestion: boolean): Span[] {
  const first = withGroups([...sentence.matchAll(names)][0] ?? null);
  if (first === null || condition.test(sentence) || reported.test(sentence.slice(0, first.index))) return [];
  const form = first.groups.name ?? "";
  const start = first.index + first[0].length - form.length;
  const length = readEnglishName(sentence.slice(start + form.length));
  if (length === 0) return [];
  const end = start + form.length + length;
  const rest = sentence.slice(end);
  if ((isQuestion && !/\w/.test(rest)) || isFamousLine(sentence.slice(start, end))) return [];
  const more = isQuestion ? null : /^\s*,?\s*(?:and|but|,)\s+(?:i|i'm|i've|my)\b.*$/i.exec(rest);
  const isMore =
    more !== null &&
    !/\b(?:want|need|would like|'d like|looking|wonder\w*|question|hope|think|writing|please|help|remember|forget)\b/i.test(
      rest,
    );
  return [{ start, end: isMore ? sentence.length : end }];
}

/** “I'm vegetarian, remember that.” */
function findBehind(sentence: string, isQuestion: boolean): Span[] {
  const match = behind.exec(sentence);
  if (match === null || isQuestion || condition.test(sentence)) return [];
  const opened = english.padding.before.exec(sentence)?.[0].length ?? 0;
  const body = sentence.slice(opened, match.index);
  return isStatement(body, true) && !reported.test(body) ? [{ start: opened, end: match.index }] : [];
}

function withGroups(match: RegExpExecArray | null) {
  return match === null
    ? null
    : { index: match.index, 0: match[0], groups: { ...match.groups } as Record<string, string | undefined> };
}
