import { readFileSync } from "node:fs";

/**
 * Reads Vitest's JSON report. A file that does not load counts as one failed test, and so does a run that
 * ends badly although no test failed, or that leaves no report.
 */
export function countUnitTests(file, code) {
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  const broken = report.testResults.filter(
    (result) => result.status === "failed" && result.assertionResults.every(isNotFailed),
  );
  return toCounts(report.numPassedTests, report.numFailedTests + broken.length, code);
}

/**
 * Reads Playwright's JSON report, by the same rules. A test that passes only when repeated counts as failed.
 */
export function countJourneys(file, code) {
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = report.stats;
  return toCounts(expected, unexpected + flaky, code);
}

/**
 * How many tests of all were written one by one, and how many are rows: those that stand at the same place of
 * their file.
 */
export function toKindsLine(results) {
  const places = results.flatMap(({ places = [] }) => places);
  const counts = Map.groupBy(places, (place) => place);
  const written = [...counts.values()].filter(({ length }) => length === 1).length;
  return `${written} tests were written one by one, ${places.length - written} are rows of ${counts.size - written} tables.`;
}

/** Where each test of Vitest's report stands. */
export function listUnitTestPlaces(file) {
  const results = readReport(file)?.testResults ?? [];
  return results.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ location }) => toPlace(name, location ?? {})),
  );
}

/** The same by Playwright's report. */
export function listJourneyPlaces(file) {
  return listSpecs(readReport(file) ?? {}).map(({ file: name, ...location }) => toPlace(name, location));
}

const toPlace = (name, { line, column }) => `${name}:${line}:${column}`;

const listSpecs = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(listSpecs)];

/** The tests that failed by Vitest's report, one line each: file, title, the failure's first line. */
export function listFailedUnitTests(file) {
  const results = readReport(file)?.testResults ?? [];
  return results.flatMap(({ name, assertionResults, message }) => {
    const failed = assertionResults.filter((assertion) => !isNotFailed(assertion));
    if (failed.length > 0)
      return failed.map(({ fullName, failureMessages }) => toLine(name, fullName, failureMessages?.[0]));
    return message ? [toLine(name, "did not load", message)] : [];
  });
}

/** The same by Playwright's report. */
export function listFailedJourneys(file) {
  const failed = listSpecs(readReport(file) ?? {}).filter(({ ok }) => !ok);
  return failed.map(({ file: name, title, tests }) =>
    toLine(name, title, tests?.flatMap(({ results }) => results).find(({ error }) => error)?.error.message),
  );
}

function toLine(file, title, message = "") {
  // Colours of a terminal are no part of the words.
  const plain = message.replace(/\u001b\[[0-9;]*m/g, "");
  return `${file}: ${title}: ${plain.split("\n", 1)[0].slice(0, 300)}`;
}

/** The last line of every run, over all of its stages. */
export function toTotalLine(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  return `${sum("passed")} passed, ${sum("failed")} failed`;
}

function toCounts(passed, failed, code) {
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
}

function isNotFailed(assertion) {
  return assertion.status !== "failed";
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
