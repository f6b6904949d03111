import { describe, expect, it } from "vitest";
import { pickPassages, rankPassages, type RankByMeaning } from "@/lib/net/passages";
import { splitPassages } from "@/lib/net/split-passages";

describe("splitPassages", () => {
  it("keeps each passage under its heading and joins short paragraphs", () => {
    expect(splitPassages("Intro.\n\n# One\n\nA.\n\nB.\n\n## Two\n\nC.")).toEqual([
      { text: "Intro." },
      { heading: "One", text: "A.\n\nB." },
      { heading: "Two", text: "C." },
    ]);
  });

  it("keeps code together, blank lines and hashes inside it too", () => {
    const code = "```sh\n# not a heading\n\nrun\n```";
    expect(splitPassages(`# Use\n\n${code}`)).toEqual([{ heading: "Use", text: code }]);
  });

  it("cuts a long paragraph between sentences, Chinese ones too", () => {
    const english = splitPassages("A sentence of some length stands here. ".repeat(80));
    expect(english.length).toBeGreaterThan(2);
    for (const { text } of english) expect(text).toMatch(/^A sentence.*here\.$/s);
    const chinese = splitPassages("灯塔每天上午十点开放。".repeat(300));
    for (const { text } of chinese) expect(text).toMatch(/^灯塔.*开放。$/);
  });

  it("cuts a line without any break", () => {
    const passages = splitPassages("x".repeat(5_000));
    expect(passages.map(({ text }) => text.length)).toEqual([1_200, 1_200, 1_200, 1_200, 200]);
  });

  it("keeps the head over each part of a long table", () => {
    const rows = Array.from({ length: 80 }, (_, index) => `| Pier ${index} | ${index} m |`);
    const parts = splitPassages(["| Pier | Depth |", "| --- | --- |", ...rows].join("\n"));
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.map(({ text }) => text.split("\n").slice(0, 2).join("\n"))).toEqual(
      parts.map(() => "| Pier | Depth |\n| --- | --- |"),
    );
    expect(parts.flatMap(({ text }) => text.split("\n").slice(2))).toEqual(rows);
  });

  it("keeps code whole up to a length, and cuts it between lines beyond that", () => {
    const code = (lines: number) => `\`\`\`ts\n${"const depth = 12;\n".repeat(lines)}\`\`\``;
    expect(splitPassages(code(150))).toEqual([{ text: code(150) }]);
    const parts = splitPassages(code(300));
    expect(parts.length).toBeGreaterThan(3);
    for (const { text } of parts) expect(text).toMatch(/^```ts\n(const depth = 12;\n)+```$/);
  });

  it("names the page of a document that has pages", () => {
    const parts = splitPassages("## Page 1\n\nIntro.\n\n### Tides\n\nHigh.\n\n## Page 2\n\nLow.");
    expect(parts).toEqual([
      { heading: "Page 1", text: "Intro." },
      { heading: "Page 1: Tides", text: "High." },
      { heading: "Page 2", text: "Low." },
    ]);
  });

  it("finds nothing in an empty text", () => {
    expect(splitPassages(" \n\n ")).toEqual([]);
  });
});

describe("pickPassages", () => {
  const filler = "The harbour is calm and the boats lie at their moorings. ".repeat(12);
  const text = `# Start\n\n${filler}\n\n# Tides\n\nHigh water comes at six. ${filler}\n\n# Fees\n\nA berth costs twelve euros. ${filler}\n\n# More\n\n${filler}`;

  it("puts what matches in document order", () => {
    const picked = pickPassages(text, "berth costs, high water", { passages: 2, characters: 5_000 });
    expect(picked.map(({ heading }) => heading)).toEqual(["Tides", "Fees"]);
  });

  it("scores a passage higher the more of the query it holds", () => {
    const [tides, fees] = pickPassages(text, "what does a berth cost in euros", {
      passages: 2,
      characters: 5_000,
    });
    expect([tides, fees].sort((a, b) => (b?.score ?? 0) - (a?.score ?? 0))[0]?.heading).toBe("Fees");
  });

  it("shows how each section begins where nothing matches", () => {
    const picked = pickPassages(text, "zebra", { passages: 4, characters: 5_000 });
    expect(picked.map(({ heading }) => heading)).toEqual(["Start", "Tides", "Fees", "More"]);
  });

  it("begins at the beginning without a query and without a match", () => {
    expect(pickPassages(text, "", { passages: 1, characters: 5_000 })[0]).toMatchObject({
      heading: "Start",
      score: 0,
    });
    expect(pickPassages(text, "zebra", { passages: 1, characters: 5_000 })[0]).toMatchObject({
      heading: "Start",
      score: 0,
    });
  });

  it("stays within its limits", () => {
    const picked = pickPassages(text, "harbour", { passages: 8, characters: 1_500 });
    expect(picked.reduce((sum, passage) => sum + passage.text.length, 0)).toBeLessThanOrEqual(1_500);
    expect(picked.length).toBeGreaterThan(0);
  });
});

describe("rankPassages", () => {
  const text =
    "# Tides\n\nHigh water comes at six.\n\n# Fees\n\nA berth costs twelve euros.\n\n# Crew\n\nThe pilot lives on the island.";
  const best = async (query: string, rank?: RankByMeaning) =>
    (await rankPassages(text, query, rank)).map(({ heading }) => heading);

  it("finds by meaning what shares no word with the query", async () => {
    const rank = (_query: string, texts: string[]) =>
      Promise.resolve(texts.map((each) => (each.includes("pilot") ? 0.9 : 0.1)));
    expect((await best("Who steers ships in?", rank))[0]).toBe("Crew");
  });

  it("puts first what words and meaning agree on", async () => {
    const rank = (_query: string, texts: string[]) =>
      Promise.resolve(
        texts.map((each) => (each.includes("pilot") ? 0.5 : each.includes("euros") ? 0.6 : 0.1)),
      );
    expect((await best("what does a berth cost", rank))[0]).toBe("Fees");
  });

  it("goes by words alone where nobody can tell the meaning", async () => {
    const byWords = await best("berth costs");
    expect(byWords[0]).toBe("Fees");
    expect(await best("berth costs", () => Promise.resolve(null))).toEqual(byWords);
  });
});
