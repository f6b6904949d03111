import { isRecord, parseJson } from "@/lib/protocol/json";
/**
 * The title in what a small model answered, by its form: in a fence, in a tag, in JSON, the one line in
 * quotation marks, the first of a list, or the only line. Empty where the form names none. A word and a colon
 * before it are a label, unless the word is one of the question's.
 */
export function cleanTitle(answer: string, question: string): string {
  const text = answer.trim();
  const fenced = /^(?:```|~~~)[^\n]*\n([\s\S]*?)(?:\n(?:```|~~~)|$)/.exec(text)?.[1] ?? text;
  const inner = /^\s*<(\w{1,20})>([\s\S]*)<\/\1>\s*$/.exec(fenced)?.[2] ?? fenced;
  const line = readJson(inner) ?? chooseLine(inner);
  const [, label = "", titled] = labelled.exec(line) ?? [];
  const isLabel = titled !== undefined && !question.toLowerCase().includes(label.toLowerCase());
  return trimMarks(isLabel ? titled : line);
}

const labelled = /^[*_#\s]*([^\s:：*_]{1,12})[*_]*(?::(?=[*_\s])|：)[*_\s]*(\S[^\n]*)$/u;

/** `null` for what is no JSON. */
function readJson(text: string): string | null {
  const value = /^\s*[{[]/.test(text) ? parseJson(text) : undefined;
  if (value === undefined) return null;
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const title = isRecord(first) ? first["title"] : first;
  return typeof title === "string" ? title : "";
}

const quoted = /^[*_\s]*(?:"([^"]+)"|“([^“”]+)”|「([^「」]+)」|《([^《》]+)》)[*_.。\s]*$/u;
const inQuotes = /^[^"“「]{1,60}[:：][*_\s]*(?:"([^"]+)"|“([^“”]+)”|「([^「」]+)」)[*_.。\s]*$/u;
const listItem = /^(?:[-*•]|\d{1,2}[.)、])\s*(?=\S)/;

function chooseLine(text: string): string {
  const lines = text.split("\n").flatMap((line) => line.trim() || []);
  const [first = "", second = ""] = lines;
  const found = [quoted, inQuotes].flatMap((form) =>
    lines.flatMap((line) => form.exec(line)?.slice(1).find(Boolean) ?? []),
  );
  if (found[0] !== undefined) return found[0];
  if (listItem.test(first) && (lines.length === 1 || listItem.test(second)))
    return first.replace(listItem, "");
  if (/[:：]$/.test(first)) return second.replace(listItem, "");
  // Several paragraphs are an answer, of which nobody knows where the title is.
  return /\n\s*\n/.test(text.trim()) ? "" : first;
}

/** Signs of Markdown and quotation marks around it, and a full stop behind. */
function trimMarks(line: string): string {
  return line
    .split("\n", 1)
    .join("")
    .replace(/^(?:#{1,6}\s+|["'“”「」*_`\s])+|(?<!["'“”「」*_`\s.。])["'“”「」*_`\s.。]+$/gu, "");
}
