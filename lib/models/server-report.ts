import { redactSecrets } from "@/lib/language/secret-forms";
import { isRecord, parseJson } from "@/lib/protocol/json";

/** What a server says of a failure, whatever its shape: its words, its codes and types, what it points at. */
export type ServerReport = {
  /** To show: one line, bounded, without secrets. "" where it says nothing in words. */
  sentence: string;
  /** To read: all its words. */
  words: string;
  codes: ReadonlySet<string>;
  /** Paths in the request, with dots: `messages.0.role`. */
  places: readonly string[];
  /** The names of its own fields. */
  fields: ReadonlySet<string>;
};

type ReportFields = { sentences: Set<string>; codes: Set<string>; places: string[]; fields: Set<string> };

const mostCharacters = 400;
const mostRead = 10_000;
const mostDepth = 6;

const sentenceKeys = new Set("message msg detail error error_description status_msg raw errors".split(" "));
const codeKeys = new Set(
  "code type status error_type errorCode __type status_code reason quotaId".split(" "),
);
const placeKeys = new Set("param loc field parameter".split(" "));

/** Reads the body of an answer, or the object of an error inside a stream. */
export function readServerReport(body: unknown): ServerReport {
  const found: ReportFields = { sentences: new Set(), codes: new Set(), places: [], fields: new Set() };
  const value = typeof body === "string" ? (parse(body) ?? toPlain(body)) : body;
  collect(found, "error", value, 0);
  const { sentences, ...rest } = found;
  const words = [...sentences].join(" ").slice(0, mostRead);
  return { ...rest, words, sentence: toSentence(words) };
}

function collect(found: ReportFields, key: string, value: unknown, depth: number): void {
  if (depth > mostDepth || value === null || value === undefined) return;
  if (placeKeys.has(key)) return collectPlace(found, value);
  if (Array.isArray(value)) return value.forEach((item) => collect(found, key, item, depth + 1));
  if (isRecord(value)) {
    for (const [name, inner] of Object.entries(value)) {
      found.fields.add(name);
      collect(found, name, inner, depth + 1);
    }
  } else if (codeKeys.has(key)) found.codes.add(String(value));
  else if (sentenceKeys.has(key) && typeof value === "string") {
    // Gateways pass on what the server behind them said, as a text.
    const inner = parse(value);
    if (inner !== undefined) collect(found, key, inner, depth + 1);
    else if (value.trim() !== "") found.sentences.add(value);
  }
}

function collectPlace(found: ReportFields, value: unknown): void {
  const steps = Array.isArray(value) ? value : [value];
  const place = steps
    .map(String)
    .join(".")
    .replaceAll(/\[(\w+)\]/g, ".$1");
  if (place !== "" && value !== null) found.places.push(place.replace(/^body\./, ""));
}

/** A text that is one word, or a number, is what was said. */
const parse = (text: string): unknown => (/^\s*[{[]/.test(text) ? parseJson(text) : undefined);

/** A page for browsers has no words for us. */
const toPlain = (body: string): string => (/^\s*</.test(body) ? "" : body);

function toSentence(text: string): string {
  const line = redactSecrets(text.slice(0, 2 * mostCharacters))
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters - 1)}…` : line;
}
