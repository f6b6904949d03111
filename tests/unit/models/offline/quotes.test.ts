import { describe, expect, it } from "vitest";
import { listQuotable, pickQuotes } from "@/lib/models/offline/quotes";

const page = (title: string, ...texts: string[]) => ({
  title,
  number: 3,
  passages: texts.map((text) => ({ heading: "", text })),
});
const pick = (question: string, ...pages: ReturnType<typeof page>[]) =>
  pickQuotes(pages, { own: question, lent: "" }, { least: 0.2 }).map(({ text }) => text);

describe("sentences that can be quoted", () => {
  it.each([
    [
      "A table's rows are left out.",
      "| Year | Height |\n| 1889 | 300 m. |\nThe tower is tall.",
      ["The tower is tall."],
    ],
    [
      "Headings and labels are left out.",
      "# The long history.\nHeight:\nIt is 330.5 metres tall.",
      ["It is 330.5 metres tall."],
    ],
    [
      "List items stand by themselves.",
      "- The first item is red.\n- The second item is blue.\n- Green",
      ["The first item is red.", "The second item is blue."],
    ],
    ["Fragments are left out.", "Not so.\nIt goes on and", []],
    [
      "A passage that begins in the middle of a sentence gives its whole ones.",
      "server and its provider, which are not guarded. The others have a limit.",
      ["The others have a limit."],
    ],
    [
      "The sign of a cut is no part of a sentence.",
      "… - All pages are invented.",
      ["All pages are invented."],
    ],
    [
      "Marks of Markdown are left out.",
      "The [tower](https://a.test/b_(c)) is **tall** and old.[3][12]",
      ["The tower is tall and old."],
    ],
    [
      "Chinese sentences end with their mark.",
      "长城很长很长。它有多长\n没人知道它有多长！",
      ["长城很长很长。", "没人知道它有多长！"],
    ],
  ])("%s", (_title, markdown, sentences) => {
    expect(listQuotable(markdown)).toEqual(sentences);
  });
});

describe("picking sentences", () => {
  it("gives the two that fit best, the better one first, each as it stands", () => {
    const tower = page(
      "Sky Tower",
      "Many people like it here. The king liked the tower.",
      "The tower was finished in 1904 by order of the king.",
    );
    expect(pick("Which king finished the tower", tower)).toEqual([
      "The tower was finished in 1904 by order of the king.",
      "The king liked the tower.",
    ]);
  });

  it("prefers the page whose title the question names", () => {
    const bell = page("Alexander Graham Bell", "He was born in Edinburgh in 1847.");
    const curie = page("Marie Curie", "She was born in Warsaw, and born again in science.");
    expect(pick("born Alexander Graham Bell", curie, bell)[0]).toBe("He was born in Edinburgh in 1847.");
  });

  it("has nothing to give without pages", () => {
    expect(pick("tower")).toEqual([]);
  });
});
