import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";
import { exportPlace, fillPlace, openPlace } from "./places";
import { runData } from "./run-data";

let folder: string;
let source: string;
let file: string;

beforeEach(async () => {
  folder = makeTemporaryFolder();
  source = join(folder, "source");
  file = join(folder, "export.jsonl");
  const place = await openPlace(source);
  await fillPlace(place, { documents: 200, files: 2 });
  await place.store.close();
});

describe("npm run data with what cannot be", () => {
  it("refuses a store that a server holds, and leaves no file", async () => {
    await openPlace(source);
    const refused = {
      code: 1,
      output: "",
      errors: `${source} is in use by process ${process.pid}. Stop it first, or use another DATA_DIR.\n`,
    };
    expect(await runData(source, ["export", file])).toMatchObject(refused);
    expect(existsSync(`${file}.partial`)).toBe(false);
    const other = await openPlace();
    await exportPlace(other, file);
    expect(await runData(source, ["import", file])).toMatchObject(refused);
  });

  it("does not touch the store for a file that was cut in half", async () => {
    await runData(source, ["export", file]);
    writeFileSync(file, readFileSync(file).subarray(0, statSync(file).size / 2));
    const target = join(folder, "target");
    const refused = {
      code: 1,
      errors: expect.stringMatching(/ends in the middle: it was cut off\. Nothing was imported\.\n$/),
    };
    expect(await runData(target, ["import", file])).toMatchObject(refused);
    expect(existsSync(target)).toBe(false);
  });

  it("does not go on with the partial file of another store or with a damaged one", async () => {
    const other = await openPlace();
    await exportPlace(other, join(folder, "other"));
    writeFileSync(`${file}.partial`, readFileSync(join(folder, "other")));
    const refused = {
      code: 1,
      errors: `${file}.partial is not the beginning of an export of this store. Delete it to begin anew.\n`,
    };
    expect(await runData(source, ["export", file])).toMatchObject(refused);
    writeFileSync(`${file}.partial`, "");
    appendFileSync(`${file}.partial`, "nonsense\n");
    expect(await runData(source, ["export", file])).toMatchObject(refused);
  });

  it("explains itself when asked for something else", async () => {
    const wrong = [
      [],
      ["export"],
      ["import", "a", "b"],
      ["export", "a", "--merge"],
      ["delete", "a"],
      ["import", "a", "--force"],
    ];
    const runs = await Promise.all(wrong.map((args) => runData(source, args)));
    expect(runs.map(({ code }) => code)).toEqual(wrong.map(() => 2));
    expect(new Set(runs.map(({ errors }) => errors.includes("npm run data -- export FILE")))).toEqual(
      new Set([true]),
    );
  });

  it("names a setting that is wrong", async () => {
    const env = { STORE: "firestore", AUTH_SECRET: "" };
    expect(await runData(source, ["export", file], { env })).toMatchObject({
      code: 1,
      errors: expect.stringContaining("FIREBASE_PROJECT_ID"),
    });
  });
});
