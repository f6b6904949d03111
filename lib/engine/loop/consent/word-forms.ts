import { listHanPairs } from "@/lib/language/comparable-words";

/**
 * Each word once, in the order of the alphabet, and Chinese in pairs of characters: nobody can put a sentence
 * together for who reads them.
 */
export function toSortedWords(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => [
    ...(text.toLowerCase().match(/(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+/gu) ?? []),
    ...listHanPairs(text),
  ]);
  return [...new Set(words)].sort();
}

const codes = [
  { pattern: /[A-Za-z0-9+/_-]{6,}={0,2}/g, encoding: "base64" },
  { pattern: /(?:[0-9a-f]{2}){4,}/gi, encoding: "hex" },
] as const;
const unreadable = /[\p{Cc}\uFFFD]/u;

/** What runs of letters and digits say where they are a code of words. */
export function listDecoded(text: string): string[] {
  return codes.flatMap(({ pattern, encoding }) =>
    (text.match(pattern) ?? [])
      .map((code) => Buffer.from(code, encoding).toString("utf8"))
      .filter((said) => !unreadable.test(said)),
  );
}
