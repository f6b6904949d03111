import { Readability } from "@mozilla/readability";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseHTML } from "linkedom";
import { expect, it } from "vitest";
import { z } from "zod";
import { parseDocument } from "@/lib/net/documents/parse-document";
import { decodeText } from "@/lib/net/documents/decode-text";

/**
 * `npm run evaluate -- pages --set DIR`: saved pages with phrases that people marked as wanted or unwanted, in
 * the form of adbar/trafilatura's `tests` (evaldata.json, eval, cache), beside readability on linkedom.
 */
const folder = process.env["EVALUATE_SET"];
const labelSchema = z.record(
  z.string(),
  z.object({ file: z.string(), with: z.array(z.string()), without: z.array(z.string()) }),
);
type Page = { url: string; bytes: Uint8Array; wanted: string[]; unwanted: string[] };
type Reader = (page: Page) => Promise<string> | string;

it.skipIf(folder === undefined)(
  "counts which wanted and unwanted phrases of real pages are read, beside another reader",
  { timeout: 3_600_000 },
  async () => {
    const pages = listPages(resolve(folder ?? ""));
    expect(pages.length).toBeGreaterThan(0);
    console.info(`pages, ${pages.length}: ${folder}`);
    console.info(await measure("here", pages, readHere));
    console.info(await measure("readability", pages, readByReadability));
  },
);

function listPages(from: string): Page[] {
  const labels = labelSchema.parse(JSON.parse(readFileSync(join(from, "evaldata.json"), "utf8")));
  return Object.entries(labels).flatMap(([url, { file, with: wanted, without: unwanted }]) => {
    const path = ["eval", "cache"].map((name) => join(from, name, file)).find((each) => existsSync(each));
    if (path === undefined) return [];
    const address = URL.canParse(url) ? url : "https://example.org/";
    return [{ url: address, bytes: readFileSync(path), wanted, unwanted }];
  });
}

const limits = { pdfPages: 200, textCharacters: 300_000 };

const readHere: Reader = async ({ url, bytes }) => {
  const { markdown } = await parseDocument({ bytes, contentType: "text/html", url, limits });
  return markdown.replace(/\]\((?:[^()\s]|\([^()]*\))*\)/g, "] ");
};

const readByReadability: Reader = ({ bytes }) => {
  const { document } = parseHTML(decodeText(bytes, "text/html", true));
  const { content } = new Readability(document).parse() ?? {};
  const spaced = (content ?? "").replace(
    /<\/(p|div|li|h\d|td|th|tr|blockquote|pre|dt|dd)>|<br[^>]*>/gi,
    " $&",
  );
  return parseHTML(`<html><body>${spaced}</body></html>`).document.body.textContent ?? "";
};

async function measure(name: string, pages: readonly Page[], read: Reader): Promise<string> {
  const [times, count] = [[] as number[], { found: 0, lost: 0, unwanted: 0, none: 0, empty: 0 }];
  for (const page of pages) {
    const started = performance.now();
    const text = await Promise.resolve(page)
      .then(read)
      .catch(() => "");
    times.push(performance.now() - started);
    const words = toWords(text);
    const found = page.wanted.filter((phrase) => words.includes(toWords(phrase).trim())).length;
    count.found += found;
    count.lost += page.wanted.length - found;
    count.unwanted += page.unwanted.filter((phrase) => words.includes(toWords(phrase))).length;
    if (found === 0 && page.wanted.length > 0) count.none += 1;
    if (text.trim().length < 50) count.empty += 1;
  }
  const precision = count.found / (count.found + count.unwanted);
  const recall = count.found / (count.found + count.lost);
  const f1 = (2 * precision * recall) / (precision + recall);
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  const shares = [precision, recall, f1].map((share) => share.toFixed(3)).join(" ");
  return `${name.padEnd(12)} precision, recall, F1: ${shares}; none wanted ${count.none}; empty ${count.empty}; unwanted ${count.unwanted}; median ${median.toFixed(1)} ms`;
}

function toWords(text: string): string {
  return ` ${(
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(" ")} `;
}
