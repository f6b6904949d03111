import { readFileSync } from "node:fs";
import { z } from "zod";
import {
  applyVerdicts,
  toBatches,
  toQuestion,
  verifyAnswer,
} from "@/lib/features/evidence/claims/ask-claims";
import { checkClaims } from "@/lib/features/evidence/claims/check-claims";
import type { AskSmall } from "@/lib/protocol/ask";
import { verdicts, type Verdict } from "@/lib/features/evidence/shape/claims";

const labels = ["quoted", "differs", "supported", "partly", "not_found"] as const;

/** A sentence beside the source that it cites, and the verdict that it deserves. */
const pairSchema = z.object({
  id: z.string(),
  language: z.enum(["en", "zh"]),
  source: z.string(),
  claim: z.string(),
  label: z.enum(labels),
});
export type Pair = z.infer<typeof pairSchema>;
export type JudgedPair = Pair & { verdict: Verdict; costMicroUsd: number; ms: number };

/** The sets of this folder with invented sources, written beside the code; `d.json` is one in the shape of a given file. */
export const ownSets = ["a-en", "a-zh", "b-en", "b-zh", "c-en", "c-zh"] as const;

export function readPairs(file: string): Pair[] {
  return z.array(pairSchema).parse(JSON.parse(readFileSync(file, "utf8")));
}

const ownSetSchema = z.array(
  z.object({
    id: z.string(),
    text: z.array(z.string()),
    cases: z.array(z.object({ class: z.string(), sentence: z.string() })),
  }),
);

const labelOfClass: Record<string, Pair["label"]> = {
  true: "supported",
  paraphrased: "supported",
  "half-true": "partly",
  "wrong number": "differs",
  "wrong date": "differs",
};

export function readOwnSet(set: (typeof ownSets)[number]): Pair[] {
  const file = new URL(`./${set}.json`, import.meta.url);
  return ownSetSchema.parse(JSON.parse(readFileSync(file, "utf8"))).flatMap(({ id, text, cases }) => {
    const source = text.join("\n\n");
    return cases.map(({ class: name, sentence }, index) => ({
      id: `${set} ${id} ${index}`,
      language: set.endsWith("en") ? ("en" as const) : ("zh" as const),
      source,
      claim: sentence,
      label: source.includes(sentence.replace(/[.。]$/, "")) ? "quoted" : (labelOfClass[name] ?? "not_found"),
    }));
  });
}

/** The verdict on one sentence as an answer that cites its source: by rules, and by a model where one is given. */
export async function judgePair(pair: Pair, askSmall: AskSmall | null): Promise<JudgedPair> {
  const start = performance.now();
  const sources = [{ number: 1, evidenceId: "r_1", title: "", text: pair.source }];
  const marked = pair.claim.replace(/([.。!！?？][”"’」』]?)?$/u, " [1]$1");
  let claims = await checkClaims({ parts: [marked], sources });
  let costMicroUsd = 0;
  for (const batch of askSmall === null ? [] : toBatches(claims, sources)) {
    const answered = await askSmall?.(toQuestion(batch, claims), AbortSignal.timeout(60_000));
    costMicroUsd += answered?.costMicroUsd ?? 0;
    if (answered === undefined || answered.answer === null) continue;
    const data = { claims, pending: 0, checkedAt: 0 };
    claims = applyVerdicts(data, verifyAnswer(answered.answer, batch)).claims;
  }
  const verdict = claims[0]?.verdict ?? "unchecked";
  return { ...pair, verdict, costMicroUsd, ms: performance.now() - start };
}

/** Precision and recall of each verdict. Without a model `supported`, `partly` and `not_found` are never given. */
export function writeTable(judged: readonly JudgedPair[]): string {
  const rows = (["en", "zh"] as const).flatMap((language) => {
    const own = judged.filter((one) => one.language === language);
    return verdicts.map((verdict) => {
      const given = own.filter((one) => one.verdict === verdict);
      const deserved = own.filter(({ label }) => label === verdict);
      const right = given.filter(({ label }) => label === verdict).length;
      const cells = [toShare(right, given.length), toShare(right, deserved.length)];
      return `| ${language} | ${verdict} | ${cells.join(" | ")} |`;
    });
  });
  const cost = judged.reduce((sum, { costMicroUsd }) => sum + costMicroUsd, 0) / 1e6;
  const seconds = judged.reduce((sum, { ms }) => sum + ms, 0) / 1_000;
  return [
    "| Language | Verdict | Precision | Recall |",
    "|---|---|---|---|",
    ...rows,
    "",
    `${judged.length} pairs, ${cost.toFixed(4)} $, ${seconds.toFixed(1)} s`,
  ].join("\n");
}

const toShare = (right: number, all: number) =>
  all === 0 ? "–" : `${right} of ${all} (${((100 * right) / all).toFixed(0)}%)`;
