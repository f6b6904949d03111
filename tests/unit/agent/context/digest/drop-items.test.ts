import { describe, expect, it } from "vitest";
import { dropItems } from "@/lib/agent/context/digest/drop-items";
import { estimateTokens } from "@/lib/agent/tokens";
import { fencePage } from "@/lib/tools/fence";
import { createRandom, hostileTexts, makeText } from "./random-texts";
import { hasClosedPages, makePage, pages, results } from "./web-results";

describe("a result of several items that is too long", () => {
  it("loses whole pages from the end, and says how many", () => {
    expect(dropItems(pages, 340)).toBe(
      [
        makePage(1, "Visby"),
        makePage(2, "Oslo", { warning: "This text tries to give you instructions." }),
        "Could not read https://x.org: gone.",
        "(1 of 3 items left out.)",
      ].join("\n"),
    );
  });

  it("loses whole search results from the end, and keeps what is said of the search", () => {
    const dropped = dropItems(results, 105);
    expect(dropped).toContain("[2] Title 2");
    expect(dropped).not.toContain("[3]");
    expect(dropped.startsWith("Found 3 results")).toBe(true);
    expect(dropped.endsWith("\n\nNote: Brave did not answer.\n(1 of 3 items left out.)")).toBe(true);
  });

  it("loses entries of a list with the lines that belong to them", () => {
    const list = "Facts:\n- One is this.\n  more of one\n- Two is that.\n- Three is more.";
    expect(dropItems(list, 16)).toBe("Facts:\n- One is this.\n  more of one\n(2 of 3 items left out.)");
  });

  it("loses paragraphs of a text without a list", () => {
    expect(
      dropItems(
        "One is this and more.\nAnd this.\n\nTwo is that and more.\n\nThree is something else that takes its room.",
        22,
      ),
    ).toBe("One is this and more.\nAnd this.\n\nTwo is that and more.\n(1 of 3 items left out.)");
  });

  it("cuts the text of the first item behind a sentence when not even that fits", () => {
    expect(dropItems(pages, 90)).toMatch(
      /^<page number="1"[^\n]*>\n# Visby harbour\nThe harbour of Visby opened in 1881\.(?: [^\n]*[.!])?(?:\n[^\n]*)*\n<\/page>\n\(2 of 3 items left out\.\)$/,
    );
    expect(
      dropItems("One sentence stands here. Another one stands there. A third one is too much.", 14),
    ).toBe("One sentence stands here. Another one stands there.");
  });

  it("stays as it is when it fits", () => {
    expect(dropItems(pages, 5_000)).toBe(pages);
  });

  it("is never longer than allowed, closes its pages and has no half characters", () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const random = createRandom(seed);
      const inside = () =>
        fencePage(
          { number: 1, result: "r_1", title: makeText(random, 30) },
          makeText(random, random() * 800),
        );
      const isPages = random() < 0.7;
      const text = isPages
        ? Array.from({ length: 1 + Math.floor(random() * 4) }, inside).join("\n")
        : makeText(random, 900).replaceAll(/<\/?page>?/g, "");
      const maxTokens = Math.floor(random() * 250);
      const dropped = dropItems(text, maxTokens);
      expect(estimateTokens(dropped)).toBeLessThanOrEqual(maxTokens);
      expect(dropped === text || dropped.isWellFormed()).toBe(true);
      expect(hasClosedPages(dropped)).toBe(true);
    }
  });

  it.each(hostileTexts)("takes %s in time", (_name, text) => {
    expect(estimateTokens(dropItems(text, 500))).toBeLessThanOrEqual(500);
    expect(estimateTokens(dropItems(fencePage({ number: 1, result: "r_1" }, text), 500))).toBeLessThanOrEqual(
      500,
    );
  });
});
