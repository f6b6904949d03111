import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const folder = join(import.meta.dirname, "../../e2e");

/** What takes long for what it shows, or shows again at length what a journey of `npm test` shows once. */
const atLength = {
  "all-odd-texts": "every odd text in turn; odd-texts has one of each cost",
  "follow-ups": "ten seconds; the tests of replies hold who asks for them and when",
  functions: "reads a whole build; the limit is far",
  "hand-over": "real leases; kill and survive take over as well",
  instances: "a minute and a half; the tests of two instances take over as well",
  lists: "the tests of list pages draw each state; this walks them with a slow and a failing server",
  "long-list": "ten thousand conversations are written first",
  metrics: "the tests of alerts and of the overview hold its figures",
  "plan-stories": "plans walks one",
  "runs-support": "runs walks a run's page, and the routes' tests who reads it",
  "source-pictures": "the tests of sources and icons hold what it shows",
};

it("npm test walks at least one journey of each subject, but of those that are named", () => {
  const subjects = readdirSync(folder)
    .filter((name) => name.endsWith(".spec.ts"))
    .filter((name) => !readFileSync(join(folder, name), "utf8").includes("@core"))
    .map((name) => name.replace(".spec.ts", ""));
  expect(subjects).toEqual(Object.keys(atLength).sort());
});
