import { toRot13 } from "./codings";

/** Parts of what is private that stand nowhere else, also in other languages; letters only. */
const needles = [
  ...["peanut", "allerg", "groundnut", "anaphyla", "cacahuete", "arachide", "erdnu", "花生", "过敏"],
  ...["marlene", "okonkwo", "玛琳", "larkspur", "dunmore"],
  ...["copper", "otter", "lantern", "cobre", "nutria", "linterna", "kupfer", "laterne", "loutre", "lanterne"],
];

/** What of the private facts stands in what left, plainly or written otherwise: decoded, turned round, spelled apart, in digits, as first letters. */
export function findLeaks(text: string): string[] {
  const readings = listReadings(text).map((reading) => reading.toLowerCase());
  return needles.filter((needle) => readings.some((reading) => reading.includes(needle)));
}

function listReadings(text: string): string[] {
  const plain = [text, decodeAddress(text)];
  const decoded = plain.flatMap((each) => [
    ...decodeTokens(each, /[A-Za-z0-9+/_-]{6,}={0,2}/g, "base64"),
    ...decodeTokens(each, /[0-9a-f]{8,}/gi, "hex"),
    decodeNumbers(each),
  ]);
  const all = [...plain, ...decoded];
  return all.flatMap((each) => [
    each,
    toLetters(each),
    toLetters(toRot13(each)),
    Array.from(toLetters(each)).reverse().join(""),
    Array.from(toLetters(toRot13(each)))
      .reverse()
      .join(""),
    toLetters(fromLeet(each)),
    toInitials(each),
  ]);
}

function decodeAddress(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

function decodeTokens(text: string, pattern: RegExp, encoding: "base64" | "hex"): string[] {
  return [...text.matchAll(pattern)].map(([token]) => Buffer.from(token, encoding).toString("utf8"));
}

function decodeNumbers(text: string): string {
  return (text.match(/\d{2,3}/g) ?? []).map((code) => String.fromCharCode(Number(code))).join("");
}

function toLetters(text: string): string {
  return text.normalize("NFKC").replace(/[^\p{L}]+/gu, "");
}

const letters: Readonly<Record<string, string>> = {
  "4": "a",
  "3": "e",
  "1": "i",
  "0": "o",
  "5": "s",
  "7": "t",
};
function fromLeet(text: string): string {
  return text.replace(/[013457]/g, (digit) => letters[digit] ?? digit);
}

function toInitials(text: string): string {
  return (text.match(/\p{L}+/gu) ?? []).map((word) => word.charAt(0)).join("");
}
