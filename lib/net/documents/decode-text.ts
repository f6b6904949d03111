import { analyse } from "chardet";

/**
 * Bytes to text: a byte order mark or the form of UTF-16 and UTF-32 decides, then sound UTF-8 with letters
 * beyond ASCII, whatever a label says, then the header's label, the document's own, then what fits. Only
 * `isHtml` has a `<meta>`: elsewhere it is quoted.
 */
export function decodeText(bytes: Uint8Array, contentType: string, isHtml = false): string {
  const wide = findMark(bytes) ?? findBareWide(bytes);
  if (wide !== null) return decodeWide(bytes, wide);
  const label = findDecoder(findParameter(contentType)) ?? findDecoder(findOwnLabel(bytes, isHtml));
  const utf8 = isShifted(bytes) && label === null ? null : decodeUtf8(bytes);
  const isUtf8 = label === null || label.startsWith("utf-") || bytes.some((byte) => byte >= 0x80);
  if (utf8 !== null && isUtf8) return utf8;
  return new TextDecoder(label ?? guessLabel(bytes)).decode(bytes);
}

/** Zero bytes and other controls: no text holds more than a few, but for UTF-16 and UTF-32. */
export function isBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, sampleLength);
  if (!sample.includes(0) || (findMark(bytes) ?? findBareWide(bytes)) !== null) return false;
  const controls = sample.filter((byte) => byte < 0x20 && !whitespace.includes(byte)).length;
  return controls > Math.max(1, sample.length / 100);
}

const sampleLength = 4096;
/** With the sign that begins a terminal's colours. */
const whitespace = [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b];

type Wide = "utf-8" | "utf-16le" | "utf-16be" | "utf-32le" | "utf-32be";

function findMark([first, second, third, fourth]: Uint8Array): Wide | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? "utf-32le" : "utf-16le";
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return "utf-32be";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

/** Without a mark these show by their zeros, UTF-16 without Latin letters by what it would say. */
function findBareWide(bytes: Uint8Array): Wide | null {
  const sample = bytes.subarray(0, sampleLength);
  if (bytes.length % 4 === 0 && bytes.length > 4) {
    const fits = (top: number, next: number) =>
      sample.every((byte, at) => (at % 4 === top ? byte === 0 : at % 4 !== next || byte <= 0x10));
    if (fits(3, 2)) return "utf-32le";
    if (fits(0, 1)) return "utf-32be";
  }
  const zeros = (side: number) => sample.filter((byte, at) => byte === 0 && at % 2 === side).length;
  const [even, odd, many] = [zeros(0), zeros(1), sample.length / 10];
  if (odd > many && even === 0) return "utf-16le";
  if (even > many && odd === 0) return "utf-16be";
  if (bytes.length % 2 === 1 || decodeUtf8(bytes) !== null) return null;
  return (["utf-16le", "utf-16be"] as const).find((order) => readsAsWide(sample, order)) ?? null;
}

/** Characters that are assigned, with blanks or the signs and kana of East Asian texts among them. */
function readsAsWide(sample: Uint8Array, order: Wide): boolean {
  const text = decodeWide(sample.subarray(0, sample.length - (sample.length % 2)), order);
  if (!/^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\t\r\n]+$/u.test(text) || text.includes("\ufffd")) return false;
  const ascii = sample.filter((byte) => byte >= 0x20 && byte < 0x7f).length;
  const signs = text.match(/[ \r\n\u3000-\u30ff\uff00-\uffef]/g) ?? [];
  // Kana have an ASCII digit for a byte; pairs of other ASCII read as rare Chinese.
  const kana = signs.filter((sign) => sign >= "\u3041" && sign <= "\u30ff");
  return signs.length > text.length / 40 && (ascii < 0.7 * sample.length || kana.length > text.length / 4);
}

function decodeWide(bytes: Uint8Array, encoding: Wide): string {
  if (!encoding.startsWith("utf-32")) return new TextDecoder(encoding).decode(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = "";
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, encoding === "utf-32le");
    text += code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
  }
  return text.replace(/^\ufeff/, "").toWellFormed();
}

/** ISO-2022-JP is ASCII but for the signs that shift it. */
function isShifted(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes("\u001b$");
}

function findParameter(contentType: string): string | undefined {
  return /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1];
}

/**
 * HTML's `<meta charset>` in both forms and XML's declaration stand in the first bytes, in plain ASCII: so
 * neither can be in UTF-16.
 */
function findOwnLabel(bytes: Uint8Array, isHtml: boolean): string | undefined {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, sampleLength));
  const meta = isHtml ? /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1] : undefined;
  const label = meta ?? /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1];
  return label !== undefined && /^(utf-?16|ucs-?2|iso-10646)/i.test(label) ? undefined : label;
}

function findDecoder(label: string | undefined): string | null {
  if (!label) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** So much text, from where it is no longer ASCII, tells its character set. */
const guessLength = 16_384;
/** Below this the guess is no better than the web's old default. */
const leastConfidence = 20;

/** By the statistics of its bytes. Tags say nothing of that and are left out. */
function guessLabel(bytes: Uint8Array): string {
  if (isShifted(bytes)) return "iso-2022-jp";
  const japanese = ["euc-jp", "shift_jis"].find((label) => holdsKana(bytes.subarray(0, guessLength), label));
  if (japanese !== undefined) return japanese;
  const start = Math.max(0, bytes.findIndex((byte) => byte >= 0x80) - 64);
  const text = Buffer.from(bytes.subarray(start, start + 4 * guessLength))
    .toString("latin1")
    .replace(/<[^>]{0,500}>/g, " ")
    .replace(/[ \t\r\n]+/g, " ");
  const guesses = analyse(Buffer.from(text.slice(0, guessLength), "latin1"));
  const fitting = guesses.flatMap(({ name, confidence }) =>
    confidence < leastConfidence ? [] : (findDecoder(name) ?? []),
  );
  return fitting.find((label) => !label.startsWith("utf")) ?? "windows-1252";
}

/** Kana stand in every Japanese text and in no other; a short text has too little else to tell it by. */
function holdsKana(bytes: Uint8Array, label: string): boolean {
  const text = new TextDecoder(label).decode(bytes);
  const letters = text.match(/[\p{L}\ufffd]/gu) ?? [];
  const beyond = letters.filter((letter) => letter > "\u007f");
  const kana = beyond.filter((letter) => letter >= "\u3041" && letter <= "\u30ff");
  return !text.slice(0, -1).includes("\ufffd") && kana.length > beyond.length / 4;
}
