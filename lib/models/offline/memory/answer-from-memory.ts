import type { Language } from "@/lib/models/offline/language";
import { splitSentences } from "@/lib/models/offline/sentences";
import { inLanguage } from "@/lib/models/offline/task";
import { toAsked, type Asked } from "./ask-facts";
import { fits, pickFacts } from "./pick-facts";
import type { Remembered } from "./remembered";
import { asksWhenTold, findToldSpan, wasToldIn } from "./told-when";

export type MemoryQuestion = { text: string; language: Language; /** Such as `2026-11-20`. */ today: string };

/** What is asked by a look at everything that is kept, with its times: all of it, a list, what came before, what was told when. */
export function needsWholeMemory({ text, today }: MemoryQuestion): boolean {
  return (
    asksForAll(text) ||
    asksForMany(toAsked(text)) ||
    asksBefore(text) ||
    asksWhenTold(text) ||
    findToldSpan(text, today) !== null
  );
}

/** The answer to a question about the person, or null when none of the facts is one. */
export function findInMemory(question: MemoryQuestion, facts: readonly Remembered[]): string | null {
  const { text, language, today } = question;
  if (asksBefore(text)) return sayBefore(question, facts);
  if (asksWhenTold(text)) return sayWhen(language, pickFacts(text, facts).facts);
  const span = findToldSpan(text, today);
  if (span !== null)
    return sayFacts(
      language,
      facts.filter((fact) => wasToldIn(fact, span)),
    );
  if (asksForAll(text)) return sayFacts(language, facts);
  const { facts: picked, isPartial } = pickFacts(text, facts);
  const said = sayFacts(language, picked);
  return said === null || !isPartial
    ? said
    : `${said}\n\n${inLanguage(language, "The rest you have not told me.", "其余的你没有告诉过我。")}`;
}

/** Says that nothing of the kind was told, and how much else was. */
export function sayNotTold(language: Language, others: number): string {
  if (others === 0)
    return inLanguage(
      language,
      "Nothing is remembered about you yet. Say “remember that …” and I keep it.",
      "目前还没有记住关于你的任何事。说“记住……”，我就会保存。",
    );
  return inLanguage(
    language,
    `You have not told me that. I remember ${others === 1 ? "one other thing" : `${others} other things`} about you: ask “What do you know about me?”, or look at the Memory page.`,
    `这一点你没有告诉过我。我还记得关于你的${others}件事：可以问“你记得我什么？”，或者打开“记忆”页面查看。`,
  );
}

function asksForAll(text: string): boolean {
  return (
    /\b(?:about|of) me\b|\bdo you remember\s*\??$|^\W*who am i\b/iu.test(text) ||
    /关于我(?=你|的?(?:什么|哪些|事)|[，,？?]|$)|我什么|我哪些|我是谁/u.test(text)
  );
}

/** All that somebody likes, or all about a brother. */
function asksForMany({ owners, topics, taste, words, isYesNo, isEither }: Asked): boolean {
  if (topics.length + words.length > 0 || isYesNo || isEither) return false;
  return taste !== null || owners.length > 0;
}

function asksBefore(text: string): boolean {
  return (
    /\b(?:before|previously|formerly|used to|in the past)\b|以前|之前|原来|过去|曾经/iu.test(text) &&
    !/\b(?:told|tell) you before\b/iu.test(text)
  );
}

/** Of two facts in each other's place the earlier one. */
function sayBefore({ text, language }: MemoryQuestion, facts: readonly Remembered[]): string | null {
  const asked = toAsked(text);
  const earlier = facts.flatMap(({ content, before }) =>
    before !== null && (fits(before, asked) || fits(content, asked)) ? [before] : [],
  );
  return earlier.length === 0
    ? null
    : list(inLanguage(language, "Before that you told me:", "在那之前你告诉我的是："), earlier);
}

function sayWhen(language: Language, facts: readonly Remembered[]): string | null {
  const lines = facts.flatMap(({ content, since }) =>
    since === null
      ? []
      : [inLanguage(language, `${content}: you told me on ${since}`, `${content}：你在${since}告诉我的`)],
  );
  return lines.length === 0
    ? null
    : list(inLanguage(language, "This is what I remember:", "我记得："), lines);
}

function sayFacts(language: Language, facts: readonly Remembered[]): string | null {
  return facts.length === 0
    ? null
    : list(
        inLanguage(language, "This is what I remember:", "我记得："),
        facts.map(({ content }) => content),
      );
}

function list(lead: string, lines: readonly string[]): string {
  return `${lead}\n\n${lines.map((line) => `- ${splitSentences(line).join(" ") || line}`).join("\n")}`;
}
