/**
 * Addresses as people paste them or a CSV file holds them, each once: `ada@a.example`, `Ada <ada@a.example>`,
 * set apart by commas, semicolons, blanks or lines. `wrong`: what has the place of one and is none. Names
 * beside an address are left out.
 */
export function readAddresses(text: string): { emails: string[]; wrong: string[] } {
  const found = text.split(/[\r\n]+/).flatMap(readLine);
  const unique = [...new Set(found)];
  return {
    emails: unique.filter((piece) => form.test(piece)).map((email) => email.toLowerCase()),
    wrong: unique.filter((piece) => !form.test(piece)),
  };
}

/** The server decides; this finds what it would refuse anyway while it is being typed. */
const form = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/;

function readLine(line: string): string[] {
  const pieces = line
    .split(/[,;\t]/)
    .flatMap((piece) => /<([^<>]*)>/.exec(piece)?.[1] ?? piece.split(/\s+/))
    .map((piece) => piece.trim().replace(/^["']|["']$/g, ""))
    .filter((piece) => piece !== "");
  const addresses = pieces.filter((piece) => piece.includes("@"));
  return addresses.length > 0 || pieces.length === 0 ? addresses : [line.trim()];
}
