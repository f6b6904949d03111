import { quoteMark } from "@/lib/memory/learn/own-text";

/** The length of a name at the start of a text, or 0 where none stands there. `after` tells what may follow it. */
export function readEnglishName(text: string): number {
  const quoted = new RegExp(`^${quoteMark}+`).exec(text)?.[0];
  const name = quoted ?? readWords(text);
  if (name === "" || notNames.test(name)) return 0;
  return /^(?:$|\s*[,;!–—-]|\s+(?:and|but|from|please|so|for short|by the way|btw|thanks|here|again|instead|from now on|in future|going forward)\b|\s*[([])/i.test(
    text.slice(name.length),
  )
    ? name.length
    : 0;
}

const word = String.raw`\p{L}[\p{L}\p{M}]*(?:['’.-]\p{L}[\p{L}\p{M}]*)*\.?`;
const particle = String.raw`(?:de|del|della|la|le|van|von|der|den|bin|bint|al|el|da|dos|du|di|ben|y|e|ter|zu|af)`;
const capital = String.raw`(?=\p{Lu}|\p{Lo})${word}`;
const capitalised = new RegExp(`^${capital}(?:\\s+(?:${particle}\\s+){0,2}${capital}){0,4}`, "u");
const lower = new RegExp(
  String.raw`^\p{Ll}[\p{L}\p{M}'’-]{1,20}(?:\s+(?!(?:and|but|from|please|so|by|here|again|instead|for|in)\b)\p{Ll}[\p{L}\p{M}'’-]{1,20})?(?=$|[\s,;!–—-])`,
  "u",
);

function readWords(text: string): string {
  return (capitalised.exec(text)?.[0] ?? lower.exec(text)?.[0] ?? "").replace(/(?<=\p{L}{3})\.$/u, "");
}

/** What stands behind “my name is” and “call me” and is no name. */
const notNames = new RegExp(
  "^(?:" +
    "a|an|the|not|no|on|in|at|by|if|when|as|to|for|of|with|too|very|so|quite|really|hard|easy|often|always|usually|sometimes|never|also|already|only|just|being|missing|misspelled|misspelt|spelled|spelt|wrong|similar|common|rare|long|short|" +
    "written|pronounced|listed|there|here|unknown|taken|what|mud|legion|this|that|it|back|later|tomorrow|today|tonight|now|asap|soon|again|once|before|after|every|any|anytime|any time|up|over|out|when|whenever|" +
    "crazy|stupid|old|old-fashioned|lucky|maybe|names|please|first|last|important|difficult|unusual|popular|different|mentioned|whatever|anything|something|nothing|and|or|but|your|my|his|her" +
    ")(?![\\p{L}'’])",
  "iu",
);
