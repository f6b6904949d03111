import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "@/lib/env";
import { createLog } from "@/lib/log";
import { openCoreServices, realPlatform } from "@/lib/server/core-services";
import { expect, it } from "vitest";
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

/** The product's own way to a model, over an empty folder. */
async function openSmallModel(ref: string) {
  const folder = await mkdtemp(path.join(tmpdir(), "sextant-"));
  const env = parseEnv({ ...process.env, STORE: "embedded", DATA_DIR: folder, MODEL_LITE: ref });
  const { askSmall, store } = await openCoreServices(env, realPlatform, createLog("warn"));
  return {
    askSmall,
    async close() {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
