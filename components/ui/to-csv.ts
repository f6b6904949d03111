/** What a spreadsheet would run instead of show; also in the full width that Chinese and Japanese type. */
const runnable = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
/** A signed number is a number, in a spreadsheet too. */
const number = /^[+-]\d+(?:[.,]\d+)*\s?%?$/;

/** Rows as RFC 4180 has them. What would be run as a formula has a quote in front and stays text. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(toField).join(",")}\r\n`).join("");
}

function toField(text: string): string {
  const safe = runnable.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
