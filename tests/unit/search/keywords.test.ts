import { describe, expect, it } from "vitest";
import { toKeywordAttempts } from "@/lib/features/web/search/keywords";
import { toPlainText } from "@/lib/features/web/search/plain-text";

describe("toKeywordAttempts", () => {
  it.each([
    ["How tall is the Eiffel Tower in metres?", ["tall Eiffel Tower metres", "Eiffel Tower", "Eiffel"]],
    ["what is the population of tanzania", ["population tanzania", "population"]],
    ["杭州西湖的面积是多少？", ["杭州 西湖 面积", "杭州 西湖", "杭州"]],
    ["SQLite", ["SQLite"]],
    ["what is it?", ["what is it?"]],
  ])("turns %s into %j", (question, attempts) => {
    expect(toKeywordAttempts(question)).toEqual(attempts);
  });
});

describe("toPlainText", () => {
  it("drops marks, decodes characters and joins white space", () => {
    expect(
      toPlainText(
        "...a <span class='searchmatch'>b</span>\n&lt;c&gt; &amp;amp; &#039;d&#x27; &eacute; 1 < 2\n",
      ),
    ).toBe("...a b <c> &amp; 'd' &eacute; 1 < 2");
  });

  it("leaves impossible characters alone", () => {
    expect(toPlainText("&#0; &#9999999; &#xffffff;")).toBe("&#0; &#9999999; &#xffffff;");
  });
});
