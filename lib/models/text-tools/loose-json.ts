import { jsonrepair } from "jsonrepair";
import { parseJson } from "@/lib/protocol/json";

export type FoundJson = { value: unknown; start: number; end: number };

/** Every complete JSON object or list in a text, outermost first, at most 40. */
export function findJson(text: string): FoundJson[] {
  const found: FoundJson[] = [];
  let tried = 0;
  for (let start = 0; start < text.length && tried < 40; start += 1) {
    if (text[start] !== "{" && text[start] !== "[") continue;
    tried += 1;
    const end = findEnd(text, start);
    if (end === null) continue;
    const value = parseJson(text.slice(start, end));
    if (value === undefined) continue;
    found.push({ value, start, end });
    start = end - 1;
  }
  return found;
}

/**
 * Strictly, else repaired: quotes, commas, comments, closers, Python's literals. `undefined` if hopeless.
 * `isAny`: also what is repaired to no object and no list.
 */
export function parseLoose(text: string, isAny = false): unknown {
  const strict = parseJson(text);
  if (strict !== undefined || text.length > longestRepair) return strict;
  for (const candidate of toCandidates(text)) {
    try {
      const value: unknown = JSON.parse(jsonrepair(candidate));
      if (isAny || (typeof value === "object" && value !== null)) return value;
    } catch {
      // The next candidate may be repairable.
    }
  }
  return undefined;
}

/** Repairing takes the square of the length, and an action with its input is shorter. */
const longestRepair = 20_000;

/** As it stands, then with one more usual mistake undone each; what follows the last closer may be prose. */
function toCandidates(text: string): string[] {
  const trimmed = text.trim().replace(/\n?(?:```|~~~)\s*$/, "");
  const last = Math.max(trimmed.lastIndexOf("}"), trimmed.lastIndexOf("]"));
  const undone = mistakes.map((undo) => undo(trimmed)).filter((candidate) => candidate !== trimmed);
  return [...undone, trimmed, ...(last > 0 ? [trimmed.slice(0, last + 1)] : [])];
}

const mistakes: ((text: string) => string)[] = [
  (text) => (/^\{\s*\{/.test(text) ? text.replace(/^\{\s*\{/, "{").replace(/\}\s*\}$/, "}") : text),
  (text) => (/^\{\s*\\"/.test(text) ? text.replaceAll('\\"', '"') : text),
  (text) => text.replace(/"""([\s\S]*?)"""/g, (_, inner: string) => JSON.stringify(inner)),
  (text) =>
    /^\{\s*["']?\w+["']?\s*=/.test(text) ? text.replace(/(["'\w])\s*=\s*(?=["'{[\d])/g, "$1:") : text,
  (text) =>
    /^\{\s*[“"]?\w+[”"]?\s*：/.test(text)
      ? text.replace(/[“”]/g, '"').replace(/"：/g, '":').replace(/"，/g, '",')
      : text,
  (text) => (/^\{\s*\w+ =>/.test(text) ? text.replace(/ => /g, ": ").replace(/--(\w+) /g, '"$1": ') : text),
  (text) => (/^"\w+"\s*:/.test(text) ? `{${text}}` : text),
];

/**
 * The index behind the closer that belongs to the opener at `start`, a bracket or a quotation mark; `null`
 * when it never closes. A single quotation mark counts in round brackets only: in JSON it is an apostrophe.
 */
export function findEnd(text: string, start: number): number | null {
  const isPython = text[start] === "(" || text[start] === "'";
  const [quotes, openers, closers] = isPython ? [`"'`, "{[(", "}])"] : [`"`, "{[", "}]"];
  let depth = 0;
  let quote = "";
  for (let index = start; index < text.length; index += 1) {
    const char = text[index] ?? "";
    if (quote !== "") {
      if (char === "\\") index += 1;
      else if (char === quote) quote = "";
      if (quote !== "") continue;
    } else if (quotes.includes(char)) quote = char;
    else if (openers.includes(char)) depth += 1;
    else if (closers.includes(char)) depth -= 1;
    else continue;
    if (depth === 0 && quote === "") return index + 1;
  }
  return null;
}
