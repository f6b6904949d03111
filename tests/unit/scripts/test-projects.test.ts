import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listTestFiles, toProject } from "@/scripts/lib/test-projects.mjs";

describe("the projects of tests", () => {
  it("hold every test file once", () => {
    const files = readdirSync("tests/unit", { recursive: true, encoding: "utf8" });
    const tests = files.filter((name) => /\.test\.tsx?$/.test(name)).map((name) => `tests/unit/${name}`);
    const listed = (["unit", "integration", "long", "evaluation"] as const).flatMap((project) =>
      listTestFiles(project),
    );
    expect(listed.toSorted()).toEqual([...tests, "tests/architecture.test.ts"].toSorted());
  });

  it("put what is pure into unit, and what opens a store, a server or the disk into integration", () => {
    expect(toProject("tests/unit/proxy.test.ts")).toBe("unit");
    expect(toProject("tests/unit/store/embedded.test.ts")).toBe("integration");
    expect(toProject("tests/unit/docs.test.ts")).toBe("integration");
  });

  it("look through the helpers that a test imports", () => {
    expect(toProject("tests/unit/transfer/move.test.ts")).toBe("integration");
  });

  it("put apart what says that it takes long", () => {
    expect(toProject("tests/unit/transfer/old-store.long.test.ts")).toBe("long");
  });
});
