import { toAllTokens, toWordTokens } from "@/lib/language/tokens";

const leastShared = 0.85;

/**
 * Whether two queries ask nearly the same: word order and forms, stop words, punctuation and case do not
 * count; another number or an exchanged word makes them different. In doubt they are different.
 */
export function isNearQuery(one: string, other: string): boolean {
  const [a, b] = [toTerms(one), toTerms(other)];
  const [onlyA, onlyB] = [[...a].filter((term) => !b.has(term)), [...b].filter((term) => !a.has(term))];
  if (onlyA.length > 0 && onlyB.length > 0) return false;
  if ([...onlyA, ...onlyB].some((term) => /[\d+#]/.test(term))) return false;
  const shared = a.size - onlyA.length;
  return shared >= leastShared * (shared + onlyA.length + onlyB.length);
}

/** Words, and names that end in a sign, such as C++; stop words only where there is nothing else. */
function toTerms(query: string): ReadonlySet<string> {
  const plain = toPlain(query).replace(/(?<=\d),(?=\d{3})/g, "");
  const words = toWordTokens(plain);
  const signed = plain.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]+[+#]+/gu) ?? [];
  return new Set([...(words.length > 0 ? words : toAllTokens(plain)), ...signed]);
}

/** In one form of each character, in lower case, on one line. */
export function toPlain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}
