import { redactSecrets } from "@/lib/language/secret-forms";

/** No text of a trace is longer, in characters. */
export const mostTextCharacters = 100_000;

/**
 * What can be written as JSON, without keys and tokens, pictures and files by their size, and texts no longer
 * than a trace holds. A value that is plain already is given as it is.
 */
export function toPlain(value: unknown): unknown {
  if (typeof value === "string") return toPlainText(value);
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return typeof value === "function" ? undefined : value;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof URL) return toPlainText(value.href);
  if (Array.isArray(value)) return toSame(value, value.map(toPlain));
  let isSame = true;
  const plain: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    const next = toPlain(field);
    isSame &&= next === field;
    if (next !== undefined) plain[key] = next;
  }
  return isSame ? value : plain;
}

function toSame(list: unknown[], plain: unknown[]): unknown[] {
  return plain.every((item, index) => item === list[index]) ? list : plain;
}

const pictureFrom = 2_000;

function toPlainText(text: string): string {
  if (text.length > pictureFrom && isBase64(text)) return `[${text.length} characters of a file]`;
  const shown = text.length < leastSecret ? text : redactSecrets(text);
  if (shown.length <= mostTextCharacters) return shown;
  return `${shown.slice(0, mostTextCharacters).toWellFormed()}… (${shown.length - mostTextCharacters} more)`;
}

/** A shorter text holds no key. */
const leastSecret = 10;

/** The beginning tells: words have spaces within so many characters. */
function isBase64(text: string): boolean {
  return text.startsWith("data:")
    ? text.slice(0, 100).includes(";base64,")
    : /^[A-Za-z0-9+/]{2000}/.test(text);
}
