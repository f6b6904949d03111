import { stripStopWords } from "@/lib/text/stop-words";
import { askedOfSelf, askedTopics, isPersonalIdea, sameWords } from "./ideas";
import { hasUnspacedScript, listUnspacedRuns, toPlainText, toStem, type PlainText } from "./plain-text";
import { weakChinese, weakEnglish } from "./weak-words";

/** A part of a question that facts are compared with. `weight` is 1 for what tells much, in the newest question. */
export type Unit = { weight: number } & (
  | { kind: "word"; raw: string; stem: string }
  | { kind: "run"; text: string }
  | { kind: "idea"; idea: number; forms: readonly string[] }
  | { kind: "topic"; topic: number }
);

/** A message may be about anything; a sentence asks for what is remembered of the person, and a term is looked for there word by word. */
export type Said = { text: string; weight: number; as: "message" | "sentence" | "term" };

const headLength = 700;
const tailLength = 500;
const mostUnits = 80;
const weakShare = 0.25;
const numberShare = 0.6;

/** What each part of the texts asks for, once, with its greatest weight. Of a long text its beginning and its end. */
export function listUnits(said: readonly Said[]): Unit[] {
  const units = new Map<string, Unit>();
  for (const one of said) {
    for (const unit of readUnits(one)) {
      const key = toKey(unit);
      if ((units.get(key)?.weight ?? 0) < unit.weight) units.set(key, unit);
    }
  }
  return [...units.values()].sort((a, b) => b.weight - a.weight).slice(0, mostUnits);
}

function readUnits({ text, weight, as }: Said): Unit[] {
  const cut =
    text.length > headLength + tailLength ? `${text.slice(0, headLength)} ${text.slice(-tailLength)}` : text;
  const asked = cut.replace(politePhrases, " ");
  const isOfSelf = as !== "message" || isOfPerson(cut);
  const plain = toPlainText(asked);
  const ideas = sameWords.find(plain);
  const topics = new Set([
    ...askedTopics.find(plain).keys(),
    ...(isOfSelf ? askedOfSelf.find(plain).keys() : []),
  ]);
  const strength = (isStrong: boolean) => (isStrong ? weight : weight * weakShare);
  return [
    ...[...ideas].map(([idea, forms]): Unit => ({
      kind: "idea",
      idea,
      forms,
      weight: strength(isOfSelf || !isPersonalIdea(idea)),
    })),
    ...[...topics].map((topic): Unit => ({ kind: "topic", topic, weight })),
    ...readWords(asked, new Set([...ideas.values()].flat()), { weight, isTerm: as === "term" }),
  ];
}

/** Whether somebody speaks of themselves, and not only to the assistant. */
export function isOfPerson(text: string): boolean {
  return selfWords.test(text.replace(politePhrases, " "));
}

/** Words that stand for no idea, in their own wording. */
function readWords(
  asked: string,
  known: ReadonlySet<string>,
  { weight, isTerm }: { weight: number; isTerm: boolean },
): Unit[] {
  const stripped = stripStopWords(
    [...known].filter(hasUnspacedScript).reduce((rest, form) => rest.replaceAll(form, " "), asked),
  );
  const plain = toPlainText(stripped || (isTerm ? asked : ""));
  const words = plain.words
    .filter(({ stem }) => !known.has(stem))
    .map(({ raw, stem }): Unit => ({ kind: "word", raw, stem, weight: weight * weigh(raw, stem, isTerm) }));
  const runs = listRuns(plain).map((text): Unit => ({
    kind: "run",
    text,
    weight: weight * (isWeakRun(text) && !isTerm ? weakShare : 1),
  }));
  return [...words, ...runs];
}

/** `stripStopWords` has put blanks between words. */
function listRuns({ plain }: PlainText): string[] {
  return plain.split(/\s+/).flatMap(listUnspacedRuns);
}

function weigh(raw: string, stem: string, isTerm: boolean): number {
  if (/^\d{1,2}$/.test(raw)) return weakShare;
  if (/^[\d.]+$/.test(raw)) return numberShare;
  return raw.length < 2 || (weakStems.has(stem) && !isTerm) ? weakShare : 1;
}

function isWeakRun(text: string): boolean {
  return weakRuns.has(text);
}

const weakStems = new Set(weakEnglish.split(" ").map(toStem));
const weakRuns = new Set(weakChinese.split(" "));

/** Words that turn to the assistant and say nothing of the person. */
const politePhrases =
  /\b(?:tell|show|give|help|teach|remind|let) me\b|\b(?:explain|describe|write|send) (?:it |this |that )?(?:to|for) me\b|\bi(?:['’]d| would)? (?:want|like|need|have) (?:you )?to (?:know|ask|understand|learn)\b|\bi (?:wonder|wondered)\b|\bi(?:['’]m| am) (?:curious|wondering)\b|\b(?:can|could|may|should) i\b(?= (?:ask|know|get an explanation))|我(?:很)?(?:想|要)(?:知道|问|了解|请教|学)|(?:告诉|教教?|给|帮|替|请教|提醒)我|我(?:有个|有一个)?问题/giu;
const selfWords = /\b(?:i|me|my|mine|myself|we|us|our|ours)\b|[我咱俺]|本人/iu;

function toKey(unit: Unit): string {
  switch (unit.kind) {
    case "word":
      return `word ${unit.stem}`;
    case "run":
      return `run ${unit.text}`;
    case "idea":
      return `idea ${unit.idea}`;
    case "topic":
      return `topic ${unit.topic}`;
  }
}
