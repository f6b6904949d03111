import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import watched from "@/tests/fixtures/watched-packages.json";

/**
 * What signs people in and what reads a stranger's bytes, each with the day on which its version was compared
 * with the registry's newest (`npm view <name> version`), and why another one is held.
 */
type Watched = Record<string, { version: string; lookedAt: string; held?: string }>;
const list: Watched = watched;

const mostDays = 60;
const day = 86_400_000;

/** What has to be compared with the registry again, and raised. */
const listDue = (packages: Watched, now: number): string[] =>
  Object.entries(packages)
    .filter(([, { lookedAt }]) => now - Date.parse(lookedAt) > mostDays * day)
    .map(
      ([name, { version, lookedAt }]) => `${name} ${version} was compared with the registry on ${lookedAt}`,
    );

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, { version: string }>;
};

describe("packages that sign people in or read a stranger's bytes", () => {
  it("are the versions that were compared with the registry", () => {
    const installed = Object.keys(list).map((name) => [name, packages[`node_modules/${name}`]?.version]);
    expect(Object.fromEntries(installed)).toEqual(
      Object.fromEntries(Object.entries(list).map(([name, { version }]) => [name, version])),
    );
  });

  it("are named once they were compared over 60 days ago", () => {
    const two: Watched = {
      "a-parser": { version: "1.0.0", lookedAt: "2026-09-01" },
      "b-parser": { version: "2.0.0", lookedAt: "2026-10-01" },
    };
    expect(listDue(two, Date.parse("2026-11-26"))).toEqual([
      "a-parser 1.0.0 was compared with the registry on 2026-09-01",
    ]);
  });

  it("were compared within 60 days", () => {
    expect(listDue(list, Date.now())).toEqual([]);
  });
});
