import { describe, expect, it } from "vitest";
import { checkClaims } from "@/lib/features/evidence/claims/check-claims";

/** The verdict on an answer of one sentence that cites a page without a small model. */
async function judge(claim: string, page: string) {
  const sources = [{ number: 1, evidenceId: "r_1", title: "Page", text: page }];
  const [judged] = await checkClaims({ parts: [`${claim} [1]`], sources });
  return judged;
}

/** A sentence with two values that it may have, and what may stand before it. */
const pairs: [
  sentence: (value: string) => string,
  told: string,
  true_: string,
  neighbours: readonly string[],
][] = [
  [
    (value) => `At minus seven degrees the new pump reached a coefficient of performance of ${value}.`,
    ...(["3.1", "2.1", ["Cold paragraph 1.", "Paragraph 9 tells of the winter."]] as const),
  ],
  [
    (value) => `The old bridge over the Tarn is ${value} long and carries two lanes.`,
    ...(["300 metres", "330 metres", ["It has 30 lamps.", "It was painted 12 times."]] as const),
  ],
  [
    (value) => `The village school had ${value} pupils in the autumn of 2019.`,
    ...(["48", "24", ["There were 2 classes.", "The roof has 700 tiles."]] as const),
  ],
  [
    (value) => `奥尔德穆尔铁塔高${value}，全部用铆钉连接。`,
    ...(["330米", "312米", ["塔上有18盏灯。", "每7年刷一次漆。"]] as const),
  ],
  [
    (value) => `新型热泵在零下七度时的能效比达到${value}。`,
    ...(["3.1", "2.1", ["第1段。", "冬天有90天。"]] as const),
  ],
  [
    (value) => `这座博物馆的地下室收藏了${value}港口图。`,
    ...(["12000幅", "21000幅", ["另外9000幅借了出去。", "有2个人看管。"]] as const),
  ],
  [
    (value) => `The ferry leaves the pier at ${value} on weekdays.`,
    "9:30",
    "10:30",
    ["It takes 60 minutes."],
  ],
  [(value) => `The program needs version ${value} of the library.`, "3.1.2", "3.2.2", ["It has 100 files."]],
  [
    (value) => `The treaty was signed in Lisbon on ${value}.`,
    "3 May 1994",
    "8 May 1994",
    ["It has 5 parts."],
  ],
  [(value) => `The treaty was signed in Lisbon in ${value}.`, "June 1994", "July 1994", ["It has 5 parts."]],
  [
    (value) => `The ring weighs ${value} without the stone.`,
    "12 grams",
    "12 kilograms",
    ["It cost 12 euros."],
  ],
  [
    (value) => `The painting was sold for ${value} in Basel.`,
    "5 million euros",
    "5 million dollars",
    ["8 bids."],
  ],
  [(value) => `Prices in the old town rose ${value} last year.`, "12%", "21%", ["They fell by 9% before."]],
  [
    (value) => `The tower has ${value} steps to the top.`,
    "three hundred",
    "four hundred",
    ["It has 100 windows."],
  ],
  [
    (value) => `The tunnel below the lake is ${value} long.`,
    "1900 metres",
    "1.5 kilometres",
    ["It has 400 lamps."],
  ],
  [(value) => `这座老房子一共有${value}层，没有电梯。`, "三", "五", ["门前有2棵树。"]],
  [
    (value) => `The minister said in Lisbon that ${value} on Tuesday.`,
    ...([
      "“the long bridge will be closed”",
      "“the long bridge will be opened”",
      ["It has 5 parts."],
    ] as const),
  ],
  [(value) => `大桥于${value}正式通车。`, "2024年5月3日", "2024年8月3日", ["全长3公里。"]],
  [(value) => `该市的居民人数为${value}。`, "一百二十万", "二百一十万", ["面积90平方公里。"]],
];

const after: Record<string, string> = { en: "The report was written in spring.", zh: "报告写于春天。" };
const toPage = (sentence: string, before: readonly string[]) => {
  const isChinese = /\p{Script=Han}/u.test(sentence);
  return [...before, sentence, after[isChinese ? "zh" : "en"]].join(isChinese ? "" : " ");
};
const cases = pairs.flatMap(([write, told, real, neighbours]) =>
  [[], ...neighbours.map((one) => [one]), neighbours].map(
    (before) => [write(told), write(real), before] as const,
  ),
);

describe("a sentence of the source with another number", () => {
  it.each(cases)("differs: %s / %s, after %j", async (claim, sentence, before) => {
    const judged = await judge(claim, toPage(sentence, before));
    expect(judged?.verdict).toBe("differs");
    expect(judged?.sources[0]?.passage?.quote.trim()).toContain(sentence.slice(0, -1));
  });

  it.each(cases)("does not differ from itself: %s, after %j", async (claim, _sentence, before) => {
    expect((await judge(claim, toPage(claim, before)))?.verdict).toBe("quoted");
  });

  it.each(["en", "zh"])("differs whatever numbers stand around it: %s", async (language) => {
    const random = createRandom(7);
    const isChinese = language === "zh";
    const wrong: string[] = [];
    for (let round = 0; round < 300; round += 1) {
      const [real, told] = [random(2, 9_999), random(2, 9_999)];
      const write = (value: number) =>
        isChinese
          ? `港口的旧仓库里存放着${value}只木箱。`
          : `The old store at the harbour holds ${value} wooden boxes.`;
      const beside = () =>
        isChinese ? `岸边停了${random(1, 999)}条船。` : `At the pier lie ${random(1, 999)} boats.`;
      const around = Array.from({ length: random(0, 4) }, beside);
      const text = [...around.slice(2), write(real), ...around.slice(0, 2)].join(isChinese ? "" : " ");
      const verdict = (await judge(write(told), text))?.verdict;
      if (verdict !== (told === real ? "quoted" : "differs")) wrong.push(`${told} / ${text}: ${verdict}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe("a sentence that says how it takes the number, or has the same value in another form", () => {
  it.each([
    [
      "The old bridge over the Tarn is about 300 metres long.",
      "The old bridge over the Tarn is 304 metres long.",
    ],
    [
      "In total the village school had 48 pupils in its two classes.",
      "One class of the village school had 24 pupils. The other class of the village school had 24 pupils.",
    ],
    [
      "In total the village school had 48 pupils in its two classes.",
      "The village school had 24 pupils and 24 pupils in its two classes.",
    ],
    ["The tunnel below the lake is 1.5 kilometres long.", "The tunnel below the lake is 1,500 metres long."],
    ["The tunnel below the lake is 1500 metres long.", "The tunnel below the lake is 1.5 kilometres long."],
    ["More than 300 people came to the opening.", "312 people came to the opening."],
    ["At least 300 people came to the opening.", "312 people came to the opening."],
    ["Fewer than 320 people came to the opening.", "312 people came to the opening."],
    ["铁塔高约300米，全部用铆钉连接。", "铁塔高304米，全部用铆钉连接。"],
    ["铁塔高300米左右，全部用铆钉连接。", "铁塔高304米，全部用铆钉连接。"],
    ["铁塔高三百一十二米，全部用铆钉连接。", "铁塔高312米，全部用铆钉连接。"],
    ["地下室收藏了1.2万幅港口图。", "地下室收藏了12000幅港口图。"],
    ["地下室收藏了一万两千幅港口图。", "地下室收藏了12000幅港口图。"],
    ["超过300人参加了开幕式。", "312人参加了开幕式。"],
    ["Prices in the old town rose by 12 percent.", "Prices in the old town rose by 12%."],
    ["The painting was sold for €5 million in Basel.", "The painting was sold for 5 million euros in Basel."],
    ["The treaty was signed on 3 May 1994.", "The treaty was signed on 1994-05-03."],
    ["条约签署于1994年5月3日。", "条约签署于1994-05-03。"],
    ["这头幼象重60公斤。", "这头幼象重120斤。"],
  ])("never differs: %s / %s", async (claim, page) => {
    expect((await judge(claim, `${page} The report was written in spring.`))?.verdict).not.toBe("differs");
  });

  it.each([
    [
      "The old bridge over the Tarn is about 300 metres long.",
      "The old bridge over the Tarn is 412 metres long.",
    ],
    ["More than 300 people came to the opening.", "212 people came to the opening."],
    ["At most 300 people came to the opening.", "312 people came to the opening."],
    ["铁塔高约300米，全部用铆钉连接。", "铁塔高512米，全部用铆钉连接。"],
    ["The ice of the lake is up to 250 metres thick.", "The ice of the lake is up to 215 metres thick."],
    ["The old bridge over the Tarn is 300 metres long.", "The old bridge over the Tarn is 304 metres long."],
    [
      "Each bus carries 50 passengers.",
      "It has 8 buses. Each bus carries 45 passengers. 5 drivers are on call.",
    ],
    ["这头幼象重120公斤。", "这头幼象重120斤。它身高90厘米。"],
  ])("differs where that does not hold either: %s / %s", async (claim, page) => {
    expect((await judge(claim, page))?.verdict).toBe("differs");
  });
});

/** Whole numbers from `least` to `most`, the same each time (a linear congruential generator). */
function createRandom(seed: number): (least: number, most: number) => number {
  let state = seed;
  return (least, most) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return least + Math.floor((state / 2 ** 32) * (most - least + 1));
  };
}
