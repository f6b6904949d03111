import { isRecord } from "@/lib/protocol/json";
import type { ToolStepPart } from "./approvals";

/** A fact that is to be noted, as it stands in a call that may be anything. */
export type AskedFact = { content: string; category: string | null; keywords: string[] };

export type FieldValue = string | number | boolean | string[];

/** One thing in a call's input that a person may change. `path` leads to it: "query", "facts.0.content". */
export type EditField = { path: string; name: string; value: FieldValue };

export type CallInput = Record<string, unknown>;

export function readInput({ input }: Pick<ToolStepPart, "input">): CallInput {
  return isRecord(input) ? input : {};
}

export function listFacts(input: CallInput): AskedFact[] {
  if (!Array.isArray(input["facts"])) return [];
  return input["facts"].filter(isRecord).map((fact) => ({
    content: String(fact["content"] ?? ""),
    category: typeof fact["category"] === "string" ? fact["category"] : null,
    keywords: isTexts(fact["keywords"]) ? fact["keywords"] : [],
  }));
}

/** What the call is about in one text: words to search for, or what a picture shows. */
export function findMainText(input: CallInput): string | null {
  const text = input["query"] ?? input["description"];
  return typeof text === "string" ? text : null;
}

/** Everything else that the call was given, for it is sent as well. */
export function listRest(input: CallInput): CallInput {
  const [main] = ["query", "description"].filter((name) => typeof input[name] === "string");
  const shown = [main, "reason", listFacts(input).length > 0 ? "facts" : undefined];
  return Object.fromEntries(Object.entries(input).filter(([name]) => !shown.includes(name)));
}

/** Facts by their words; of other calls what stands in them plainly. What is nested deeper stays as it is. */
export function listEditFields(input: CallInput): EditField[] {
  const facts = listFacts(input).map(({ content }, index) => ({
    path: `facts.${index}.content`,
    name: "content",
    value: content,
  }));
  if (facts.length > 0) return facts;
  return Object.entries(input).flatMap(([name, value]) =>
    name !== "reason" && isFieldValue(value) ? [{ path: name, name, value }] : [],
  );
}

/** The input with other values at some paths; a fact without words is left out. */
export function applyEdits(input: CallInput, edits: Record<string, FieldValue>): CallInput {
  const facts = Array.isArray(input["facts"]) ? input["facts"] : [];
  const changed = facts.flatMap((fact: unknown, index) => {
    const content = edits[`facts.${index}.content`];
    if (content === undefined || !isRecord(fact)) return [fact];
    // Keywords were found for other words.
    const kept = content === fact["content"] ? fact : { ...fact, content, keywords: [] };
    return content === "" ? [] : [kept];
  });
  const plain = Object.fromEntries(Object.entries(edits).filter(([path]) => path in input));
  return { ...input, ...plain, ...(facts.length > 0 ? { facts: changed } : {}) };
}

/** A field as the person left it, in the call's form. What is no number stays text: the server says so. */
export function toFieldValue(before: FieldValue, text: string | null): FieldValue {
  if (typeof before === "boolean") return text !== null;
  const words = (text ?? "").trim();
  if (typeof before === "number") return words === "" || Number.isNaN(Number(words)) ? words : Number(words);
  if (typeof before === "string") return words;
  return words.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}

function isFieldValue(value: unknown): value is FieldValue {
  return ["string", "number", "boolean"].includes(typeof value) || isTexts(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}
