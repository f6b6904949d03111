import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chunkText } from "@/lib/features/documents/chunk";
import { readFile } from "@/lib/net/read-file";

const pick = <ITEM>(list: readonly ITEM[], at: number): ITEM => list[at % list.length] as ITEM;
/** Pages of every shape, each with words that stand nowhere else. */
const shapes: ((mark: string) => string)[] = [
  (mark) => `## About ${mark}\n\nThe word here is ${mark}.`,
  (mark) => `## ${mark}`,
  (mark) => `Only ${mark}.`,
  () => "",
  (mark) => `| Berth | Boat |\n|---|---|\n| 1 | ${mark} |`,
  (mark) => `${"The ferry waits for the tide. ".repeat(120)}Then ${mark} comes.`,
  (mark) => `\`\`\`\nopen\n${mark}`,
  (mark) => `# Part\n\n## Empty\n\n- one\n- ${mark}`,
];

/** Where each mark is said to stand. */
function listPlaces(text: string, pages: readonly number[]) {
  const chunks = [...chunkText({ documentId: "d", title: "T", text, pages })];
  return (words: string) =>
    chunks
      .filter(({ place }) => text.slice(place.start, place.end).toLowerCase().includes(words))
      .map(({ place }) => place.page);
}

describe("the page of a passage", () => {
  it("is the page of each of its words, whatever the pages hold", () => {
    for (let seed = 0; seed < 40; seed += 1) {
      const parts = Array.from({ length: 24 }, (_, page) =>
        pick(shapes, page * 5 + seed * 3 + (page % 3))(`mark${page}x`),
      );
      let text = "";
      const pages = parts.map((part) => {
        const start = text === "" ? 0 : text.length + (part === "" ? 0 : 2);
        text = part === "" ? text : text === "" ? part : `${text}\n\n${part}`;
        return start;
      });
      const find = listPlaces(text, pages);
      const marked = [...parts.keys()].filter((page) => parts[page]?.includes(`mark${page}x`));
      expect(marked.map((page) => find(`mark${page}x`))).toEqual(marked.map((page) => [page + 1]));
    }
  });

  it("is the slide's, in a deck of slides of ten words", async () => {
    const bytes = new Uint8Array(readFileSync("tests/fixtures/files/14-short-slides.pptx"));
    const signal = new AbortController().signal;
    const { markdown, pages } = await readFile({
      bytes,
      name: "deck.pptx",
      mediaType: "",
      signal,
      owner: "u1",
    });
    const find = listPlaces(markdown, pages);
    expect(pages).toHaveLength(8);
    expect(find("captain")).toEqual([4]);
    expect(find("lost property")).toEqual([7]);
  });
});
