import { parseMarkdownIntoBlocks } from "streamdown";
import { describe, expect, it } from "vitest";
import { createBlockSplitter } from "@/components/markdown/rendered-markdown";
import { createRandom, toRandomMarkdown } from "./random-markdown";

describe("createBlockSplitter", () => {
  it.each(Array.from({ length: 60 }, (_, seed) => seed))(
    "splits each prefix of a growing text as the whole is split (seed %i)",
    (seed) => {
      const random = createRandom(seed);
      const text = toRandomMarkdown(random);
      const split = createBlockSplitter();
      for (let end = 1; end <= text.length; end += 1 + Math.floor(random() * 12)) {
        expect(split(text.slice(0, end))).toEqual(splitAlone(text.slice(0, end)));
      }
    },
  );

  it("begins anew with a text that does not go on from the one before", () => {
    const split = createBlockSplitter();
    split("one\n\ntwo\n\nthree\n\nfour");
    expect(split("other\n\ntext")).toEqual(["other\n\n", "text"]);
  });
});

/** The library goes on from what it split before; after another text it reads the whole again. */
function splitAlone(text: string): string[] {
  parseMarkdownIntoBlocks("another text");
  return parseMarkdownIntoBlocks(text);
}
