import type { Draft } from "./document";

/** JSON with an indent, whole; broken JSON as it came. */
export function readJson(text: string): Draft {
  return { markdown: indent(text) ?? text.trim(), isCut: false };
}

function indent(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return null;
  }
}
