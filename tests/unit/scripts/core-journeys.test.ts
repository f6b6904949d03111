import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const folder = join(import.meta.dirname, "../../e2e");

/** What takes long for what it shows, or shows again at length what a journey of `npm test` shows once. */
const atLength = {
  "all-odd-texts": "every odd text in turn; odd-texts has one of each cost",
  functions: "reads a whole build; the limit is far",
  instances: "a minute and a half; hand-over and the crash tests take over as well",
  "long-list": "ten thousand conversations are written first",
  reconnect: "waits for a restart and ten seconds offline; survive does both",
};

it("npm test walks at least one journey of each subject, but of those that are named", () => {
  const subjects = readdirSync(folder)
    .filter((name) => name.endsWith(".spec.ts"))
    .filter((name) => !readFileSync(join(folder, name), "utf8").includes("@core"))
    .map((name) => name.replace(".spec.ts", ""));
  expect(subjects).toEqual(Object.keys(atLength).sort());
});
