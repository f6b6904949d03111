import { describe, expect, it } from "vitest";
import { splitSentences } from "@/lib/models/offline/sentences";

describe("splitting text into sentences", () => {
  it.each([
    [
      "Dr. Smith met Mr. Jones at 5.30 p.m. near St. Paul's. They talked.",
      ["Dr. Smith met Mr. Jones at 5.30 p.m. near St. Paul's.", "They talked."],
    ],
    ["It is 330.5 metres tall. Why? Nobody knows!", ["It is 330.5 metres tall.", "Why?", "Nobody knows!"]],
    ["长城很长。它有多长？没人知道！", ["长城很长。", "它有多长？", "没人知道！"]],
    ["他说：“好。”然后走了。", ["他说：“好。”", "然后走了。"]],
    [
      "The [tower](https://a.test/b_(c)) is **tall**.[3][12] ![x](https://a.test/x.png)",
      ["The tower is tall."],
    ],
    ["- One item\n- Another item.", ["One item", "Another item."]],
  ])("%s", (text, sentences) => {
    expect(splitSentences(text)).toEqual(sentences);
  });
});
