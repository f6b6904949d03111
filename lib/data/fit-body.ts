/** Room for a record as one string, with its other fields below the store's 1,000,000 bytes a document. */
export const maxBodyBytes = 950_000;

/** A character takes at most 7 bytes as JSON within JSON, so that shorter bodies need no counting. */
const surelyFits = Math.floor(maxBodyBytes / 7);

/**
 * The value as JSON, made smaller only when it would not fit: each reduction is tried on the whole value, the
 * mildest first. The last one must make it fit.
 */
export function toFittingBody<T>(value: T, reductions: readonly ((value: T) => T)[]): string {
  let body = JSON.stringify(value);
  for (const reduce of reductions) {
    if (isFittingBody(body)) return body;
    body = JSON.stringify(reduce(value));
  }
  return body;
}

/** Whether a document holds it beside its other fields. */
export function isFittingBody(body: string): boolean {
  return body.length <= surelyFits || Buffer.byteLength(JSON.stringify(body)) <= maxBodyBytes;
}

const cutMark = "\n… (cut: too long to keep whole)";

/** A copy whose texts, at any depth, have at most `kept` characters and the mark of the cut. */
export function cutStrings<T>(value: T, kept: number): T;
export function cutStrings(value: unknown, kept: number): unknown {
  if (typeof value === "string")
    return value.length <= kept + cutMark.length ? value : `${value.slice(0, kept).toWellFormed()}${cutMark}`;
  if (Array.isArray(value)) return value.map((item) => cutStrings<unknown>(item, kept));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, cutStrings<unknown>(field, kept)]),
  );
}
