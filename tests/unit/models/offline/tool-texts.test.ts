import { describe, expect, it } from "vitest";
import { findFailure, listFailures, parsePages, parseSearchHits } from "@/lib/models/offline/tool-texts";

describe("reading what tools answer", () => {
  it("finds each result with its number and snippet, dates and notes left out", () => {
    const text = `Found 2 results for "tea" with Wikipedia.\n[3] Tea\nhttps://a.test/tea\na.test · 2024-05-01\nA drink.\n\n[4] Coffee [1]\nhttps://a.test/coffee\na.test\nAnother drink.\n\nNote: fewer words were used.`;
    expect(parseSearchHits(text)).toEqual([
      { number: 3, title: "Tea", url: "https://a.test/tea", snippet: "A drink." },
      { number: 4, title: "Coffee [1]", url: "https://a.test/coffee", snippet: "Another drink." },
    ]);
  });

  it("finds no result in a text that holds none", () => {
    expect(parseSearchHits('Found nothing for "x" with Wikipedia. Try fewer words.')).toEqual([]);
  });

  it("finds pages with headings over their passages, and the addresses that failed", () => {
    const text = `<page number="2" result="r_1" url="https://a.test/?a=1&amp;b=2" title="Tom &amp; &quot;Jerry&quot;" site="a.test">\nIntro.\n\n## History\nIt began.\n\nThen it ended.\n</page>\nCould not read https://b.test/: not found`;
    expect(parsePages(text)).toEqual([
      {
        number: 2,
        title: 'Tom & "Jerry"',
        passages: [
          { heading: "", text: "Intro." },
          { heading: "History", text: "It began." },
          { heading: "History", text: "Then it ended." },
        ],
      },
    ]);
    expect(listFailures([{ output: text }])).toEqual(["not found"]);
  });

  it("reads a page that was cut off as far as it goes", () => {
    expect(parsePages('<page number="1" url="u" title="Tea">\nIt is a dri')).toMatchObject([
      { title: "Tea", passages: [{ text: "It is a dri" }] },
    ]);
  });

  it("tells a failure from a success", () => {
    expect(findFailure("ERROR(timeout): It took 10 seconds.\nTry: another page.")).toBe(
      "It took 10 seconds.",
    );
    expect(findFailure("15 * 24 = 360")).toBeNull();
  });
});
