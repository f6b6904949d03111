import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import { findWords, listFiles } from "@/components/ui/read-transfer";

const parse = (html: string) => parseHTML(`<html><body>${html}</body></html>`).document;
const picture = (name = "image.png") => new File(["…"], name, { type: "image/png" });
const cells =
  "<style>td { color: red }</style><table><tr><td>Ship</td><td>Length</td></tr>\n<tr><td>Hilda</td><td>12,5</td></tr></table>";

/** What a clipboard holds, as programs put it there. */
function hold(given: { text?: string; html?: string; files?: File[] }) {
  const texts: Record<string, string | undefined> = { "text/plain": given.text, "text/html": given.html };
  return { getData: (type: string) => texts[type] ?? "", files: given.files ?? [] };
}

describe("what is pasted", () => {
  it.each([
    [
      "cells of a spreadsheet",
      hold({ text: "Ship\tLength\r\nHilda\t12,5", html: cells, files: [picture()] }),
    ],
    [
      "a paragraph of a text processor",
      hold({ text: "Two words", html: "<p>Two <b>words</b></p>", files: [picture()] }),
    ],
    [
      "a paragraph around a picture",
      hold({ text: "Two words", html: "<p>Two <img src=x> words</p>", files: [picture()] }),
    ],
    ["words of a program that writes no HTML", hold({ text: "Two words", files: [picture()] })],
    [
      "an address copied as words",
      hold({
        text: "https://a.example/page",
        html: "<a href=x>https://a.example/page</a>",
        files: [picture()],
      }),
    ],
    ["HTML alone", hold({ html: "<p>Two words</p>", files: [picture()] })],
    [
      "a word that is called as the picture",
      hold({ text: "image", html: "<p>image</p>", files: [picture()] }),
    ],
    ["plain words", hold({ text: "Two words" })],
  ])("is words where it is %s", (_what, data) => {
    expect(listFiles(data, parse)).toEqual([]);
  });

  it.each([
    ["a picture alone", hold({ files: [picture()] })],
    [
      "a picture of a page",
      hold({ html: '<img src="https://a.example/x" alt="A ship">', files: [picture()] }),
    ],
    [
      "a picture of a page with its address",
      hold({
        text: "https://a.example/x?y",
        html: '<meta charset="utf-8"><img src="x">',
        files: [picture()],
      }),
    ],
    [
      "a picture that stands in a text",
      hold({ text: " \r\n", html: "<p><img src=x></p>", files: [picture()] }),
    ],
    [
      "a picture that stands for a character",
      hold({ text: "\uFFFC", html: "<p>\uFFFC</p>", files: [picture()] }),
    ],
    ["a file beside its name", hold({ text: "My ship.png", files: [picture("My ship.png")] })],
    ["a file beside its name without the ending", hold({ text: "My ship", files: [picture("My ship.png")] })],
    [
      "a file beside its address",
      hold({ text: "file:///home/ann/My%20ship.png", files: [picture("My ship.png")] }),
    ],
    [
      "files beside their paths",
      hold({ text: "C:\\a\\one.png\r\nC:\\a\\two.png", files: [picture("one.png"), picture("two.png")] }),
    ],
    [
      "a file of another kind, whatever stands beside it",
      hold({
        text: "Two words",
        html: "<p>Two words</p>",
        files: [new File(["…"], "a.pdf", { type: "application/pdf" })],
      }),
    ],
  ])("is files where it is %s", (_what, data) => {
    expect(listFiles(data, parse)).toEqual(data.files);
  });
});

describe("a copied table", () => {
  it("is a Markdown table", () => {
    expect(findWords(hold({ text: "Ship", html: cells }), parse)).toBe(
      "| Ship | Length |\n| --- | --- |\n| Hilda | 12,5 |",
    );
  });

  it("keeps its columns where a cell is empty, wide, of several lines, or has a bar in it", () => {
    const html = `<google-sheets><table><thead><tr><th colspan="2">Ship</th><th>Note</th></tr></thead>
      <tbody><tr><td></td><td>A|B</td><td>one<br>two<p>three</p></td></tr><tr><td>C\\D</td></tr></tbody></table></google-sheets>`;
    expect(findWords(hold({ text: "Ship", html }), parse)?.split("\n")).toEqual([
      "| Ship |  | Note |",
      "| --- | --- | --- |",
      String.raw`|  | A\|B | one two three |`,
      String.raw`| C\\D |  |  |`,
    ]);
  });

  it.each([
    ["there is none", "<p>Two words</p>"],
    ["words stand beside it", `<p>Ships:</p>${cells}`],
    ["there are two", cells + cells],
    ["it is one cell", "<table><tr><td>Ship</td></tr></table>"],
    ["it is one row", "<table><tr><td>Ship</td><td>Length</td></tr></table>"],
    ["it is one column", "<table><tr><td>Ship</td></tr><tr><td>Hilda</td></tr></table>"],
    ["a cell goes over rows", "<table><tr><td rowspan=2>a</td><td>b</td></tr><tr><td>c</td></tr></table>"],
    ["it is very long", `<table><tr><td>${"x".repeat(1_000_001)}</td></tr></table>`],
  ])("is left to the plain text where %s", (_what, html) => {
    expect(findWords(hold({ text: "Ship", html }), parse)).toBe(null);
  });

  it("without plain text beside it is taken as well, as are other words", () => {
    expect(findWords(hold({ html: cells }), parse)).toContain("| Hilda | 12,5 |");
    expect(findWords(hold({ html: "<h1>Ships</h1><p>One <b>word</b>,<br>two</p>" }), parse)).toBe(
      "Ships\nOne word,\ntwo",
    );
    expect(findWords(hold({ text: "One", html: "<p>One</p>" }), parse)).toBe(null);
  });
});
