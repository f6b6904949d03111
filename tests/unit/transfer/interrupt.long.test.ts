import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";
import { exportPlace, fillPlace, openPlace, openStores, readPlace } from "./places";
import { runData, startData, waitForBytes } from "./run-data";

const documents = 20_000;
const shared = mkdtempSync(join(tmpdir(), "sextant-data-"));
const source = join(shared, "source");
const whole = join(shared, "whole.jsonl");
let held: Map<string, unknown>;
let folder: string;
let file: string;

// Made once, since no test changes it: an export only reads.
beforeAll(async () => {
  const place = await openStores(source);
  await fillPlace(place, { documents, files: 12 });
  held = await readPlace(place);
  await exportPlace(place, whole);
  await place.store.close();
});
afterAll(() => rmSync(shared, { recursive: true, force: true }));
beforeEach(() => {
  folder = makeTemporaryFolder();
  file = join(folder, "export.jsonl");
});

async function readFolder(dataDir: string): Promise<Map<string, unknown>> {
  const place = await openPlace(dataDir);
  const found = await readPlace(place);
  await place.store.close();
  return found;
}

describe("npm run data", { timeout: 90_000 }, () => {
  it("moves 20,000 documents in a heap that could not hold them, and prints counts and hashes", async () => {
    const nodeFlags = ["--max-old-space-size=24", "--max-semi-space-size=2"];
    const exported = await runData(source, ["export", file], { nodeFlags });
    expect(exported).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /^20,000 documents and 12 files .*\ndocuments [0-9a-f]{64}\nfiles {5}[0-9a-f]{64}\n$/,
      ),
    });
    expect(statSync(file).size).toBeGreaterThan(28_000_000);
    const target = join(folder, "target");
    const imported = await runData(target, ["import", file], { nodeFlags });
    expect(imported).toMatchObject({
      code: 0,
      output: expect.stringContaining("20000 and 12 of them were written now"),
    });
    expect(imported.output.split("\n").slice(1)).toEqual(exported.output.split("\n").slice(1));
    expect(await readFolder(target)).toEqual(held);
  });

  it("goes on with an export that was killed in the middle, to the same file as without", async () => {
    const run = startData(source, ["export", file]);
    await waitForBytes([`${file}.partial`], 5_000_000);
    run.kill("SIGKILL");
    expect((await run.end).signal).toBe("SIGKILL");
    expect(existsSync(file)).toBe(false);
    const kept = readFileSync(`${file}.partial`);
    expect(await runData(source, ["export", file])).toMatchObject({ code: 0 });
    // It was taken up, not begun anew: the time in the header is the first call's.
    const header = (bytes: Buffer) => bytes.subarray(0, bytes.indexOf("\n")).toString();
    expect(header(readFileSync(file))).toBe(header(kept));
    const body = (path: string) => readFileSync(path, "utf8").split("\n").slice(1, -2).join("\n");
    expect(body(file) === body(whole)).toBe(true);
    expect(await runData(join(folder, "target"), ["import", file])).toMatchObject({ code: 0 });
  });

  it("goes on with an import that was killed in the middle", async () => {
    const target = join(folder, "target");
    const run = startData(target, ["import", whole]);
    await waitForBytes([join(target, "sextant.db"), join(target, "sextant.db-wal")], 8_000_000);
    run.kill("SIGKILL");
    expect((await run.end).signal).toBe("SIGKILL");
    const there = [...(await readFolder(target)).keys()].filter((path) => path.startsWith("users/")).length;
    expect(there).toBeGreaterThan(0);
    expect(there).toBeLessThan(documents);
    const second = await runData(target, ["import", whole]);
    expect(second).toMatchObject({
      code: 0,
      output: expect.stringContaining(`${documents - there} and 12 of them were written now`),
    });
    expect(await readFolder(target)).toEqual(held);
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "stops at %s with a state from which the next call goes on",
    async (signal) => {
      const run = startData(source, ["export", file]);
      await waitForBytes([`${file}.partial`], 2_000_000);
      run.kill(signal);
      expect(await run.end).toMatchObject({
        code: 130,
        errors: expect.stringContaining("Run the same command again to go on."),
      });
      expect(await runData(source, ["export", file])).toMatchObject({ code: 0 });
      expect(await runData(join(folder, "target"), ["import", file])).toMatchObject({ code: 0 });
    },
  );
});
