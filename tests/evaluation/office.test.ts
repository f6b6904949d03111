import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { listWords } from "@/lib/language/words";
import { readFile } from "@/lib/net/read-file";

/** `npm run evaluate -- office --set DIR`: files, each with another reader's text beside it (`a.docx`, `a.docx.txt`). */
const folder = process.env["EVALUATE_SET"];
/** Files of fewer words say nothing by their share. */
const fewestWords = 3;

it.skipIf(folder === undefined)(
  "counts which words of another reader are read",
  { timeout: 3_600_000 },
  async () => {
    const from = resolve(folder ?? "");
    const names = readdirSync(from);
    const rows: { name: string; ms: number; words: number; found: number; failure: string }[] = [];
    for (const name of names.filter((one) => names.includes(`${one}.txt`))) {
      const theirs = toWords(readFileSync(join(from, `${name}.txt`), "utf8"));
      if (theirs.length < fewestWords) continue;
      const started = performance.now();
      const { signal } = new AbortController();
      const file = { bytes: readFileSync(join(from, name)), name, mediaType: "", signal, owner: "ada" };
      const read = await readFile({ ...file, ocrLanguages: [] }).then(
        ({ markdown }) => ({ markdown, failure: "" }),
        (error: unknown) => ({ markdown: "", failure: String(error) }),
      );
      const found = countFound(theirs, toWords(read.markdown));
      rows.push({
        name,
        ms: performance.now() - started,
        words: theirs.length,
        found,
        failure: read.failure,
      });
    }
    const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
    const share = ({ found, words }: { found: number; words: number }) => found / words;
    const slowest = rows.toSorted((a, b) => b.ms - a.ms)[0];
    console.info(
      [
        `office, ${rows.length} files with text: ${from}`,
        `recall, all words    ${(sum(rows.map(({ found }) => found)) / sum(rows.map(({ words }) => words))).toFixed(4)}`,
        `recall, mean of files ${(sum(rows.map(share)) / rows.length).toFixed(4)}`,
        `slowest              ${slowest?.name} ${Math.round(slowest?.ms ?? 0)} ms`,
        ...rows
          .toSorted((a, b) => share(a) - share(b))
          .slice(0, 20)
          .map((row) => `${share(row).toFixed(3)} ${row.name} ${row.failure}`),
      ].join("\n"),
    );
    expect(rows.length).toBeGreaterThan(0);
  },
);

function toWords(text: string): string[] {
  return listWords(text.normalize("NFKC").toLowerCase()).map(({ text: word }) => word);
}

/** Each word as often as both have it. */
function countFound(words: string[], others: string[]): number {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  }).length;
}
