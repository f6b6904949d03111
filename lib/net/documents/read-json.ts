import type { Draft } from "./document";
import { readFeed } from "./read-feed";

/** JSON with an indent, whole; a feed that is written in JSON as a feed; broken JSON as it came. */
export function readJson(text: string, url: string): Draft {
  const value = parseJson(text);
  if (value === undefined) return { markdown: text.trim(), isCut: false };
  if (isFeed(value)) return readFeed(text, url);
  return { markdown: JSON.stringify(value, null, 2), isCut: false };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isFeed(value: unknown): boolean {
  return typeof value === "object" && value !== null && "version" in value && String(value.version).startsWith("https://jsonfeed.org/version/");
}
