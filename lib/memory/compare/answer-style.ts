import { toTerms } from "./terms";

/** One wish for how answers are: `length` is `short` or `long`, `tone` is `formal` or `casual`, others stand for themselves. */
type AnswerWish = { dimension: string; value: string };

const answers =
  /\b(?:answers?|replies|reply|respond|responses?|explanations?)\b|回答|回复|答复|答案|解释|长篇大论|啰嗦|说重点/giu;
const styles: readonly { dimension: string; value: string; pattern: RegExp }[] = [
  {
    dimension: "length",
    value: "short",
    pattern:
      /\b(?:short(?:er)?|brief(?:ly)?|concise(?:ly)?|succinct(?:ly)?|terse|to the point)\b|简短|简洁|简明|精炼|精简|言简意赅|说重点|短/giu,
  },
  {
    dimension: "length",
    value: "long",
    pattern:
      /\b(?:long(?:er)?|detailed|in[- ]depth|thorough|lengthy|in detail)\b|详细|详尽|深入|长篇大论|啰嗦|长/giu,
  },
  { dimension: "tone", value: "formal", pattern: /\bformal\b|正式/giu },
  { dimension: "tone", value: "casual", pattern: /\b(?:casual|informal|friendly)\b|随意|口语化|轻松/giu },
  {
    dimension: "bullet points",
    value: "bullets",
    pattern: /\b(?:bullet points|bullets|bullet lists)\b|要点|列表|分点/giu,
  },
  { dimension: "tables", value: "tables", pattern: /\btables?\b|表格/giu },
  { dimension: "examples", value: "examples", pattern: /\bexamples?\b|例子|举例/giu },
  { dimension: "emoji", value: "emoji", pattern: /\bemojis?\b|表情/giu },
];
const language = /\b(?:in|written in) (\p{Lu}\p{L}+)\b|用(\p{Script=Han}{1,4}[语文话])/gu;
const fillers =
  /\b(?:the user|user|person|prefers?|likes?|loves?|wants?|wishes|keep|please|give|make|me|my|i|to be|should be|are|with|and|in|a|the|little|more|rather|very|all|not|gone|hates?|dislikes?|written|style|using|always|from now on|in future|now|you|your|all|sentences?)\b|用户|我|更?喜欢|偏好|更|希望|想要|要|请|尽量|一些|[一1]点儿?|些|不要|不喜欢|别|不|讨厌|的|得|地|能|和|带|有|用|时候?|里|带|就行|以后|今后|从现在起|从今天起|每次|都|给/giu;
const denial = /\b(?:not|gone|hates?|dislikes?|without|no)\b|不要|不喜欢|不再|别|讨厌|不用/iu;
const opposites: Record<string, string> = {
  short: "long",
  long: "short",
  formal: "casual",
  casual: "formal",
};

/** What a clause says of how answers shall be, and of nothing else; `null` for another clause. */
export function readAnswerStyle(clause: string): { wishes: AnswerWish[]; isDenied: boolean } | null {
  if (clause.search(answers) === -1) return null;
  const spoken = [...clause.matchAll(language)]
    .flatMap(([, english, chinese]) => toTerms(english ?? chinese ?? ""))
    .map((value) => ({ dimension: "language", value }));
  const found = styles.filter(({ pattern }) => clause.search(pattern) !== -1);
  const rest = styles.reduce(
    (text, { pattern }) => text.replace(pattern, " "),
    clause.replace(language, " "),
  );
  if (/[\p{L}\p{N}]/u.test(rest.replace(answers, " ").replace(fillers, " "))) return null;
  const isDenied = denial.test(clause);
  const wishes = [...found, ...spoken].map(({ dimension, value }) => ({
    dimension,
    value: isDenied ? (opposites[value] ?? value) : value,
  }));
  if (wishes.length === 0 || (isDenied && wishes.length > 1)) return null;
  return { wishes, isDenied: isDenied && wishes.every(({ value }) => opposites[value] === undefined) };
}
