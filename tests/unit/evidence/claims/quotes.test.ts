import { findQuote, foldForQuotes, listQuotations } from "@/lib/features/evidence/claims/quotes";
import { describe, expect, it } from "vitest";

function find(source: string, quote: string, options?: { isWhole: boolean }): string | null {
  const found = findQuote(foldForQuotes(source), quote, options);
  return found === null ? null : source.slice(found.start, found.end);
}

describe("words that stand in a source letter by letter", () => {
  it.each([
    ["with other blanks and line breaks", "It  will be\ngone soon.", "It will be gone soon"],
    ["with other quotation marks", "He said ‘it will go’.", 'He said "it will go"'],
    ["with other dashes", "The Rhine–Main line — a new one", "The Rhine-Main line - a new one"],
    ["with full-width forms", "塔高３３０米，建于1889年。", "塔高330米,建于1889年"],
    ["with emphasis and links", "The **[tower](https://a.example/b_(c))** is tall.", "The tower is tall."],
    ["with marks of references", "The tower[12] is tall.[3]", "The tower is tall"],
    ["with a capital at the start", "Since then the tower is tall.", "The tower is tall"],
    ["with something left out", "The tower, as he said in May, is very tall.", "The tower … is very tall"],
  ])("are found %s", (_name, source, quote) => {
    expect(find(source, quote)).not.toBeNull();
  });

  it("are given as they stand there", () => {
    expect(find("Well. It is **330** metres tall. So.", "it is 330 metres tall")).toBe(
      "It is **330** metres tall.",
    );
  });

  it.each([
    ["a number is cut", "It weighs 330,000 tons.", "it weighs 330"],
    ["a number has another unit sign", "It rose by 12% then.", "It rose by 12"],
    ["a word is cut", "The towers fell.", "the tower"],
    ["a capital inside differs", "He works for the us all.", "works for the US all"],
    ["a word is another one", "The tower is tall.", "the tower is small"],
    ["pieces stand the other way round", "First the end, then the start.", "the start … the end"],
    ["hardly anything was given", "A b c.", "b c"],
  ])("are not found where %s", (_name, source, quote) => {
    expect(find(source, quote)).toBeNull();
  });
});

describe("a whole sentence", () => {
  it.each([
    ["between others", "It rains. The tower is tall. It snows.", "The tower is tall."],
    ["as a line without a stop", "# Facts\n- The tower is tall\n- It rains", "The tower is tall"],
    [
      "as an item of a numbered list",
      "(2) It rains.\n(3) The tower is tall, i.e. high.\n§ 4 So.",
      "The tower is tall, i.e. high.",
    ],
    ["behind a bullet", "一览：\n● 塔很高，也很老。\n● 天在下雨。", "塔很高，也很老。"],
    ["in a cell of a table", "| a | The tower is tall | b |", "The tower is tall"],
    ["wrapped over two lines", "It rains. The tower\nis tall. So.", "The tower is tall."],
    ["in Chinese", "天在下雨。塔很高，也很老。他来了。", "塔很高，也很老。"],
  ])("is found %s", (_name, source, quote) => {
    expect(find(source, quote, { isWhole: true })).not.toBeNull();
  });

  it.each([
    ["the source goes on", "The drug reduced deaths in mice.", "The drug reduced deaths."],
    ["the source begins before", "Most of the people voted.", "The people voted."],
    ["the source only reports it", "Critics say that the bridge is unsafe.", "The bridge is unsafe."],
    ["a line ends inside of the sentence", "The drug reduced deaths\nin mice.", "The drug reduced deaths"],
  ])("is not found where %s", (_name, source, quote) => {
    expect(find(source, quote, { isWhole: true })).toBeNull();
  });
});

describe("quotations of a sentence", () => {
  it.each([
    ["She said “it will be gone soon” in May.", ["it will be gone soon"]],
    ['One was "not at all bad", one “really very good”.', ["not at all bad", "really very good"]],
    ["He wrote “The Old Man and the Sea”.", []],
    ["The so-called “new town” is old.", []],
    ["他说：“我们一定会重建这座桥。”", ["我们一定会重建这座桥。"]],
    ["所谓“新城”并不新。", []],
  ])("are somebody's words, not names: %s", (sentence, expected) => {
    expect(listQuotations(sentence)).toEqual(expected);
  });
});
