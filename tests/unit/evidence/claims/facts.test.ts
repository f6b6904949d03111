import { compareDates, listDates } from "@/lib/evidence/claims/dates";
import { listFacts } from "@/lib/evidence/claims/facts";
import { isSameNumber } from "@/lib/evidence/claims/numbers";
import { describe, expect, it } from "vitest";

function areSame(claim: string, source: string): boolean {
  const [one, other] = [listFacts(claim).numbers, listFacts(source).numbers];
  expect([one.length, other.length]).toEqual([1, 1]);
  return one.every((number, at) => other.slice(at).every((counterpart) => isSameNumber(number, counterpart)));
}

describe("numbers", () => {
  it.each([
    ["1,234 people", "1234 people"],
    ["1.2 million people", "1,204,000 people"],
    ["about 1,200 people", "1,234 people"],
    ["more than 1,000 people", "1,100 people"],
    ["nearly 500 people", "480 people"],
    ["5 km", "5,000 metres"],
    ["10 miles", "16.1 km"],
    ["100 ft", "30.5 m"],
    ["50 °F", "10 °C"],
    ["2 m", "two metres"],
    ["12%", "12 percent"],
    ["€50,000", "50,000 euros"],
    ["三成", "30%"],
    ["百分之五十八", "58%"],
    ["二十三人", "23人"],
    ["1000元", "一千元"],
    ["312.6万人", "3,126,000人"],
    ["2600公斤", "2.6吨"],
    ["约313万人", "312.6万人"],
    ["twenty-three ships", "23 ships"],
    ["half of the ships", "50% of the ships"],
    ["a 24-hour strike", "a strike of one day"],
    ["its ninth goal", "the 9th goal"],
    ["第二次", "第2次"],
  ])("takes %j as what %j says", (claim, source) => {
    expect(areSame(claim, source)).toBe(true);
  });

  it.each([
    ["1,234 people", "1,324 people"],
    ["1,200 people", "1,234 people"],
    ["5 km", "5 miles"],
    ["12%", "21%"],
    ["12%", "12 people"],
    ["more than 1,000 people", "900 people"],
    ["about 1,200 people", "1,500 people"],
    ["3 million people", "3 billion people"],
    ["约820亿元", "约620亿元"],
    ["34天", "24天"],
    ["5 °C", "minus 5 °C"],
  ])("does not take %j as what %j says", (claim, source) => {
    expect(areSame(claim, source)).toBe(false);
  });

  it("finds none in names, versions of words and articles", () => {
    expect(listFacts("A man, one of many, took the E18 and the A-4 to see COVID-19.").numbers).toEqual([]);
    expect(listFacts("统一的一个想法，万一不行。").numbers).toEqual([]);
  });
});

describe("dates", () => {
  it.each([
    ["2024-03-05", "5 March 2024"],
    ["March 5, 2024", "2024年3月5日"],
    ["in 1889", "on 31 March 1889"],
    ["March 2024", "5 March 2024"],
    ["the 19th century", "in 1889"],
    ["the 1980s", "二十世纪八十年代"],
    ["1908年5月", "1908年5月2日"],
    ["公元前73年", "公元前73年"],
  ])("takes %j as what %j says", (claim, source) => {
    expect(listDates(claim).map((one) => listDates(source).map((other) => compareDates(one, other)))).toEqual(
      [["same"]],
    );
  });

  it.each([
    ["2024-03-05", "6 March 2024", "other"],
    ["in 1998", "on 31 March 1889", "other"],
    ["5 March 2024", "in 2024", "less"],
    ["in 1889", "the 19th century", "less"],
    ["6月26日", "7月26日", "other"],
  ])("says of %j beside %j: %s", (claim, source, expected) => {
    expect(listDates(claim).map((one) => listDates(source).map((other) => compareDates(one, other)))).toEqual(
      [[expected]],
    );
  });

  it("takes no number with a unit for a year", () => {
    expect(listDates("1850 kilograms, 1,850 people, $1850, 1127枚, 2024 people")).toEqual([]);
  });
});
