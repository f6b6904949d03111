import { describe, expect, it } from "vitest";
import { listNeededPackages, type LockedPackages } from "@/tests/bench/install-bare";

const locked: LockedPackages = {
  "": {},
  "node_modules/app": { dependencies: { shared: "1", own: "1" }, peerDependencies: { missing: "1" } },
  "node_modules/app/node_modules/own": {
    dependencies: { shared: "1" },
    optionalDependencies: { native: "1" },
  },
  "node_modules/native": {},
  "node_modules/own": {},
  "node_modules/shared": { dependencies: { app: "1" } },
  "node_modules/unused": {},
};

describe("the packages of the bare application", () => {
  it("are those it names and all that these ask for, nearest first, once each", () => {
    expect(listNeededPackages(locked, ["app"])).toEqual([
      "node_modules/app",
      "node_modules/app/node_modules/own",
      "node_modules/native",
      "node_modules/shared",
    ]);
  });

  it("leave out what is not installed", () => {
    expect(listNeededPackages(locked, ["missing"])).toEqual([]);
  });
});
