/** What the provider says, in pieces of about the size of a model's tokens. */
export type AnswerOrder = { kind: "numbers" | "markdown"; tokens: number; paceMs: number };

/** The order in words: the question carries it to the provider, whatever stands between. */
export function toQuestion({ kind, tokens, paceMs }: AnswerOrder): string {
  return `Answer with ${tokens} ${kind} tokens at ${paceMs} ms.`;
}

/** Reads the last order in a request's body; earlier turns may hold others. `null` when there is none. */
export function findOrder(body: string): AnswerOrder | null {
  const found = /^Answer with (\d+) (numbers|markdown) tokens at (\d+) ms\./.exec(
    body.slice(Math.max(body.lastIndexOf("Answer with "), 0)),
  );
  if (found === null) return null;
  return {
    kind: found[2] === "markdown" ? "markdown" : "numbers",
    tokens: Number(found[1]),
    paceMs: Number(found[3]),
  };
}

/** Numbered, so that a lost, doubled or reordered one shows; Markdown ends with `lastWord`. */
export function toTokens({ kind, tokens }: Pick<AnswerOrder, "kind" | "tokens">): string[] {
  if (kind === "numbers") return Array.from({ length: tokens }, (_, n) => `t${n} `);
  const end = toPieces(`\n\n${lastWord}`);
  const pieces: string[] = [];
  for (let section = 1; pieces.length < tokens - end.length; section += 1)
    pieces.push(...toPieces(toSection(section)));
  return [...pieces.slice(0, tokens - end.length), ...end];
}

export const lastWord = "Endmark";

function toPieces(text: string): string[] {
  return text.match(/\s*\S{1,5}/g) ?? [];
}

/** Prose, lists, a table, code and a formula: about 280 tokens of what a technical answer holds. */
function toSection(n: number): string {
  return `

## ${n}. How the tide moves a buoy

A **buoy** at anchor follows the tide with a *delay* that depends on the length of its chain [1](https://example.org/${n}). The
longer the chain, the wider the circle; \`radius = sqrt(chain² − depth²)\` gives the limit, and a strong current reaches it.

- At high water the chain hangs steeply, so the circle is **small**.
- At low water it lies flat, and the buoy may move by *twice* the depth.
- Between the two, wind decides more than the tide does.

| State | Depth (m) | Chain (m) | Radius (m) |
|---|---:|---:|---:|
| High water | ${12 + n} | 30 | 27.5 |
| Half tide | ${9 + n} | 30 | 28.6 |
| Low water | ${6 + n} | 30 | 29.4 |

\`\`\`ts
export function toRadius(chain: number, depth: number): number {
  if (depth > chain) throw new Error("The buoy is under water.");
  const radius = Math.sqrt(chain ** 2 - depth ** 2);
  return Math.round(radius * 10) / 10; // metres
}
\`\`\`

1. Measure the depth at the anchor, **not** at the buoy.
2. Add the height of the waves, $h = \\frac{a}{2}$, to it.
3. Compare with the chart, and ask again after ${n} hours.

> A chart shows where the anchor lies, never where the buoy is.`;
}
