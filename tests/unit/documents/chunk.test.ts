import { estimateTokenCount } from "tokenx";
import { describe, expect, it } from "vitest";
import { chunkText, type Chunk } from "@/lib/features/documents/chunk";

const cut = (text: string, more: { title?: string; pages?: number[]; documentId?: string } = {}): Chunk[] => [
  ...chunkText({ documentId: "d", title: "Title", pages: [], ...more, text }),
];
const sentence = (number: number) =>
  `The harbour master of town ${number} counts the boats that leave at dawn.`;
const prose = (count: number) => Array.from({ length: count }, (_, at) => sentence(at)).join(" ");
const slice = (text: string, { place }: Chunk) => text.slice(place.start, place.end);

describe("chunkText", () => {
  it("cuts prose between sentences, into 200 to 400 tokens, all but the last", () => {
    const text = prose(120);
    const chunks = cut(text);
    const sizes = chunks.map((chunk) => estimateTokenCount(slice(text, chunk)));
    for (const size of sizes.slice(0, -1)) expect(size).toBeGreaterThan(200);
    for (const size of sizes) expect(size).toBeLessThanOrEqual(410);
    for (const chunk of chunks) expect(slice(text, chunk)).toMatch(/^The .*dawn\.$/s);
    expect(chunks.map((chunk) => slice(text, chunk)).join(" ")).toBe(text);
  });

  it("puts the title and the headings above a passage before it, and names them as its place", () => {
    const text = `# Guide\n\n## Harbour\n\n${prose(20)}\n\n### Dues\n\n${prose(20)}\n\n## Town\n\n${prose(20)}`;
    const places = cut(text).map(({ place }) => place.heading);
    expect([...new Set(places)]).toEqual(["Guide › Harbour", "Guide › Harbour › Dues", "Guide › Town"]);
    expect(cut(text)[0]?.text).toMatch(/^Title › Guide › Harbour\n\nThe harbour/);
    expect(cut(text, { title: "Guide" })[0]?.text).toMatch(/^Guide › Harbour\n\nThe/);
    expect(cut("Plain.")).toMatchObject([{ text: "Title\n\nPlain.", place: { start: 0, end: 6 } }]);
  });

  it("lets short sections side by side share a chunk, with their headings in the text", () => {
    const text = "# A\n\n## One\n\nFirst.\n\n## Two\n\nSecond.";
    expect(cut(text)).toHaveLength(1);
    expect(cut(text)[0]?.text).toContain("A › One\n\nFirst.\n\n## Two\n\nSecond.");
    expect(cut(text)[0]?.place.heading).toBe("A");
  });

  it("names the page on which a passage begins", () => {
    const text = `${prose(16)}\n\n${prose(16)}`;
    const chunks = cut(text, { pages: [0, text.indexOf("\n\n") + 2] });
    expect(chunks.map(({ place }) => place.page)).toEqual([1, 2]);
  });

  it("keeps a table whole up to 800 tokens, and divides a longer one between rows with its head on each", () => {
    const table = (rows: number) =>
      [
        "| Town | Boats |",
        "|---|---|",
        ...Array.from({ length: rows }, (_, at) => `| Town ${at} | ${at} boats |`),
      ].join("\n");
    expect(cut(table(40))).toHaveLength(1);
    const text = table(400);
    const chunks = cut(text);
    expect(chunks.length).toBeGreaterThan(3);
    for (const chunk of chunks) expect(chunk.text).toContain("| Town | Boats |\n|---|---|\n| Town ");
    for (const chunk of chunks) expect(slice(text, chunk)).toMatch(/boats \|$/);
    expect(chunks.map((chunk) => slice(text, chunk)).join("\n")).toBe(text);
  });

  it("keeps code whole, with headings and blank lines inside it that are none", () => {
    const code = "```sh\n# not a heading\n\necho 1\n```";
    const chunks = cut(`# Real\n\n${prose(20)}\n\n# Next\n\n${code}\n\nAfter.`);
    expect(chunks.at(-1)?.text).toBe(`Title › Next\n\n${code}\n\nAfter.`);
    const long = `\`\`\`\n${Array.from({ length: 900 }, (_, at) => `let value${at} = ${at};`).join("\n")}\n\`\`\``;
    for (const chunk of cut(long)) expect(slice(long, chunk)).not.toMatch(/^value|let$/);
  });

  it("gives the same text at the same place of the same document the same id, and all others another", () => {
    const ids = (text: string, documentId = "d") => cut(text, { documentId }).map(({ id }) => id);
    const text = prose(60);
    expect(ids(text)).toEqual(ids(text));
    expect(new Set([...ids(text), ...ids(text, "other"), ...ids(`A. ${text}`)]).size).toBe(
      3 * ids(text).length,
    );
  });

  it("cuts what has no border, never in the middle of a character, and loses none", () => {
    for (const text of [
      "x".repeat(50_000),
      "😀".repeat(20_000),
      "汉字".repeat(20_000),
      `| ${"x".repeat(90_000)}`,
    ]) {
      const chunks = cut(text);
      expect(chunks.map((chunk) => slice(text, chunk)).join("")).toBe(text);
      for (const chunk of chunks) expect(chunk.text.isWellFormed()).toBe(true);
      for (const chunk of chunks) expect(estimateTokenCount(slice(text, chunk))).toBeLessThanOrEqual(800);
    }
  });

  it("makes few chunks of a text of headings alone, and none of nothing", () => {
    expect(cut("")).toEqual([]);
    expect(cut("# A\n\n \n")).toEqual([]);
    expect(cut("## a\n\nx\n\n# b\n\ny\n\n".repeat(500)).length).toBeLessThan(100);
  });
});
