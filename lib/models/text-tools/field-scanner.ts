export type FieldDelta = { key: string; delta: string };

/**
 * Follows a JSON object while it is being written and gives the text of its own string fields as it comes, escapes resolved.
 * Nested values are skipped. What it gives of broken JSON is a beginning, never more than the text.
 */
export function createFieldScanner() {
  const values: Record<string, string> = {};
  let depth = 0;
  let key: string | null = null;
  let expectsKey = false;
  let quoted: "no" | "key" | "value" | "nested" = "no";
  let token = "";
  let escape: string | null = null;

  function open(): void {
    quoted = depth !== 1 ? "nested" : expectsKey ? "key" : key !== null ? "value" : "nested";
    token = "";
    if (quoted === "value" && key !== null) values[key] = "";
  }

  function close(): void {
    if (quoted === "key") {
      key = token;
      expectsKey = false;
    }
    if (quoted === "value") key = null;
    quoted = "no";
  }

  function structure(char: string): void {
    if (char === '"') open();
    else if (char === "{" || char === "[") {
      depth += 1;
      expectsKey = depth === 1 && char === "{";
      if (depth > 1) key = null;
    } else if (char === "}" || char === "]") depth -= 1;
    else if (char === "," && depth === 1) expectsKey = true;
  }

  /** The text of a character inside a string; empty while an escape is incomplete. */
  function read(char: string): string {
    if (escape === null) {
      if (char !== "\\") return char;
      escape = "";
      return "";
    }
    escape += char;
    if (escape[0] === "u" && escape.length < 5) return "";
    const text = toCharacter(escape);
    escape = null;
    return text;
  }

  return {
    /** What has been read of each field so far. */
    values,
    push(chunk: string): FieldDelta[] {
      const deltas: FieldDelta[] = [];
      for (const char of chunk) {
        if (quoted === "no") structure(char);
        else if (char === '"' && escape === null) close();
        else {
          const text = read(char);
          token += text;
          if (quoted === "value" && key !== null && text !== "") {
            values[key] = (values[key] ?? "") + text;
            const last = deltas.at(-1);
            if (last?.key === key) last.delta += text;
            else deltas.push({ key, delta: text });
          }
        }
      }
      return deltas;
    },
  };
}

const shortEscapes: Record<string, string> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

function toCharacter(escape: string): string {
  if (escape[0] === "u") return String.fromCharCode(Number.parseInt(escape.slice(1), 16) || 0xfffd);
  return shortEscapes[escape] ?? escape;
}
