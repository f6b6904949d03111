import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { openSmallModel } from "./claims/small-model";
import { judgePair, ownSets, readOwnSet, readPairs, writeTable, type JudgedPair } from "./claims/suite";

const ownFile = fileURLToPath(new URL("./claims/d.json", import.meta.url));
/** `npm run evaluate -- claims --set FILE --model provider:name`; the keys are read from the environment. */
const { EVALUATE_SET: file, EVALUATE_MODEL: model } = process.env;

it(
  "counts how often the verdicts on a labelled set of sentences are right",
  { timeout: 3_600_000 },
  async () => {
    const pairs =
      file === undefined ? [...ownSets.flatMap(readOwnSet), ...readPairs(ownFile)] : readPairs(file);
    const small = model === undefined ? null : await openSmallModel(model);
    const judged: JudgedPair[] = [];
    for (const pair of pairs) judged.push(await judgePair(pair, small?.askSmall ?? null));
    await small?.close();
    const wrong = judged.filter(({ label, verdict }) => verdict !== "unchecked" && verdict !== label);
    const misses = wrong.map(({ id, label, verdict, claim }) => `${id}: ${verdict} for ${label}: ${claim}`);
    console.info(`${writeTable(judged)}\n\n${misses.join("\n")}`);
    expect(judged).toHaveLength(pairs.length);
  },
);
