import type { Subject } from "./statement";
import { relations } from "./vocabulary";

export const self: Subject = { relation: "self", name: "", words: "" };

const rows = relations
  .trim()
  .split(/[|\n]/u)
  .map((row) => row.split(" ").map((name) => name.replaceAll("+", " ")));
const relationOf = new Map(rows.flatMap((names) => names.map((name) => [name, names[0] ?? ""] as const)));
const toChoice = (isHan: boolean) =>
  [...relationOf.keys()]
    .filter((name) => /^\p{Script=Han}/u.test(name) === isHan)
    .sort((a, b) => b.length - a.length)
    .join("|");
const hanRelations = toChoice(true);
const relationPattern = toChoice(false);

/** Of these a person has one, so a name need not be said. */
const unique = new Set("wife husband partner girlfriend boyfriend mother father boss thesis".split(" "));
/** Of these there are usually several: without a name it stays open whether the same one is meant. */
const plural = new Set(
  "friend colleague cousin neighbour uncle aunt nephew niece fish book report".split(" "),
);
/** Words that hold another: a child may be the daughter. */
const wider: Record<string, readonly string[]> = {
  child: ["son", "daughter"],
  pet: ["dog", "cat", "bird", "rabbit", "hamster", "parrot", "fish", "tortoise"],
  partner: ["wife", "husband", "girlfriend", "boyfriend"],
  parent: ["mother", "father"],
  brother: ["older_brother", "younger_brother"],
  sister: ["older_sister", "younger_sister"],
  grandmother: ["maternal_grandmother"],
  grandfather: ["maternal_grandfather"],
};

const selfWords = /^(?:(?:the |this )?(?:user|person)|i|he|she|they|myself)$/i;
const owners = /^(?:(?:the )?(?:user|person)'s|my|our|his|her|their|the)(?: |$)/i;
const noNames =
  /^(?:always|usually|often|sometimes|rarely|maybe|perhaps|would|could|might|should|will|wants?|plans?|hopes?|wishes|thinks?|says?|who|everyone|nobody|someone|we|you|it|this|that|there|if|when|while|has|had|is|was|if|but|and|or|in|on|at|not|no)$/i;
const personName = "(?<name>\\p{Lu}[\\p{L}'-]*(?: \\p{Lu}[\\p{L}'-]*)?|\\p{Script=Han}{2,4})";
const englishShapes = [
  new RegExp(`^(?<relation>${relationPattern})(?:,? (?:called |named )?${personName})?$`, "iu"),
  new RegExp(`^${personName},? (?:my |his |her |the user's )?(?<relation>${relationPattern})$`, "iu"),
];
const namePattern = new RegExp(`^${personName}$`, "u");
const hanName = "(?:叫|名叫)?(?<name>\\p{Script=Han}{1,4}|[A-Za-z][A-Za-z -]*)";
const hanShapes = [
  new RegExp(`^(?<relation>${hanRelations})(?:的)?(?:${hanName})?$`, "u"),
  new RegExp(`^${hanName}(?:的|这个)?(?<relation>${hanRelations})$`, "u"),
];
const hanNamePattern = /^(?:[A-Za-z]+|\p{Script=Han}{2,3})$/u;
const noHanNames = /[想要算计划准备可能如果觉得认为曾将会不没常时们谁都也和跟被把在有是每比到]/u;
const noHanNamesAlone = /[希望天年月日周末早晚冬夏春秋]|以后|今后|平时|工作|大家|永远|别/u;

/** Who or what a phrase before a predicate names; nothing is the person. */
export function readSubject(phrase: string): Subject {
  const text = phrase
    .trim()
    .replace(/[,:]+$/, "")
    .replace(/'s$/, (ending, at: number, all: string) =>
      owners.test(all) && !all.includes(" ") ? ending : "",
    );
  return /\p{Script=Han}/u.test(text) && !/^[a-z]+ /i.test(text)
    ? readHanSubject(text)
    : readEnglishSubject(text);
}

function readEnglishSubject(text: string): Subject {
  if (text === "" || selfWords.test(text)) return self;
  const rest = stripOwners(text);
  if (rest === "") return self;
  for (const shape of englishShapes) {
    const { relation, name = "" } = shape.exec(rest)?.groups ?? {};
    if (relation !== undefined && isName(name))
      return {
        relation: relationOf.get(relation.toLowerCase()) ?? relation,
        name: name.toLowerCase(),
        words: rest.toLowerCase(),
      };
  }
  const name = rest === text && isName(rest) && namePattern.test(rest) ? rest.toLowerCase() : "";
  return { relation: "", name, words: rest.toLowerCase() };
}

/** The pattern ignores case, so that a name's capital is looked at once more. */
function isName(name: string): boolean {
  return name === "" || (/^[\p{Lu}\p{Script=Han}]/u.test(name) && !noNames.test(name.split(" ")[0] ?? ""));
}

function stripOwners(text: string): string {
  const rest = text.replace(owners, "");
  return rest === text ? text : stripOwners(rest);
}

function readHanSubject(text: string): Subject {
  const rest = text
    .replace(/^(?:用户|本人|他|她|我们(?=的)|我(?!妈|爸|们))?(?:家里?)?的?/u, "")
    .replace(/[的,]+$/u, "");
  if (rest === "") return self;
  for (const shape of hanShapes) {
    const { relation, name = "" } = shape.exec(rest)?.groups ?? {};
    if (relation !== undefined && !noHanNames.test(name) && !/的/u.test(name))
      return {
        relation: relationOf.get(relation) ?? relation,
        name: name.trim().toLowerCase(),
        words: rest.toLowerCase(),
      };
  }
  const name =
    hanNamePattern.test(rest) && !noHanNames.test(rest) && !noHanNamesAlone.test(rest) && !rest.includes("的")
      ? rest.toLowerCase()
      : "";
  return { relation: "", name, words: rest.toLowerCase() };
}

export function isUnderstood({ relation, name }: Subject): boolean {
  return relation !== "" || name !== "";
}

/** `unsure` where the words allow both. */
export function compareSubjects(a: Subject, b: Subject): "same" | "different" | "unsure" {
  if (!isUnderstood(a) || !isUnderstood(b)) return a.words === b.words ? "same" : "different";
  if (a.relation === "self" || b.relation === "self") return a.relation === b.relation ? "same" : "different";
  const areNamed = a.name !== "" && b.name !== "";
  if (areNamed && a.name !== b.name) return isOtherScript(a.name, b.name) ? "unsure" : "different";
  if (a.relation === b.relation)
    return areNamed || unique.has(a.relation) || (a.name === b.name && !plural.has(a.relation))
      ? "same"
      : "unsure";
  if (a.relation === "" || b.relation === "") return areNamed ? "same" : "different";
  const isWider =
    wider[a.relation]?.includes(b.relation) === true || wider[b.relation]?.includes(a.relation) === true;
  if (!isWider) return "different";
  return areNamed ? "same" : "unsure";
}

function isOtherScript(a: string, b: string): boolean {
  return /\p{Script=Han}/u.test(a) !== /\p{Script=Han}/u.test(b);
}
