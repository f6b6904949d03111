import { turnByThirteen } from "./lexicon";
import type { CodedHit } from "./read-signs";

export type HiddenText = { text: string; start: number; end: number };

/** Stretches of a text that are readable only when decoded: Base64, hexadecimal, percent, entity and escape codes, and characters that are not drawn. */
export function listHiddenTexts(text: string): HiddenText[] {
  return decoders.flatMap(({ pattern, decode }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
      const decoded = decode(found);
      return decoded !== null && isReadable(decoded)
        ? [{ text: decoded, start: index, end: index + found.length }]
        : [];
    }),
  );
}

/** What coded words that stand close together belong to, decoded. */
export function listTurnedTexts(text: string, coded: readonly CodedHit[]): HiddenText[] {
  const groups: CodedHit[][] = [];
  for (const hit of coded) {
    const last = groups.at(-1);
    const isNear =
      last?.[0] !== undefined && hit.at - (last.at(-1)?.at ?? 0) <= nearWords && last[0].code === hit.code;
    if (last !== undefined && isNear) last.push(hit);
    else groups.push([hit]);
  }
  return groups
    .filter((group) => new Set(group.map(({ word }) => word)).size > 1)
    .map((group) => toTurned(text, group));
}

const nearWords = 30;
const margin = 200;

function toTurned(text: string, group: readonly CodedHit[]): HiddenText {
  const first = group[0]?.start ?? 0;
  const last = group.at(-1)?.end ?? 0;
  const lineStart = text.lastIndexOf("\n", first) + 1;
  const lineEnd = text.indexOf("\n", last);
  const start = Math.max(lineStart, first - margin);
  const end = Math.min(lineEnd < 0 ? text.length : lineEnd, last + margin);
  const turned = text.slice(start, end);
  return {
    text: group[0]?.code === "rot13" ? turnByThirteen(turned) : Array.from(turned).reverse().join(""),
    start,
    end,
  };
}

type Decoder = { pattern: RegExp; decode: (found: string) => string | null };

const decoders: readonly Decoder[] = [
  { pattern: /[A-Za-z0-9+/_-]{20,}(?:\n[A-Za-z0-9+/_-]{20,})*={0,2}/g, decode: decodeBase64 },
  { pattern: /(?:(?:\\x|0x)?[0-9a-fA-F]{2}[ ,:]?){12,}/g, decode: decodeHex },
  { pattern: /(?:[\w.~!*'()+-]{0,40}%[0-9a-fA-F]{2}){3,}[\w.~!*'()+-]{0,40}/g, decode: decodePercent },
  { pattern: /(?:&#(?:x[0-9a-fA-F]{1,6}|[0-9]{1,7});){4,}/g, decode: decodeEntities },
  {
    pattern: /(?:\\u\{?[0-9a-fA-F]{4,6}\}?){4,}/g,
    decode: (found) => toCharacters(found.match(/[0-9a-fA-F]{4,6}/g) ?? [], 16),
  },
  {
    pattern: /[\u{e0020}-\u{e007e}]{6,}/gu,
    decode: (found) =>
      Array.from(found, (tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000)).join(""),
  },
  { pattern: /(?:[01]{8} ?){8,}/g, decode: (found) => toCharacters(found.match(/[01]{8}/g) ?? [], 2) },
  { pattern: /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{8,}/gu, decode: decodeSelectors },
];

function decodeBase64(found: string): string {
  return Buffer.from(found.replaceAll("\n", ""), "base64").toString("utf8");
}

function decodeHex(found: string): string {
  return Buffer.from((found.match(/[0-9a-fA-F]{2}(?![xX])/g) ?? []).join(""), "hex").toString("utf8");
}

function decodePercent(found: string): string | null {
  try {
    return decodeURIComponent(found.replaceAll("+", " "));
  } catch {
    return null;
  }
}

function decodeEntities(found: string): string {
  return found.replace(/&#(x?)([0-9a-fA-F]+);/g, (_, hex: string, digits: string) =>
    toCharacters([digits], hex === "" ? 10 : 16),
  );
}

function toCharacters(codes: readonly string[], base: number): string {
  return codes
    .map((code) => String.fromCodePoint(Math.min(Number.parseInt(code, base) || 0, 0x10ffff)))
    .join("");
}

/** Bytes as variation selectors. */
function decodeSelectors(found: string): string {
  const bytes = Array.from(found, (selector) => {
    const code = selector.codePointAt(0) ?? 0;
    return code < 0xfe10 ? code - 0xfe00 : code - 0xe0100 + 16;
  });
  return Buffer.from(bytes).toString("utf8");
}

/** Bytes that were no text come out with replaced or control characters. */
function isReadable(text: string): boolean {
  const odd =
    text.match(/[\ufffd\p{Cc}\p{Co}\p{Cn}]/gu)?.filter((character) => !/\s/.test(character)).length ?? 0;
  return text.length >= 6 && odd <= text.length * 0.02 && /\p{L}{2}/u.test(text);
}
