import { describe, expect, it } from "vitest";
import { findWords } from "@/components/library/view/mark-words";
import { cutAtPages } from "@/components/library/view/pages";
import { findPage } from "@/lib/client/document-address";
import { readTags } from "@/components/library/document-form";
import { readDocumentPlace, toDocumentPath } from "@/lib/client/document-address";

const cut = (pieces: string[], words: string) =>
  findWords(pieces, words).map(({ piece, start, end }) => pieces[piece]?.slice(start, end));

describe("findWords", () => {
  it("finds a passage over the lines of a page, whatever its blanks and hyphens", () => {
    const lines = ["Before. The sex-", "tant measures the ", "ANGLE. After."];
    expect(cut(lines, "The sextant measures the angle")).toEqual(["The sex", "tant measures the", "ANGLE"]);
  });

  it("finds Chinese, and letters that a page joins", () => {
    expect(cut(["六分仪用来测量", "角度。"], "测量 角度")).toEqual(["测量", "角度"]);
    expect(cut(["an eﬃcient way"], "efficient")).toEqual(["eﬃcient"]);
  });

  it("marks the part of a passage that stands on this page", () => {
    const start = "A passage that begins on this page and is long enough";
    expect(
      cut([`x ${start}`], `${start} but goes on upon the next one for as long again, or longer`),
    ).toEqual([start]);
  });

  it("marks nothing rather than something else", () => {
    expect(cut(["Quite another text stands here."], "The sextant measures the angle")).toEqual([]);
    expect(cut(["Anything"], "…")).toEqual([]);
  });
});

describe("pages of a text", () => {
  it("are found by an offset", () => {
    expect([0, 9, 10, 25].map((offset) => findPage([0, 10, 20], offset))).toEqual([1, 1, 2, 3]);
    expect(findPage([], 5)).toBeNull();
  });

  it("cut what is shown of it", () => {
    expect(cutAtPages([0, 10, 20], { start: 5, end: 20 })).toEqual([
      { page: null, start: 5, end: 10 },
      { page: 2, start: 10, end: 20 },
    ]);
    expect(cutAtPages([], { start: 0, end: 4 })).toEqual([{ page: null, start: 0, end: 4 }]);
  });
});

describe("the address of a place in a document", () => {
  it("is read as it was written", () => {
    const path = toDocumentPath("d1", { page: 3, start: 10, end: 20 });
    expect(path).toBe("/library/documents/d1?page=3&start=10&end=20");
    expect(readDocumentPlace(new URLSearchParams(path.split("?")[1]))).toEqual({
      page: 3,
      passage: { start: 10, end: 20 },
    });
  });

  it.each(["", "page=0&start=5&end=5", "page=-1&start=a&end=9", "start=9&end=3"])(
    "that makes no sense (%s) names none",
    (query) => expect(readDocumentPlace(new URLSearchParams(query))).toEqual({ page: null, passage: null }),
  );
});

describe("readTags", () => {
  it("parts them at commas of either script, each once", () => {
    expect(readTags("law, 2024，合同、law,, ")).toEqual(["law", "2024", "合同"]);
  });
});
