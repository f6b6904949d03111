export type FieldDelta = { key: string; delta: string };

const keyStart = /\s*[{,]\s*"(\w+)"\s*:\s*"/y;
const other = /\s*[{,]\s*"\w+"\s*:\s*[\w.+-]+\s*(?=[,}])/y;
const characters = /(?:[^"\\]|\\(?:u[\da-f]{4}|[^u]))+/iy;

/**
 * Follows a JSON object while it is written and gives its own string fields as they come, escapes resolved,
 * up to the first list or object in it.
 */
export function createFieldReader() {
  const values: Record<string, string> = {};
  let text = "";
  let key: string | null = null;

  function take(form: RegExp): RegExpExecArray | null {
    form.lastIndex = 0;
    const found = form.exec(text);
    text = text.slice(found?.[0].length ?? 0);
    return found;
  }

  return {
    /** What has been read of each field so far. */
    values,
    push(chunk: string): FieldDelta[] {
      text += chunk;
      const deltas: FieldDelta[] = [];
      for (;;) {
        if (key === null) {
          key = take(keyStart)?.[1] ?? null;
          if (key === null && take(other) === null) return deltas;
          continue;
        }
        const delta = (take(characters)?.[0] ?? "").replace(/\\(u.{4}|[\s\S])/g, (_, escape) =>
          toText(escape),
        );
        values[key] = (values[key] ?? "") + delta;
        if (delta !== "") deltas.push({ key, delta });
        if (!text.startsWith('"')) return deltas;
        [key, text] = [null, text.slice(1)];
      }
    },
  };
}

const shortEscapes: Record<string, string> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

function toText(escape: string): string {
  if (escape[0] === "u" && escape.length > 1)
    return String.fromCharCode(Number.parseInt(escape.slice(1), 16) || 0xfffd);
  return shortEscapes[escape] ?? escape;
}
