import { places } from "./places";
import { commonWords, kinds, languages, occupations, relations, toolNouns, tools } from "./vocabulary";

/** Names in lower case, each with the concept that it stands for. */
const concepts = new Map<string, string>();
const occupationConcepts = addRows(occupations);
const languageConcepts = addRows(languages);
for (const { concept, names } of places) for (const name of names) addName(name.toLowerCase(), concept);
addRows(relations);
addRows(commonWords);
const toolKinds = new Map(
  Object.entries(tools).flatMap(([kind, rows]) => [...addRows(rows)].map((tool) => [tool, kind] as const)),
);
const known = new Set(concepts.values());
const longestHan = Math.max(
  ...[...concepts.keys()].filter((name) => /^\p{Script=Han}/u.test(name)).map((name) => name.length),
);

export const isOccupation = (term: string) => occupationConcepts.has(term);
export const isLanguage = (term: string) => languageConcepts.has(term);
/** Whether the term has its names in both languages, so that another known term means something else. */
export const isKnownTerm = (term: string) => known.has(term);

const nouns = new Set(toolNouns.split(" "));
const model = /^(?:[a-z]?\d+[a-z]*|pro|max|mini|plus|ultra|air)$/;

/** Of which kind a tool is by its name ("iPhone 15") or by its noun ("Huawei phone"); `null` for what is no known tool. */
export function findToolKind(terms: readonly string[]): string | null {
  const [first = "", ...rest] = terms;
  const last = terms.at(-1) ?? "";
  if (nouns.has(last) && terms.length <= 3) return last;
  return rest.every((term) => model.test(term)) ? (toolKinds.get(first) ?? null) : null;
}

const kindsOf = new Map(Object.entries(kinds).map(([all, members]) => [all, new Set(members.split(" "))]));

/** Whether a phrase of one term names something that a word for many holds. */
export function isKindOf(all: string, terms: readonly string[]): boolean {
  const [only = ""] = terms.map(toStem);
  return terms.length === 1 && kindsOf.get(all)?.has(only) === true;
}

const ignored = new Set("a an the some any his her their my own to of very really quite just".split(" "));
const hanIgnored = /^[的了着很也都一过吗呢吧啊]+|[的了着过吗呢吧啊]+$/gu;

/** A phrase as comparable terms in their order: names of one meaning alike in both languages, plurals alike, filling words gone. */
export function toTerms(phrase: string): string[] {
  const runs =
    phrase
      .toLowerCase()
      .match(
        /\p{Script=Han}+|[^\P{L}\p{Script=Han}]+(?:['’.-](?=[^\P{L}\p{Script=Han}])[^\P{L}\p{Script=Han}]+)*[+#]*|\d+(?:[.,:]\d+)*/gu,
      ) ?? [];
  const words = runs
    .flatMap((run) => (/^\p{Script=Han}/u.test(run) ? [run] : run.split("-")))
    .filter((word) => !ignored.has(word));
  return joinWords(words);
}

function joinWords(words: readonly string[]): string[] {
  const terms: string[] = [];
  for (let at = 0; at < words.length;) {
    const word = words[at] ?? "";
    if (/^\p{Script=Han}/u.test(word)) {
      terms.push(...cutHan(word));
      at += 1;
      continue;
    }
    const length =
      [3, 2].find(
        (count) => at + count <= words.length && findConcept(words.slice(at, at + count)) !== undefined,
      ) ?? 1;
    terms.push(findConcept(words.slice(at, at + length)) ?? toStem(word));
    at += length;
  }
  return terms;
}

function findConcept(words: readonly string[]): string | undefined {
  const plain = words.join(" ");
  return concepts.get(plain) ?? concepts.get([...words.slice(0, -1), toStem(words.at(-1) ?? "")].join(" "));
}

/** The longest known names from left to right; what lies between them stays as it is. */
function cutHan(run: string): string[] {
  const terms: string[] = [];
  let unknown = "";
  for (let at = 0; at < run.length;) {
    const name = findHanName(run, at);
    if (name === null) {
      unknown += run[at] ?? "";
      at += 1;
      continue;
    }
    terms.push(unknown, concepts.get(name) ?? name);
    unknown = "";
    at += name.length;
  }
  return [...terms, unknown]
    .map((term) => term.replace(hanIgnored, ""))
    .filter((term) => term !== "" && term !== "市");
}

/** A single character is a name only where it stands alone: most are parts of other words. */
function findHanName(run: string, at: number): string | null {
  for (let length = Math.min(longestHan, run.length - at); length >= 1; length -= 1) {
    const name = run.slice(at, at + length);
    if (concepts.has(name) && (length > 1 || run.replace(/[的了]+$/u, "").length === 1)) return name;
  }
  return null;
}

function toStem(word: string): string {
  if (word.length < 4 || !/^[a-z]+s$/.test(word) || /(?:ss|us|is)$/.test(word))
    return word.replace(/'s$/, "");
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.replace(/(?<=(?:ch|sh|x|ss|o))es$|s$/, "");
}

function addRows(text: string): ReadonlySet<string> {
  const added = new Set<string>();
  for (const row of text.trim().split(/[|\n]/u)) {
    const names = row.split(" ").map((name) => name.replaceAll("+", " "));
    const concept = names[0] ?? "";
    for (const name of names) addName(name, concept);
    added.add(concepts.get(concept) ?? concept);
  }
  return added;
}

function addName(name: string, concept: string): void {
  if (!concepts.has(name)) concepts.set(name, concept);
}
