import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { splitSentences } from "@/lib/language/sentences";
import { listWords } from "@/lib/language/words";
import { readFile, type FileText } from "@/lib/net/read-file";

/** `npm run evaluate -- pdf --set DIR`: PDFs, each with what another reader makes of it beside it (`pdftotext a.pdf`). */
const folder = process.env["EVALUATE_SET"];
/** Files of fewer words say nothing by their share, and a sentence is known by so many. */
const fewestWords = 5;
const knownBy = 8;

it.skipIf(folder === undefined)(
  "counts which words of another reader are read, and which sentences are on its page",
  { timeout: 3_600_000 },
  async () => {
    const rows = [];
    for (const { name, path, text } of listFiles(resolve(folder ?? ""))) {
      const started = performance.now();
      const file = await readOne(name, path);
      const ms = performance.now() - started;
      const [theirs, own] = [toWords(text), toWords(file?.markdown ?? "")];
      if (theirs.length < fewestWords) continue;
      const running = toWords(removeRunning(text));
      rows.push({
        name,
        ms,
        recall: toRecall(theirs, own),
        once: toRecall(running, own),
        ...countPlaces(file, text),
      });
    }
    const mean = (shares: number[]) =>
      (shares.reduce((sum, share) => sum + share, 0) / shares.length).toFixed(4);
    const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
    const [right, placed] = [sum(rows.map((row) => row.right)), sum(rows.map((row) => row.placed))];
    const slowest = rows.toSorted((a, b) => b.ms - a.ms)[0];
    console.info(
      [
        `pdf, ${rows.length} files with text: ${folder}`,
        `recall                           ${mean(rows.map(({ recall }) => recall))}`,
        `recall, running lines once       ${mean(rows.map(({ once }) => once))}`,
        `sentences on the page            ${right} of ${placed} (${((100 * right) / placed).toFixed(2)}%)`,
        `slowest                          ${slowest?.name} ${Math.round(slowest?.ms ?? 0)} ms`,
        ...rows
          .toSorted((a, b) => a.once - b.once)
          .slice(0, 20)
          .map(({ name, recall, once }) => `${recall.toFixed(3)} ${once.toFixed(3)} ${name}`),
      ].join("\n"),
    );
    expect(rows.length).toBeGreaterThan(0);
  },
);

function listFiles(from: string): { name: string; path: string; text: string }[] {
  const names = readdirSync(from);
  return names.flatMap((name) => {
    const beside = name.replace(/\.pdf$/i, ".txt");
    if (beside === name || !names.includes(beside)) return [];
    return [{ name, path: join(from, name), text: readFileSync(join(from, beside), "utf8") }];
  });
}

/** Without recognition, which the other reader has not either. */
async function readOne(name: string, path: string): Promise<FileText | null> {
  const { signal } = new AbortController();
  const file = { bytes: readFileSync(path), name, mediaType: "", signal, owner: "ada", ocrLanguages: [] };
  return readFile(file).catch(() => null);
}

function toWords(text: string): string[] {
  return listWords(text.normalize("NFKC").toLowerCase()).map(({ text: word }) => word);
}

/** The share of the words that the other text has too, each as often. */
function toRecall(words: string[], others: string[]): number {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  const found = words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
  return found.length / words.length;
}

/** Lines that stand on most pages, apart from their digits, are left on the first one only. */
function removeRunning(text: string): string {
  const pages = text.split("\f").map((page) => page.split("\n"));
  const toForm = (line: string) => line.replace(/\d+/g, "#").trim();
  const counts = new Map<string, number>();
  for (const page of pages)
    for (const form of new Set(page.map(toForm))) counts.set(form, (counts.get(form) ?? 0) + 1);
  const seen = new Set<string>();
  const isKept = (line: string) => {
    const form = toForm(line);
    if ((counts.get(form) ?? 0) < Math.max(3, pages.length / 2)) return true;
    return !seen.has(form) && seen.add(form) !== undefined;
  };
  return pages.map((page) => page.filter(isKept).join("\n")).join("\f");
}

/** Of our sentences that the other reader has, how many begin on the same page there. */
function countPlaces(file: FileText | null, text: string): { right: number; placed: number } {
  const theirs = text.split("\f").map((page) => ` ${toWords(page).join(" ")} `);
  const count = { right: 0, placed: 0 };
  for (const [index, start] of (file?.pages ?? []).entries()) {
    const page = file?.markdown.slice(start, file.pages[index + 1]) ?? "";
    for (const sentence of splitSentences(page)) {
      const words = toWords(sentence.text).slice(0, knownBy);
      const beginning = ` ${words.join(" ")} `;
      if (words.length < knownBy || !theirs.some((each) => each.includes(beginning))) continue;
      count.placed += 1;
      if (theirs[index]?.includes(beginning) === true) count.right += 1;
    }
  }
  return count;
}
