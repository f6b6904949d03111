import { parseJson } from "@/lib/protocol/json";
import type { Draft } from "./document";

export function readText(text: string, format: "markdown" | "text" | "xml"): Draft {
  const markdown = text.replaceAll("\r\n", "\n").trim();
  const title = format === "xml" ? undefined : /^#\s+(.+)$/m.exec(markdown.slice(0, 2_000))?.[1]?.trim();
  return { ...(title === undefined ? {} : { title }), markdown, isCut: false };
}

/** A longer one would be cut anyway, and what it is parsed into can take a hundred times its bytes. */
const longestJson = 1_000_000;

/** JSON with an indent, whole; broken and very long JSON as it came. */
export function readJson(text: string): Draft {
  const value = text.length > longestJson ? undefined : parseJson(text);
  return { markdown: JSON.stringify(value, null, 2) ?? text.trim(), isCut: false };
}

/** At the end of a line where one is near. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = text.lastIndexOf("\n", limit);
  return text.slice(0, end > limit / 2 ? end : limit).trimEnd();
}
