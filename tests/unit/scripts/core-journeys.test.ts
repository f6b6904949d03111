import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const folder = join(import.meta.dirname, "../../e2e");

/** What takes long for what it shows, or shows again at length what a journey of `npm test` shows once. */
const atLength = {
  "admin-watch": "runs walks a run's page; the tests of the overview and of runs hold its figures",
  agents: "over a minute; laboratory publishes an agent, and the tests of agents hold who may use it",
  "all-odd-texts": "every odd text in turn; odd-texts has one of each cost",
  choosing: "checks each menu in both themes; choice-menus.test.tsx holds what they offer",
  comforts: "spacing, selecting and tables: nothing is lost where they fail",
  "follow-ups": "ten seconds; the tests of replies hold who asks for them and when",
  functions: "reads a whole build; the limit is far",
  "hand-over": "real leases; kill and survive take over as well",
  instances: "a minute and a half; the tests of two instances take over as well",
  "long-list": "ten thousand conversations are written first",
  mentions: "the tests of mentions hold who answers and what is read",
  metrics: "the tests of alerts and of the overview hold its figures",
  "plan-stories": "plans walks one",
  playground: "the tests of replays hold what is asked again",
  prompts: "the tests of prompts hold who has them and who changes them",
  "runs-support": "runs walks a run's page, and the routes' tests who reads it",
  signals: "answer-signal.test.ts holds when a sound or notice is due",
  "source-pictures": "the tests of sources and icons hold what it shows",
  "tool-servers": "40 s; the tests of tool servers hold pins and reviews over the wire",
  unset: "alerts arms a rule, which begins in the same way",
  workflows: "48 s; the tests of watches and workflows hold what is asked and compared",
};

it("npm test walks at least one journey of each subject, but of those that are named", () => {
  const subjects = readdirSync(folder)
    .filter((name) => name.endsWith(".spec.ts"))
    .filter((name) => !readFileSync(join(folder, name), "utf8").includes("@core"))
    .map((name) => name.replace(".spec.ts", ""));
  expect(subjects).toEqual(Object.keys(atLength).sort());
});
