import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { expect, it } from "vitest";
import { putIntoDocs } from "./report";
import { scoreAnswers } from "./scorecard/answers";
import { writeScorecard, type Row, type Scorecard } from "./scorecard/row";
import {
  scoreClaims,
  scoreInjections,
  scoreMemory,
  scoreNeedles,
  scoreQuotes,
  scoreRetrieval,
} from "./scorecard/suites";

/** `npm run evaluate [-- --model provider:name] [-- --write]`; a model's key is read from the environment. */
const { EVALUATE_MODEL: model, EVALUATE_WRITE: isWritten } = process.env;
const root = new URL("../../", import.meta.url);
const areas = ["truth", "memory", "retrieval", "tools by style", "injections", "loops", "cost", "time"];

it("counts everything that is counted into one table", { timeout: 7_200_000 }, async () => {
  const before = loadavg()[0] ?? 0;
  const parts: Row[][] = [
    await scoreAnswers(model),
    await scoreQuotes(model),
    await scoreClaims(model),
    await scoreMemory(),
    await scoreNeedles(),
    await scoreRetrieval(),
    await scoreInjections(),
  ];
  const rows = parts.flat().toSorted((a, b) => areas.indexOf(a.area) - areas.indexOf(b.area));
  const card: Scorecard = {
    date: new Date().toISOString().slice(0, 10),
    product: readVersion(),
    node: process.versions.node,
    system: `${process.platform} ${process.arch}, ${availableParallelism()} cores, load ${before.toFixed(1)} at the start`,
    model: model ?? "offline:guide",
    rows,
  };
  const table = writeScorecard(card);
  console.info(`${table}\n\n${JSON.stringify(card)}`);
  if (isWritten !== undefined) {
    putIntoDocs("scorecard", table, "scorecard.md");
    writeFileSync(new URL("docs/scorecard.json", root), `${JSON.stringify(card, null, 2)}\n`);
  }
  expect([...new Set(rows.map(({ area }) => area))]).toEqual(areas);
});

/** With the commit it was counted on, where there is one. */
function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as { version: string };
  try {
    const commit = execFileSync("git", ["rev-parse", "--short=8", "HEAD"], { cwd: root, encoding: "utf8" });
    return `${version} (${commit.trim()})`;
  } catch {
    return version;
  }
}
