/** Drops a snippet's marks, decodes character references, joins white space, and cuts what is very long. */
export function toPlainText(html: string): string {
  return html
    .slice(0, maxLength)
    .replace(/<[a-z/!][^<>]*>/gi, "")
    .replace(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return namedCharacters[name.toLowerCase()] ?? whole;
        const code = decimal === undefined ? parseInt(hex ?? "", 16) : Number(decimal);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      },
    )
    .replace(/[\s\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+/gu, " ")
    .trim();
}

/** The first so many characters of a text; a cut one says so. */
export function shorten(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text
        .slice(0, length - 1)
        .replace(/[\ud800-\udbff]$/, "")
        .trimEnd()}…`;
}

/** Looking for marks takes the square of the length where none of them ends. */
const maxLength = 5_000;

const namedCharacters: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
};
