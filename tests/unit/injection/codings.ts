/** Ways to write a text otherwise, for pages that hide their orders and for a model that hides what it sends. */
export const toBase64 = (text: string): string => Buffer.from(text, "utf8").toString("base64");
export const toBase64Url = (text: string): string => Buffer.from(text, "utf8").toString("base64url");
export const toHex = (text: string): string => Buffer.from(text, "utf8").toString("hex");
export const toReversed = (text: string): string => Array.from(text).reverse().join("");
export const toSpaced = (text: string): string => Array.from(text.replaceAll(" ", "")).join(" ");
export const toPercents = (text: string): string =>
  [...Buffer.from(text, "utf8")].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
export const toBinary = (text: string): string =>
  [...Buffer.from(text, "utf8")].map((byte) => byte.toString(2).padStart(8, "0")).join(" ");
export const toTags = (text: string): string =>
  Array.from(text, (character) => String.fromCodePoint(0xe0000 + character.charCodeAt(0))).join("");
export const toCodes = (text: string): string =>
  Array.from(text, (character) => character.charCodeAt(0)).join("-");

export const toRot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

const digits: Readonly<Record<string, string>> = { a: "4", e: "3", i: "1", o: "0", s: "5", t: "7" };
export const toLeet = (text: string): string =>
  text.replace(/[aeiost]/gi, (letter) => digits[letter.toLowerCase()] ?? letter);

const doubles: Readonly<Record<string, string>> = {
  a: "а",
  e: "е",
  o: "о",
  p: "р",
  c: "с",
  y: "у",
  x: "х",
  i: "і",
  s: "ѕ",
};
export const toLookAlikes = (text: string): string =>
  text.replace(/[aeopcyxis]/g, (letter) => doubles[letter] ?? letter);
export const toFullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
export const toBroken = (text: string): string => text.replace(/(\w{2})(?=\w)/g, "$1\u200b");
