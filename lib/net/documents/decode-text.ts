import { analyse } from "chardet";

/**
 * Bytes to text: the byte order mark decides, then the header, then what the document says of itself, then
 * what fits. What it says of itself is not believed where it says UTF-8 and the bytes cannot be that.
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const mark = findMark(bytes);
  if (mark !== null) return new TextDecoder(mark).decode(bytes);
  const named = findDecoder(findParameter(contentType)) ?? findDecoder(findMeta(bytes));
  if (named !== null && named !== "utf-8") return new TextDecoder(named).decode(bytes);
  const bare = findBareUtf16(bytes);
  if (bare !== null) return new TextDecoder(bare).decode(bytes);
  return decodeUtf8(bytes) ?? new TextDecoder(named ?? guessLabel(bytes)).decode(bytes);
}

/** Nothing a reader would call text holds zero bytes, but for UTF-16. */
export function isBinary(bytes: Uint8Array): boolean {
  return (
    findMark(bytes) === null && findBareUtf16(bytes) === null && bytes.subarray(0, sampleLength).includes(0)
  );
}

const sampleLength = 4096;

function findMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : null;
}

/** UTF-16 without a mark shows by the zeros of its ASCII, which stand on one side only. */
function findBareUtf16(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, sampleLength);
  const even = sample.filter((byte, index) => byte === 0 && index % 2 === 0).length;
  const odd = sample.filter((byte, index) => byte === 0 && index % 2 === 1).length;
  const many = sample.length / 10;
  if (odd > many && even === 0) return "utf-16le";
  return even > many && odd === 0 ? "utf-16be" : null;
}

function findParameter(contentType: string): string | undefined {
  return /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1];
}

/** HTML's `<meta charset>` in both forms and XML's declaration stand in the first bytes, in plain ASCII. */
function findMeta(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, sampleLength));
  return (
    /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1] ??
    /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1]
  );
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
