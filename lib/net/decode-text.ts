/** Bytes to text: the byte order mark decides, then the header, then what the page says of itself, then what fits. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const label = findMark(bytes) ?? findDecoder(findParameter(contentType)) ?? findDecoder(findMeta(bytes));
  if (label) return new TextDecoder(label).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Nothing a reader would call text holds zero bytes, once UTF-16 is known by its mark. */
export function isBinary(bytes: Uint8Array): boolean {
  return findMark(bytes) === null && bytes.subarray(0, 4096).includes(0);
}

function findMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : null;
}

function findParameter(contentType: string): string | undefined {
  return /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1];
}

/** HTML's `<meta charset>` in both forms and XML's declaration stand in the first bytes, in plain ASCII. */
function findMeta(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 4096));
  return /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1] ?? /^<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1];
}

function findDecoder(label: string | undefined): string | null {
  if (!label) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}
