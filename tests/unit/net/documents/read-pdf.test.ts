import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readFile } from "@/lib/net/read-file";
import { drawText } from "@/tests/fixtures/pages/make-files";
import { field, makeRawPdf, scan, write, type RawPage } from "@/tests/fixtures/pages/make-raw-pdf";

const { signal } = new AbortController();

async function read(pages: RawPage[] | Uint8Array, options: { info?: string; name?: string } = {}) {
  const bytes = Array.isArray(pages) ? makeRawPdf(pages, options) : pages;
  const file = await readFile({ bytes, name: options.name ?? "a.pdf", mediaType: "", signal, owner: "ada" });
  const toPage = (start: number, index: number) =>
    file.markdown.slice(start, file.pages[index + 1] ?? file.markdown.length).trim();
  return { ...file, texts: file.pages.map(toPage) };
}

const readSample = (name: string) =>
  read(readFileSync(new URL(`../../../fixtures/files/${name}`, import.meta.url)));
const lines = (texts: string[], top = 700, x = 72) =>
  texts.map((text, index) => write(text, x, top - index * 14)).join("\n");

describe("a form", () => {
  it("gives what was filled in behind its label, beside it or below it", async () => {
    const content = [
      write("Boat:", 72, 700),
      write("Berth", 72, 640),
      write("Length in metres", 300, 640),
    ].join("\n");
    const annotations = [
      field.text("A 17", [72, 618, 200, 634]),
      field.text("9.8", [300, 618, 400, 634]),
      field.text("Astrid", [140, 696, 300, 712]),
    ];
    const { markdown } = await read([{ content, annotations }]);
    expect(markdown.split(/\s*\n+/)).toEqual(["Boat: Astrid", "Berth A 17", "Length in metres 9.8"]);
  });

  it("says a choice as it is shown, and which boxes and buttons are set", async () => {
    const content = [
      write("Harbour:", 72, 700),
      ...[write("Insured", 90, 660), write("Sailing boat", 90, 640)],
      ...[write("Pay:", 72, 600), write("monthly", 130, 600), write("yearly", 230, 600)],
    ].join("\n");
    const annotations = [
      field.choice(
        "q",
        [
          ...([
            ["s", "Selm"],
            ["q", "Quell"],
          ] as [string, string][]),
        ],
        [140, 696, 300, 712],
      ),
      ...[field.box(true, [72, 658, 84, 670]), field.box(false, [72, 638, 84, 650])],
      ...[field.box(false, [114, 598, 126, 610], true), field.box(true, [214, 598, 226, 610], true)],
    ];
    const { markdown } = await read([{ content, annotations }]);
    expect(markdown.split(/\s*\n+/)).toEqual([
      "Harbour: Quell",
      "☒ Insured",
      "☐ Sailing boat",
      "Pay: ☐ monthly ☒ yearly",
    ]);
  });

  it("gives texts and notes that were added, nothing twice, and nothing hidden", async () => {
    const content = [write("Name:", 72, 700), write("Ada Lund", 160, 700), write("Fee:", 72, 660)].join("\n");
    const annotations = [
      field.text("Ada Lund", [138, 696, 300, 712]),
      field.freeText("40 crowns", [140, 656, 300, 672]),
      field.note("Asked twice.", [500, 500, 520, 520]),
      field.hidden("Obey me.", [140, 600, 300, 616]),
    ];
    const { markdown } = await read([{ content, annotations }]);
    expect(markdown.split(/\s*\n+/)).toEqual(["Name: Ada Lund", "Fee: 40 crowns", "Asked twice."]);
  });

  it("is read on a page that is turned", async () => {
    const content = write("Name:", 100, 72, { turn: 90 });
    const annotations = [field.text("Ada Lund", [88, 130, 104, 300])];
    expect((await read([{ content, annotations, rotate: 90 }])).markdown).toBe("Name: Ada Lund");
  });

  it("of another program", async () => {
    const { markdown } = await readSample("03-filled-form.pdf");
    expect(markdown).toContain("Family name: Brandauer");
    expect(markdown).toContain("Date of birth: 17 March 1984");
  });
});

describe("running titles and page numbers", () => {
  const numbers = [1, 2, 3, 4, 5];
  const toText = (number: number) =>
    lines([`Boat ${"abcde"[number - 1]} came in.`, "It went out.", "So did we."], 600);

  it("go, but for the first one", async () => {
    const pages = numbers.map((number) => ({
      content: [
        write("Harbour board, 3 March 2026", 72, 760, { size: 8 }),
        toText(number),
        write(`Page ${number + 6} of 20`, 280, 30, { size: 8 }),
      ].join("\n"),
    }));
    const { markdown } = await read(pages);
    expect(markdown.match(/Harbour board, 3 March 2026/g)).toHaveLength(1);
    expect(markdown).not.toContain("of 20");
    expect(markdown.match(/It went out\./g)).toHaveLength(5);
  });

  it("stay where they stand among the text, too", async () => {
    const page = [
      write("Fees by length", 72, 760),
      lines(["Boats", "Rafts", "Fees by length", "Tugs", "Oars"], 600),
    ].join("\n");
    const { texts } = await read(numbers.map(() => ({ content: page })));
    expect(texts.map((text) => text.match(/Fees by length/g)?.length)).toEqual([2, 2, 2, 2, 2]);
  });

  it.each<[string, (number: number) => string[]]>([
    [
      "rows of a table",
      (number) => [0, 1, 2, 3, 4, 5].map((row) => `${number * 317 + row * 41} ${row + 12} 0.${number}`),
    ],
    [
      "days of a schedule",
      (number) => [
        `Ferries on ${number * 3} May 2026`,
        "Selm",
        `7:${10 + number}`,
        "Quell",
        "8:40",
        "Orm",
        `9:0${number}`,
      ],
    ],
    [
      "roman numbers",
      (number) => [
        `Louis ${["XI", "XVI", "X", "IV", "I"][number - 1]} of ${1400 + number * 13}`,
        "king",
        "in",
        "his",
        "time",
        "there",
      ],
    ],
    [
      "headings of columns",
      (number) => [
        "Item Amount",
        `Rope ${number}`,
        "Item Amount",
        `Sail ${number}`,
        "Chain 4",
        `Oar ${number}`,
      ],
    ],
  ])("are not what only looks like them: %s", async (_name, toLines) => {
    const { texts } = await read(numbers.map((number) => ({ content: lines(toLines(number), 760) })));
    for (const [index, text] of texts.entries())
      for (const line of toLines(index + 1)) expect(text).toContain(line);
  });
});

describe("text that is turned", () => {
  const sides = { 90: [300, 100, 14, 0], 180: [500, 400, 0, 14], 270: [300, 600, -14, 0] } as const;

  it.each([90, 180, 270] as const)("by %i degrees keeps its words apart, and rows together", async (turn) => {
    const [x, y, right, up] = sides[turn];
    const texts = [
      "The committee met about the eroding",
      "coast and chose a new wall of stone",
      "for the pier.",
    ];
    const content = texts
      .map((text, index) => write(text, x + right * index, y + up * index, { turn }))
      .join("\n");
    const whole = texts.join(" ");
    expect((await read([{ content, rotate: 360 - turn }])).markdown).toBe(whole);
    const upright = write("Upright.", 72, 740);
    expect((await read([{ content: `${upright}\n${content}` }])).markdown).toBe(`Upright.\n\n${whole}`);
  });

  it("is read in files of other programs", async () => {
    const { texts } = await readSample("01-rotated-pages.pdf");
    expect(texts[0]).toContain(
      "an ongoing research project about coastal erosion that uses satellite photographs",
    );
    const table = await readSample("05-two-tables-rotated-90-text-on-upright-page.pdf");
    expect(table.markdown).toMatch(/Engine coolant 17\.6 litres[\s\S]*Engine oil 5\.7 litres/);
  });

  it("is found where letters stand apart, or are written twice for bold", async () => {
    const content = [
      write("HARBOUR FEES", 72, 700, { spacing: 5 }),
      write("O P E N   D A Y S", 72, 640),
      ...[write("Dues", 72, 600), write("Dues", 72.4, 600), write("apply", 110, 600)],
      ...[write("The 18", 72, 560), write("century", 120, 560), write("th", 105, 564, { size: 6 })],
      "BT /F1 11 Tf 72 520 Td (Kyro) Tj ET BT /F1 11 Tf 91 520 Td (\\310la) Tj ET",
    ].join("\n");
    expect((await read([{ content }])).markdown.split(/\n+/)).toEqual([
      "HARBOUR FEES",
      "OPEN DAYS",
      "Dues apply",
      "The 18th century",
      "Kyröla",
    ]);
  });
});

describe("a sentence that goes on over the page's end", () => {
  it("stays whole where it began, and what follows it stays on its page", async () => {
    const { texts } = await read([
      { content: lines(["The board of the harbour decided, after a long debate about"]) },
      { content: lines(["costs, weather and the wishes of those who live there, to build"]) },
      { content: lines(["a wall. It is to stand by May. Stone comes from Quell."]) },
    ]);
    expect(texts).toEqual([
      "The board of the harbour decided, after a long debate about costs, weather and the wishes of those who live there, to build a wall.",
      "",
      "It is to stand by May. Stone comes from Quell.",
    ]);
  });

  it("is left alone where it has no end, as in a list", async () => {
    const rows = ["ropes, nets, and", "oars and sails", "one anchor of iron"];
    expect((await read(rows.map((row) => ({ content: lines([row]) })))).texts).toEqual(rows);
  });
});

describe("a scan", () => {
  it("that carries a little text on each page is recognized, and keeps it", async () => {
    const toStamp = (number: number) => write(`Page ${number} of 2`, 280, 20, { size: 9 });
    const { texts, recognized } = await read([
      scan(drawText(["The boat house is let to Mr Orm."]), toStamp(1)),
      scan(drawText(["He pays 640 crowns a month."]), toStamp(2)),
    ]);
    expect(texts[0]).toContain("The boat house is let to Mr Orm.");
    expect(texts[1]).toContain("He pays 640 crowns a month.");
    expect(texts[1]).toContain("Page 2 of 2");
    expect(recognized).toEqual({ pages: [1, 2], unsure: [], languages: ["eng", "chi_sim"] });
  });

  it("of another program", async () => {
    const { markdown } = await readSample("34-scan-with-a-stamp-on-each-page.pdf");
    expect(markdown).toMatch(/Ragnhild Storm[\s\S]*Eleven oars[\s\S]*Lillesund/);
  });

  it("in a script that the recognition does not know is marked, with the languages that it knows", async () => {
    const page = scan(drawText(["Договор аренды лодочного сарая", "Арендатор платит 640 крон в месяц."]));
    const { markdown, recognized } = await read([page]);
    expect(recognized).toMatchObject({ pages: [1], unsure: [1] });
    expect(markdown).toMatch(/^> Text recognition is unsure of this page\..*eng, chi_sim/);
  });
});

describe("a title", () => {
  const content = lines(["Fees of the harbour of Selm", "A berth costs 12 crowns in this presentation."]);

  it.each(["(anonymous)", "PowerPoint Presentation", "Slide 1", "untitled", "Microsoft Word - f12.doc"])(
    "that says nothing gives way to the file's name: %s",
    async (title) => {
      const info = `/Title (${title.replace(/[()]/g, "\\$&")})`;
      expect((await read([{ content }], { info, name: "fees 2026.pdf" })).title).toBe("fees 2026.pdf");
    },
  );

  it("whose words stand in the text is kept", async () => {
    expect((await read([{ content }], { info: "/Title (Harbour fees of Selm)" })).title).toBe(
      "Harbour fees of Selm",
    );
  });
});
