import { fileURLToPath } from "node:url";
import { findDifference, readClaim, readSource } from "@/lib/features/evidence/claims/differences";
import { judgePair, readPairs } from "@/tests/evaluation/claims/suite";
import { describe, expect, it } from "vitest";

function compare(source: string, claim: string): [string, string] | null {
  const found = findDifference(readClaim(claim), readSource({ text: source, title: "" }));
  return found === null ? null : [found.claim, found.source];
}

describe("a number or date beside the same words", () => {
  it.each([
    ["The trail is 41 km long.", "The trail is 14 km long.", ["14 km", "41 km"]],
    [
      "The city has 1,203,441 inhabitants.",
      "The city has 1,302,441 inhabitants.",
      ["1,302,441", "1,203,441"],
    ],
    [
      "The city paid 1.2 million euros.",
      "The city paid 2.1 million euros.",
      ["2.1 million euros", "1.2 million euros"],
    ],
    ["Prices in the city rose by 12%.", "Prices in the city rose by 21 percent.", ["21 percent", "12%"]],
    ["Water freezes in the lake at 3 °C.", "Water freezes in the lake at 8 °C.", ["8 °C", "3 °C"]],
    [
      "The act enters into force on 3 May 2024.",
      "The act enters into force on May 3, 2042.",
      ["May 3, 2042", "3 May 2024"],
    ],
    [
      "The act enters into force on 2024-05-03.",
      "The act enters into force on 2024-08-03.",
      ["2024-08-03", "2024-05-03"],
    ],
    ["The bridge was opened in 1998.", "The bridge was opened in 1989.", ["1989", "1998"]],
    [
      "Thirty-five ships lay in the harbour.",
      "Fifty-three ships lay in the harbour.",
      ["Fifty-three", "Thirty-five"],
    ],
    ["The bridge is 41 km long.", "The bridge is 14 years long.", ["14 years", "41 km"]],
    [
      "The bridge cost 5 million euros. Of that 2 million euros came late.",
      "The bridge cost 2 million euros.",
      ["2 million euros", "5 million euros"],
    ],
    ["该市人口120万人，面积很大。", "该市人口210万人。", ["210万", "120万"]],
    ["公司营业收入1.2亿元。", "公司营业收入2.1亿元。", ["2.1亿元", "1.2亿元"]],
    ["大桥于2024年5月3日通车。", "大桥于2024年8月3日通车。", ["2024年8月3日", "2024年5月3日"]],
    ["船上载有三十五名乘客。", "船上载有五十三名乘客。", ["五十三", "三十五"]],
  ])("differs: %s / %s", (source, claim, expected) => {
    expect(compare(source, claim)).toEqual(expected);
  });

  it.each([
    ["converted", "The trail is 41 km long.", "The trail is 25.5 miles long."],
    ["written in another form", "The city paid 1.2 million euros.", "The city paid 1,200,000 euros."],
    ["rounded", "The city has 1,203,441 inhabitants.", "The city has 1.2 million inhabitants."],
    [
      "less exact as a date",
      "The act enters into force on 3 May 2024.",
      "The act enters into force in May 2024.",
    ],
    ["its decade", "The bridge was opened in 1998.", "The bridge was opened in the 1990s."],
    ["its century", "The bridge was opened in 1898.", "The bridge was opened in the 19th century."],
    ["a sum", "The shop sold 30 apples and 12 apples later.", "The shop sold 42 apples."],
    [
      "a product",
      "The firm has 16 shops, and each shop has 150 workers.",
      "The firm's shops have 2,400 workers.",
    ],
    [
      "a percentage",
      "Sales of the firm fell from 250 to 200 euros, by 3 percent a month.",
      "Sales of the firm fell by 20 percent.",
    ],
    [
      "a span of years",
      "The king reigned from 1901 to 1942, and 3 years more as a guest.",
      "The king reigned for 41 years.",
    ],
    [
      "the length of a list",
      "The firm has shops in Graz, Linz and Wels, 90 shops in all.",
      "The firm has 3 shops.",
    ],
    ["换算", "大桥全长1.5公里。", "大桥全长1500米。"],
    ["总和", "学校有男生120人，女生80人。", "学校有学生200人。"],
    ["年代", "大桥于1998年通车。", "大桥于二十世纪九十年代通车。"],
  ])("does not differ where it is %s", (_name, source, claim) => {
    expect(compare(source, claim)).toBeNull();
  });

  it.each([
    ["of another thing", "The bridge has 41 lamps.", "The bridge has 14 ships."],
    ["of another name", "Graz paid 41 euros for the old bridge.", "Linz paid 14 euros for the old bridge."],
    [
      "beside another number that is strange",
      "In 1998 the bridge cost 5 million euros.",
      "In 2015 the bridge cost 9 million euros.",
    ],
    ["in other words", "A budget of five million euros was agreed on.", "The bridge cost 9 million euros."],
  ])("is left alone where it is %s", (_name, source, claim) => {
    expect(compare(source, claim)).toBeNull();
  });

  it("is rightly told on the labelled pairs with true sums, and mostly found", async () => {
    const file = fileURLToPath(new URL("../../../evaluation/claims/d.json", import.meta.url));
    const judged = await Promise.all(readPairs(file).map((pair) => judgePair(pair, null)));
    const given = judged.filter(({ verdict }) => verdict === "differs");
    expect(given.filter(({ label }) => label !== "differs")).toEqual([]);
    expect(given.length / judged.filter(({ label }) => label === "differs").length).toBeGreaterThan(0.6);
  });
});
