import { checkClaims, type ClaimSourceText } from "@/lib/features/evidence/claims/check-claims";
import { toRow, type PartResult, type Row } from "./row";
import { median, percentile } from "./statistics";

const asked = 150;

/** How long the check of an answer against its sources takes, without a model; also where texts are as awkward as they may be. */
export async function measureClaims(rounds: number): Promise<PartResult> {
  const usual = await time(rounds, { parts: [writeAnswer(1_000)], sources: writeSources(10, 20_000) });
  const rows: Row[] = [
    toRow({
      part: "claims",
      measure: "1,000 words, 10 sources of 20,000 characters, median",
      unit: "ms",
      product: median(usual),
      atMost: asked,
    }),
    toRow({
      part: "claims",
      measure: "the same, 95th percentile",
      unit: "ms",
      product: percentile(usual, 0.95),
      atMost: asked,
    }),
  ];
  const raw: Record<string, number[]> = { usual };
  for (const [measure, input] of Object.entries(awkward)) {
    const times = await time(Math.min(rounds, 3), input());
    raw[measure] = times;
    rows.push(toRow({ part: "claims", measure, unit: "ms", product: median(times) }));
  }
  return { rows, raw };
}

type Input = { parts: string[]; sources: ClaimSourceText[] };

const awkward: Record<string, () => Input> = {
  "10 sources of 200,000 characters": () => ({
    parts: [writeAnswer(1_000)],
    sources: writeSources(10, 200_000),
  }),
  "10 Chinese sources of 20,000 characters": () => ({
    parts: [chinese.repeat(40)],
    sources: writeSources(10, 20_000, chinese.replaceAll(/\[\d\]/g, "")),
  }),
  "a sentence of 5,000 characters": () => ({
    parts: [
      `${writeAnswer(800)
        .replaceAll(/\. |\[\d+\]/g, " ")
        .slice(0, 5_000)} [1].`,
    ],
    sources: writeSources(1, 200_000),
  }),
  "a source of 200,000 characters without a blank": () => ({
    parts: [`${"x".repeat(5_000)} said so in 1999 [1].`],
    sources: [toSource(1, "xy1".repeat(66_667))],
  }),
  "10,000 marks": () => ({ parts: ["It rained [1] ".repeat(10_000)], sources: writeSources(1, 20_000) }),
  "10,000 marks each behind a sentence": () => ({
    parts: ["It rained on 3 May 1999. [1] ".repeat(10_000)],
    sources: writeSources(1, 20_000),
  }),
  "100,000 open brackets, backticks and quotation marks": () => ({
    parts: [`${'[1,`"“'.repeat(20_000)} so [1].`],
    sources: writeSources(1, 20_000),
  }),
  "200,000 stops, and a table row of 5,000 cells": () => ({
    parts: [`${"...".repeat(66_667)} so [1].`, `|${" a |".repeat(5_000)} so [1] |`],
    sources: writeSources(1, 20_000),
  }),
  "200,000 digits, capitals and stops": () => ({
    parts: [`The ${"A.1,".repeat(1_200)} was 1 [1].`],
    sources: [toSource(1, "A.1, B 2 ".repeat(22_000))],
  }),
};

async function time(rounds: number, input: Input): Promise<number[]> {
  await checkClaims(input);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await checkClaims(input);
    times.push(performance.now() - start);
  }
  return times;
}

const subjects = [
  "harbour",
  "tower",
  "railway",
  "library",
  "glacier",
  "museum",
  "factory",
  "orchard",
  "bridge",
  "observatory",
  "theatre",
  "reservoir",
];
const places = [
  "Ostvik",
  "Brekke",
  "Vence",
  "Port Ellery",
  "Graz",
  "Coimbra",
  "Lisbon",
  "Penang",
  "Rotterdam",
  "Tarn",
];
const verbs = [
  "was opened by the council",
  "was closed for repairs",
  "attracted visitors from abroad",
  "was rebuilt after a fire",
  "produced most of the goods",
  "measured the depth of the water",
];

function writeSentence(at: number): string {
  const pick = (list: string[], step: number) => list[Math.floor(at / step) % list.length] ?? "";
  return `The ${pick(subjects, 1)} of ${pick(places, 3)} ${pick(verbs, 2)} in ${1800 + ((at * 7) % 220)}, when ${(at * 37) % 900} people of ${pick(places, 5)} paid ${1 + ((at * 13) % 50)} million euros for it`;
}

/** About twenty-four words a sentence, each cited. */
function writeAnswer(words: number): string {
  return Array.from(
    { length: Math.ceil(words / 24) },
    (_, at) => `${writeSentence(at * 5)} [${1 + (at % 10)}][${1 + ((at + 3) % 10)}].`,
  ).join(" ");
}

function writeSources(count: number, length: number, repeated?: string): ClaimSourceText[] {
  return Array.from({ length: count }, (_, source) => {
    let text = "";
    for (let at = source * 3; text.length < length; at++)
      text += repeated ?? `${writeSentence(at)}. ${at % 6 === 5 ? "\n\n" : ""}`;
    return toSource(source + 1, text.slice(0, length));
  });
}

function toSource(number: number, text: string): ClaimSourceText {
  return { number, evidenceId: `r_${number}`, title: "A source", text };
}

const chinese =
  "澜江市位于湖东省西部，距省会楚阳约210公里[1]。2020年全市常住人口为312.6万人，比2010年减少9万人[2]。";
