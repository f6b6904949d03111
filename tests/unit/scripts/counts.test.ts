import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import {
  countJourneys,
  countUnitTests,
  listFailedJourneys,
  listFailedUnitTests,
  listJourneyPlaces,
  listUnitTestPlaces,
  toKindsLine,
  toTotalLine,
} from "@/scripts/lib/counts.mjs";

const folder = mkdtempSync(join(tmpdir(), "sextant-counts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeReport(report: unknown): string {
  const file = join(folder, "report.json");
  writeFileSync(file, JSON.stringify(report));
  return file;
}

describe("countUnitTests", () => {
  it("counts a file that does not load as one failed test", () => {
    const broken = { status: "failed", assertionResults: [] };
    const wrong = { status: "failed", assertionResults: [{ status: "failed" }, { status: "passed" }] };
    const report = writeReport({ numPassedTests: 1, numFailedTests: 1, testResults: [broken, wrong] });
    expect(countUnitTests(report, 1)).toEqual({ passed: 1, failed: 2 });
  });

  it("counts a run that ends badly although every test passed", () => {
    const report = writeReport({ numPassedTests: 3, numFailedTests: 0, testResults: [] });
    expect(countUnitTests(report, 1)).toEqual({ passed: 3, failed: 1 });
    expect(countUnitTests(report, 0)).toEqual({ passed: 3, failed: 0 });
  });

  it("counts a run that leaves no report as failed, even when it ends well", () => {
    expect(countUnitTests(join(folder, "missing.json"), 0)).toEqual({ passed: 0, failed: 1 });
  });
});

describe("what failed", () => {
  it("is named with its file, its title and the first line of its failure", () => {
    const wrong = {
      name: "a.test.ts",
      status: "failed",
      assertionResults: [
        {
          status: "failed",
          fullName: "adds up",
          failureMessages: ["\u001b[31mExpected 1\u001b[39m\nat a.ts"],
        },
        { status: "passed" },
      ],
    };
    const broken = {
      name: "b.test.ts",
      status: "failed",
      assertionResults: [],
      message: "Cannot find module",
    };
    expect(
      listFailedUnitTests(
        writeReport({
          testResults: [
            wrong,
            broken,
            { name: "c.test.ts", assertionResults: [{ status: "passed" }], message: "" },
          ],
        }),
      ),
    ).toEqual(["a.test.ts: adds up: Expected 1", "b.test.ts: did not load: Cannot find module"]);
    const specs = [
      {
        file: "d.spec.ts",
        title: "asks",
        ok: false,
        tests: [{ results: [{}, { error: { message: "Timed out\nmore" } }] }],
      },
      { file: "d.spec.ts", title: "answers", ok: true },
    ];
    expect(listFailedJourneys(writeReport({ suites: [{ suites: [{ specs }] }] }))).toEqual([
      "d.spec.ts: asks: Timed out",
    ]);
    expect(listFailedUnitTests(join(folder, "missing.json"))).toEqual([]);
  });
});

describe("countJourneys", () => {
  it("counts a journey that passes only when repeated as failed", () => {
    const report = writeReport({ stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 3 } });
    expect(countJourneys(report, 1)).toEqual({ passed: 4, failed: 3 });
  });
});

describe("the line of kinds", () => {
  it("tells rows, which stand at one place, from tests that were written one by one", () => {
    const at = (line: number) => ({ location: { line, column: 3 } });
    const units = listUnitTestPlaces(
      writeReport({ testResults: [{ name: "a.test.ts", assertionResults: [at(1), at(7), at(7), at(7)] }] }),
    );
    const specs = [5, 9, 9].map((line) => ({ file: "b.spec.ts", line, column: 3 }));
    const journeys = listJourneyPlaces(writeReport({ suites: [{ specs }] }));
    expect(toKindsLine([{}, { places: units }, { places: journeys }])).toBe(
      "2 tests were written one by one, 5 are rows of 2 tables.",
    );
  });
});

describe("toTotalLine", () => {
  it("adds up the stages", () => {
    expect(
      toTotalLine([
        { passed: 1, failed: 0 },
        { passed: 20, failed: 2 },
      ]),
    ).toBe("21 passed, 2 failed");
  });
});
