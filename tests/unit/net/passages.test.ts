import { describe, expect, it } from "vitest";
import { pickPassages, splitPassages } from "@/lib/net/passages";
import { toWords } from "@/lib/text/words";

describe("toWords", () => {
  it("takes English endings off", () => {
    expect(toWords("Towers, tower's TOWER")).toEqual(["tow", "tow", "tow"]);
    expect(toWords("Ferries ferry; building builds")).toEqual(["ferry", "ferry", "build", "build"]);
  });

  it("leaves short words, numbers and accents as they are", () => {
    expect(toWords("it is 22:15 für 3.14")).toEqual(["it", "is", "22", "15", "für", "3.14"]);
  });

  it("cuts Chinese into pairs and keeps words of other scripts beside it", () => {
    expect(toWords("长城全长21196公里 of 墙")).toEqual(["长城", "城全", "全长", "21196", "公里", "of", "墙"]);
  });

  it("treats full-width letters as plain ones", () => {
    expect(toWords("ＡＢＣ１２")).toEqual(["abc12"]);
  });
});

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
    const [tides, fees] = pickPassages(text, "what does a berth cost in euros", { passages: 2, characters: 5_000 });
    expect([tides, fees].sort((a, b) => (b?.score ?? 0) - (a?.score ?? 0))[0]?.heading).toBe("Fees");
  });

  it("begins at the beginning without a query and without a match", () => {
    expect(pickPassages(text, "", { passages: 1, characters: 5_000 })[0]).toMatchObject({ heading: "Start", score: 0 });
    expect(pickPassages(text, "zebra", { passages: 1, characters: 5_000 })[0]).toMatchObject({ heading: "Start", score: 0 });
  });

  it("knows which property a question word asks for", () => {
    const wall = "长城是中国古代的防御工事。\n\n## 历史\n\n长城多为明代所建。\n\n## 规模\n\n历代长城总长度为21196.18公里。";
    expect(pickPassages(wall, "长城有多长？", { passages: 1, characters: 100 })[0]?.heading).toBe("规模");
    const tower = "# Tower\n\nThe tower stands in Paris.\n\n## Size\n\nIts height is 330 m.";
    expect(pickPassages(tower, "How tall is it?", { passages: 1, characters: 100 })[0]?.heading).toBe("Size");
  });

  it("stays within its limits", () => {
    const picked = pickPassages(text, "harbour", { passages: 8, characters: 1_500 });
    expect(picked.reduce((sum, passage) => sum + passage.text.length, 0)).toBeLessThanOrEqual(1_500);
    expect(picked.length).toBeGreaterThan(0);
  });
});
