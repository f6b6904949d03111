import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildProduct } from "./build.mjs";
import { runProgram } from "./child.mjs";
import {
  countJourneys,
  countUnitTests,
  toKindsLine,
  listFailedJourneys,
  listFailedUnitTests,
  listJourneyPlaces,
  listUnitTestPlaces,
  toTotalLine,
} from "./counts.mjs";
import { openChromium } from "./open-chromium.mjs";
import { root } from "./root.mjs";

const minute = 60_000;
const reports = join(root, "test-results");
const testDistDir = ".next-test";
/** What one core can do beside tests that wait for something outside gives way to them. */
const background = { priority: 10 };
/** Tests start programs of the product, which are compiled once and not each time. */
const compiledOnce = { NODE_COMPILE_CACHE: join(root, "node_modules/.cache/node") };

/**
 * Runs the groups one after the other, the chains of a group side by side, and the stages of a chain in turn,
 * whatever the earlier ones gave. Ends with the total and exits with 1 on any failure.
 */
export async function runStages(groups, { limitMs = 45 * minute } = {}) {
  const until = Date.now() + limitMs;
  const results = [];
  mkdirSync(reports, { recursive: true });
  const runChain = async (chain) => {
    for (const [name, runStage] of chain) {
      const began = Date.now();
      console.log(`\n── ${name}`);
      const counts = await runStage(Math.max(until - began, 1)).catch(toFailure);
      results.push({ name, ...counts, seconds: (Date.now() - began) / 1000 });
    }
  };
  for (const chains of groups) await Promise.all(chains.map(runChain));
  console.log("");
  for (const { name, passed, failed, seconds } of results) {
    console.log(`${name.padEnd(11)} ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)`);
  }
  for (const line of results.flatMap(({ failures = [] }) => failures)) console.log(`failed: ${line}`);
  console.log(toKindsLine(results));
  console.log(toTotalLine(results));
  process.exit(results.some(({ failed }) => failed > 0) ? 1 : 0);
}

export async function lint(leftMs) {
  const cache = ["--cache", "--cache-location", "node_modules/.cache/eslint/"];
  const args = ["node_modules/eslint/bin/eslint.js", ".", "--max-warnings", "0", ...cache];
  return toOne(await runNode(args, limit(15, leftMs), background));
}

/**
 * Next writes the types of routes first; the compiler needs them. The native compiler takes half of the time;
 * the linter and the build still need the other.
 */
export async function checkTypes(leftMs) {
  const code = await runNode(["node_modules/next/dist/bin/next", "typegen"], limit(3, leftMs), background);
  const check = ["node_modules/@typescript/native/bin/tsc", "--noEmit"];
  return toOne(code || (await runNode(check, limit(8, leftMs), background)));
}

/** The build that the journeys drive, which `npm start` never sees. */
export async function buildForJourneys(leftMs) {
  await buildProduct({ distDir: testDistDir, limitMs: limit(15, leftMs), ...background });
  return toOne(0);
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
  const code = await runNode(args, limit(22, leftMs), { env: { ...compiledOnce, ...env } });
  const counts = countUnitTests(report, code);
  return { ...counts, failures: listFailedUnitTests(report), places: listUnitTestPlaces(report) };
}

/** The journeys drive a real browser against a production build of their own. */
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
  const counts = countJourneys(report, await runNode(args, Math.max(until - Date.now(), 1), { env }));
  return { ...counts, failures: listFailedJourneys(report), places: listJourneyPlaces(report) };
}

/**
 * The journeys with the tag `@core`: at least one of each subject, but for those that `core-journeys.test.ts`
 * names. Recording their steps takes time: `npm run journeys` does it and keeps those that failed.
 */
export const runCoreJourneys = (leftMs) => runJourneys(leftMs, ["--trace=off", "--grep=@core"]);

function runNode(args, limitMs, { env: extraEnv = {}, priority } = {}) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...extraEnv };
  // A shell's NODE_ENV=production would give the tests another React than the one they ask for.
  delete env.NODE_ENV;
  return runProgram(process.execPath, args, { env, limitMs, priority });
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
