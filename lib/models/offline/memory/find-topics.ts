import { topics, type Topic } from "./topics";

type Matcher = Topic & { inQuestion: RegExp; inFact: RegExp };
export type Found = { ids: Set<string>; /** The text without the words of its topics. */ rest: string };

export function findTopicsOfQuestion(text: string): Found {
  return find(text, ({ inQuestion }) => inQuestion);
}

export function findTopicsOfFact(text: string): Found {
  const found = find(text, ({ inFact }) => inFact);
  if (namesOwner(text)) found.ids.add("name");
  return found;
}

/** The owners among topics, with those that one of them includes: a child is a son or a daughter. */
export function listOwners(ids: ReadonlySet<string>): string[] {
  return owners.filter(({ id }) => ids.has(id)).map(({ id }) => id);
}

export function isOwner(id: string): boolean {
  return owners.some((topic) => topic.id === id);
}

/** Whom a Chinese fact begins with behind `我`: `我姐姐住在厦门`. */
export function readOwnerAtStart(text: string): string {
  return (
    new RegExp(`^我们?(?:家的?|的)?((?:${owners.map(({ words }) => words[1]).join("|")}))`, "u").exec(
      text,
    )?.[1] ?? ""
  );
}

/** Whether a fact on `told` is one on `asked`: the same, or one that it includes. */
export function covers(asked: string, told: ReadonlySet<string>): boolean {
  if (told.has(asked)) return true;
  return matchers.find(({ id }) => id === asked)?.includes?.some((id) => told.has(id)) ?? false;
}

const matchers: readonly Matcher[] = topics.map((topic) => ({
  ...topic,
  inQuestion: toPattern([topic.words, topic.asked]),
  inFact: toPattern([topic.words, topic.told]),
}));
const owners = matchers.filter((topic) => topic.isOwner === true);

function find(text: string, getPattern: (topic: Matcher) => RegExp): Found {
  const ids = new Set<string>();
  let rest = text;
  for (const topic of matchers) {
    const pattern = getPattern(topic);
    if (text.search(pattern) < 0) continue;
    ids.add(topic.id);
    rest = rest.replace(pattern, " ");
  }
  // To dislike is no way of liking, and a programming language is none that is spoken.
  if (ids.has("dislike") && !/(?<!n['’]t |not |不)(?:\blikes?\b|\bloves?\b|喜欢)/iu.test(text))
    ids.delete("like");
  if (ids.has("code")) ids.delete("speech");
  return { ids, rest };
}

function toPattern(patterns: readonly (readonly [string, string] | undefined)[]): RegExp {
  const english = patterns.flatMap((pattern) =>
    pattern === undefined || pattern[0] === "" ? [] : [pattern[0]],
  );
  const chinese = patterns.flatMap((pattern) =>
    pattern === undefined || pattern[1] === "" ? [] : [pattern[1]],
  );
  const parts = [
    ...(english.length > 0
      ? [`(?<![\\p{Script=Latin}\\d])(?:${english.join("|")})(?:['’]s)?(?![\\p{Script=Latin}\\d])`]
      : []),
    ...chinese,
  ];
  return new RegExp(parts.join("|"), "giu");
}

/** `My wife Joanna …`, `我妻子小兰是…`: the name stands beside whom it names. */
function namesOwner(text: string): boolean {
  return owners.some(({ words: [english, chinese] }) =>
    new RegExp(
      `(?<![\\p{L}])(?:${english}),? \\p{Lu}\\p{Ll}+|(?:${chinese})(?![在是也住今现已就都不会])(?:(?![在是住今现])\\p{Script=Han}){1,3}(?=[在是住会]|今年|喜欢)`,
      "u",
    ).test(text),
  );
}
