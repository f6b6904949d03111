import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listHeaviest, measureFunctions } from "@/scripts/lib/measure-functions.mjs";

let folder: string;

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sextant-functions-"));
  write("node_modules/a/a.js", "a".repeat(1000));
  write("node_modules/@b/c/c.js", "c".repeat(200));
  write(".next/next-server.js.nft.json", JSON.stringify({ files: ["../node_modules/a/a.js"] }));
  write(".next/server/instrumentation.js.nft.json", JSON.stringify({ files: ["../../node_modules/a/a.js"] }));
  write(".next/server/app/(chat)/c/[id]/page.js", "page");
  write(
    ".next/server/app/(chat)/c/[id]/page.js.nft.json",
    JSON.stringify({ files: ["../../../../../../node_modules/a"] }),
  );
  write(".next/server/app/api/chat/route.js", "route");
  write(
    ".next/server/app/api/chat/route.js.nft.json",
    JSON.stringify({
      files: ["../../../../../node_modules/@b/c/c.js", "../../../../../node_modules/a/a.js"],
    }),
  );
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("measureFunctions", () => {
  it("counts each file of a route, the start hook and the server once, and names the largest first", () => {
    const sizes = measureFunctions(".next", { folder });
    expect(sizes.map(({ route, bytes }) => [route, bytes])).toEqual([
      ["/api/chat", 1205],
      ["/c/[id]", 1004],
    ]);
  });

  it("counts what compression leaves", () => {
    const [largest] = measureFunctions(".next", { folder });
    expect(largest?.zipped).toBeLessThan(300);
  });

  it("names the files, and the packages by weight", () => {
    const [largest] = measureFunctions(".next", { folder });
    expect(largest?.files.sort()).toEqual([
      ".next/server/app/api/chat/route.js",
      "node_modules/@b/c/c.js",
      "node_modules/a/a.js",
    ]);
    expect(largest && listHeaviest(largest, { folder, count: 2 })).toEqual([
      ["node_modules/a", 1000],
      ["node_modules/@b/c", 200],
    ]);
  });
});
