export type FieldDelta = { key: string; delta: string };

/**
 * Follows a JSON object while it is written and gives its own string fields as they come, escapes resolved.
 * Nested values are skipped. What it gives of broken JSON is a beginning, never more than the text.
 */
export function createFieldScanner() {
  const values: Record<string, string> = {};
  const characters = createCharacterReader();
  let depth = 0;
  let key: string | null = null;
  let expectsKey = false;
  let quoted: "no" | "key" | "value" | "nested" = "no";
  let keyText = "";

  function readStructure(char: string): void {
    if (char === '"') {
      quoted = depth !== 1 ? "nested" : expectsKey ? "key" : key !== null ? "value" : "nested";
      keyText = "";
    } else if (char === "{" || char === "[") {
      depth += 1;
      expectsKey = depth === 1 && char === "{";
      if (depth > 1) key = null;
    } else if (char === "}" || char === "]") depth -= 1;
    else if (char === "," && depth === 1) expectsKey = true;
  }

  function closeString(): void {
    if (quoted === "key") {
      key = keyText;
      expectsKey = false;
    } else if (quoted === "value") key = null;
    quoted = "no";
  }

  /** The text that a character adds to a field, if it does. */
  function readString(char: string): FieldDelta | null {
    if (char === '"' && !characters.isEscaped()) {
      closeString();
      return null;
    }
    const delta = characters.read(char);
    if (quoted === "key") keyText += delta;
    if (quoted !== "value" || key === null || delta === "") return null;
    values[key] = (values[key] ?? "") + delta;
    return { key, delta };
  }

  return {
    /** What has been read of each field so far. */
    values,
    push(chunk: string): FieldDelta[] {
      const deltas: FieldDelta[] = [];
      for (const char of chunk) {
        const read = quoted === "no" ? readStructure(char) : readString(char);
        const last = deltas.at(-1);
        if (read && last?.key === read.key) last.delta += read.delta;
        else if (read) deltas.push(read);
      }
      return deltas;
    },
  };
}

/** Resolves the escapes of a JSON string; a character may be the beginning of one that is not complete. */
function createCharacterReader() {
  let escape: string | null = null;
  return {
    isEscaped: () => escape !== null,
    read(char: string): string {
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
    },
  };
}

const shortEscapes: Record<string, string> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

function toCharacter(escape: string): string {
  if (escape[0] === "u") return String.fromCharCode(Number.parseInt(escape.slice(1), 16) || 0xfffd);
  return shortEscapes[escape] ?? escape;
}
