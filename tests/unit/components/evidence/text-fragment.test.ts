import { describe, expect, it } from "vitest";
import { toLiveAddress, toTextDirective } from "@/components/evidence/text-fragment";

const long =
  "The sextant was built by John Hadley and it measures the angle between the sun and the horizon, as every sailor knows.";

describe("a text fragment", () => {
  it.each([
    ["Hadley built it.", "text=Hadley%20built%20it."],
    ["100%, a-b & c", "text=100%25%2C%20a%2Db%20%26%20c"],
    ["## A **bold** [link](https://x.example) and `code`", "text=A%20bold%20link%20and%20code"],
    ["六分仪由哈德利发明。", `text=${encodeURIComponent("六分仪由哈德利发明。")}`],
    ["snake_case \\*star\\*", "text=snake_case%20*star*"],
    ["| a | the longest cell |", "text=the%20longest%20cell"],
    ["**---**\n", null],
    ["", null],
  ])("names the whole of a short passage: %j", (passage, directive) => {
    expect(toTextDirective(passage)).toBe(directive);
  });

  it("names how a long one begins and ends, in whole words", () => {
    expect(toTextDirective(long)).toBe(
      "text=The%20sextant%20was%20built%20by,horizon%2C%20as%20every%20sailor%20knows",
    );
  });

  it("takes the first and the last line of one that spans several elements", () => {
    expect(toTextDirective("# Sextant\n\nIt measures angles.\n\n- last item")).toBe(
      "text=Sextant,last%20item",
    );
  });

  it("cuts no character of a script without blanks in two", () => {
    const [start = "", end = ""] = (
      toTextDirective("六分仪是用来测量两个物体之间夹角的仪器，主要用于航海中测量太阳与海平线的夹角。") ?? ""
    )
      .slice(5)
      .split(",")
      .map(decodeURIComponent);
    expect(
      "六分仪是用来测量两个物体之间夹角的仪器，主要用于航海中测量太阳与海平线的夹角。".startsWith(start),
    ).toBe(true);
    expect("六分仪是用来测量两个物体之间夹角的仪器，主要用于航海中测量太阳与海平线的夹角".endsWith(end)).toBe(
      true,
    );
  });
});

describe("the live address", () => {
  const kept = { url: "https://a.example/x?q=1", text: "Words." };

  it("leads to the passage, behind whatever fragment the address has", () => {
    const passage = { quote: "Words.", start: 0, end: 6 };
    expect(toLiveAddress(kept, passage)).toEqual({
      url: "https://a.example/x?q=1#:~:text=Words.",
      leadsTo: "passage",
    });
    expect(toLiveAddress({ ...kept, url: "https://a.example/#top" }, passage).url).toBe(
      "https://a.example/#top:~:text=Words.",
    );
    expect(toLiveAddress({ ...kept, url: "https://a.example/#a:~:text=other" }, passage).url).toBe(
      "https://a.example/#a:~:text=Words.",
    );
  });

  it("leads to the page of a PDF on which the passage stands", () => {
    const text = "## Page 1\n\nOne.\n\n## Page 12\n\nWords.";
    const passage = { quote: "Words.", start: text.indexOf("Words"), end: text.length };
    expect(toLiveAddress({ ...kept, text, documentKind: "pdf" }, passage)).toEqual({
      url: "https://a.example/x?q=1#page=12",
      leadsTo: "pdf",
      page: 12,
    });
    expect(
      toLiveAddress({ ...kept, text: "Words.", documentKind: "pdf" }, { quote: "Words.", start: 0, end: 6 }),
    ).toEqual({ url: kept.url, leadsTo: "page" });
  });

  it("leads into a document of the person's own at the passage", () => {
    const url = "/library/documents/d1?page=2";
    expect(toLiveAddress({ url, text: "Words." }, { quote: "Words.", start: 3, end: 9 })).toEqual({
      url: "/library/documents/d1?start=3&end=9",
      leadsTo: "document",
    });
    expect(toLiveAddress({ url, text: "" }, null)).toEqual({ url, leadsTo: "document" });
  });

  it("is the page's own without a passage, and left alone when it is none", () => {
    expect(toLiveAddress(kept, null)).toEqual({ url: kept.url, leadsTo: "page" });
    expect(toLiveAddress({ ...kept, url: "not an address" }, { quote: "Words.", start: 0, end: 6 }).url).toBe(
      "not an address",
    );
  });
});
