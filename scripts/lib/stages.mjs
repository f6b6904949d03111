import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildProduct } from "./build.mjs";
import { runProgram } from "./child.mjs";
import {
  countJourneys,
  countUnitTests,
  listFailedJourneys,
  listFailedUnitTests,
  toTotalLine,
} from "./counts.mjs";
import { openChromium } from "./open-chromium.mjs";
import { root } from "./root.mjs";

const minute = 60_000;
const reports = join(root, "test-results");
const testDistDir = ".next-test";

/**
 * Runs the groups of stages one after the other, the stages of a group together, whatever the earlier ones
 * gave, ends with the total and exits with 1 on any failure.
 */
export async function runStages(stages, { limitMs = 45 * minute } = {}) {
  const until = Date.now() + limitMs;
  const results = [];
  mkdirSync(reports, { recursive: true });
  for (const group of stages) {
    const began = Date.now();
    console.log(`\n── ${group.map(([name]) => name).join(", ")}`);
    const run = async ([name, runStage]) => {
      const counts = await runStage(Math.max(until - began, 1)).catch(toFailure);
      return { name, ...counts, seconds: (Date.now() - began) / 1000 };
    };
    results.push(...(await Promise.all(group.map(run))));
  }
  console.log("");
  for (const { name, passed, failed, seconds } of results) {
    console.log(`${name.padEnd(10)} ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)`);
  }
  for (const line of results.flatMap(({ failures = [] }) => failures)) console.log(`failed: ${line}`);
  console.log(toTotalLine(results));
  process.exit(results.some(({ failed }) => failed > 0) ? 1 : 0);
}

export async function lint(leftMs) {
  const cache = ["--cache", "--cache-location", "node_modules/.cache/eslint/"];
  const args = ["node_modules/eslint/bin/eslint.js", ".", "--max-warnings", "0", ...cache];
  return toOne(await runNode(args, limit(5, leftMs)));
}

/** Next writes the types of routes first; the compiler needs them. */
export async function checkTypes(leftMs) {
  const code = await runNode(["node_modules/next/dist/bin/next", "typegen"], limit(3, leftMs));
  return toOne(code || (await runNode(["node_modules/typescript/bin/tsc", "--noEmit"], limit(5, leftMs))));
}

/** The tests that touch nothing outside. */
export const runUnitTests = (leftMs) => runVitest("unit", leftMs);

/** The tests of stores, wires and services. Some of them let a real browser draw pages. */
export const runIntegrationTests = (leftMs) => runWithChromium("integration", leftMs);

/** What takes many seconds each: faults of every kind, floods, killed processes, times that must not explode. */
export const runLongTests = (leftMs) => runWithChromium("long", leftMs);

async function runWithChromium(project, leftMs) {
  const until = Date.now() + leftMs;
  const chromium = await openChromium();
  return runVitest(project, until - Date.now(), chromium === null ? {} : { CHROMIUM_PATH: chromium });
}

async function runVitest(project, leftMs, env = {}) {
  const report = takeReport(`${project}.json`);
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    `--project=${project}`,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const counts = countUnitTests(report, await runNode(args, limit(22, leftMs), env));
  return { ...counts, failures: listFailedUnitTests(report) };
}

/**
 * The journeys drive a real browser against a production build of their own, which `npm start` never sees.
 */
export async function runJourneys(leftMs, given = []) {
  const until = Date.now() + leftMs;
  const chromium = await openChromium();
  if (!chromium)
    throw new Error(
      "The journeys did not run: no Chromium is installed and none could be fetched. Set CHROMIUM_PATH.",
    );
  await buildProduct({ distDir: testDistDir, limitMs: limit(15, leftMs) });
  const report = takeReport("journeys.json");
  const env = { CHROMIUM_PATH: chromium, NEXT_DIST_DIR: testDistDir };
  const args = ["node_modules/@playwright/test/cli.js", "test", ...given];
  const counts = countJourneys(report, await runNode(args, Math.max(until - Date.now(), 1), env));
  return { ...counts, failures: listFailedJourneys(report) };
}

/**
 * One journey of each kind: asking, documents, what an answer rests on, what is remembered, consent, a killed server,
 * sign-in, a phone. Their steps are not recorded, which takes time; `npm run journeys` does it and keeps those
 * that failed.
 */
export const runCoreJourneys = (leftMs) => runJourneys(leftMs, ["--trace=off", ...coreJourneys]);

const coreJourneys = [
  "access",
  "approval",
  "ask",
  "documents",
  "evidence",
  "headers",
  "kill",
  "manage",
  "memory",
  "odd-texts",
  "stream",
  "survive",
].map((name) => `tests/e2e/${name}.spec.ts`);

function runNode(args, limitMs, extraEnv = {}) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...extraEnv };
  // A shell's NODE_ENV=production would give the tests another React than the one they ask for.
  delete env.NODE_ENV;
  return runProgram(process.execPath, args, { env, limitMs });
}

function takeReport(name) {
  const file = join(reports, name);
  rmSync(file, { force: true });
  return file;
}

function limit(minutes, leftMs) {
  return Math.min(minutes * minute, leftMs);
}

function toOne(code) {
  if (code === 124) console.error("It took too long and was ended.");
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function toFailure(error) {
  console.error(error.message);
  return { passed: 0, failed: 1 };
}
