import { readFileSync } from "node:fs";

type Rows = { rows: number; join: string; sign: string; from: number; then: string };
type Part = string | { repeat: string } | Rows;
const { length: usualLength, shapes } = JSON.parse(
  readFileSync(new URL("../fixtures/odd-texts.json", import.meta.url), "utf8"),
) as { length: number; shapes: Record<string, Part[]> };

/** Texts of one shape, which libraries for Markdown, comparing and exporting were not made for. */
export const oddShapes = Object.keys(shapes);

/** As the recipe in `tests/fixtures/odd-texts.json` says. */
export function buildOddText(shape: string, length = usualLength): string {
  const parts = shapes[shape] ?? [];
  const repeats = parts.filter((part) => typeof part !== "string" && "repeat" in part).length;
  return parts.map((part) => buildPart(part, length, Math.floor(length / repeats))).join("");
}

function buildPart(part: Part, length: number, share: number): string {
  if (typeof part === "string") return part;
  if ("repeat" in part) return part.repeat.repeat(Math.ceil(share / part.repeat.length)).slice(0, share);
  const { rows, join, sign, from, then } = part;
  const lines = Array.from({ length: rows }, (_, row) => sign.repeat(from + row) + then);
  return lines.join(join).slice(0, length);
}
