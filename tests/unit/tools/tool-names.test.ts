import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { toolNames } from "@/lib/tools/catalog";

const root = resolve(import.meta.dirname, "../../..");

/** Files outside of the tools' rooms that may name a tool, each with why. */
const mayName: Record<string, string> = {
  "lib/tools/catalog.ts": "the list of the tools",
  "components/tools/views.ts": "the list of their views",
  "lib/agent/prompt.ts": "what the model is told of searching, reading and recalling",
  "lib/agent/context/results.ts": "how the model gets a shortened result whole",
  "lib/agent/context/history.ts": "how the model gets a shortened result whole",
  "lib/agent/context/leave-out.ts": "how the model gets a shortened result whole",
  "lib/runs/context/model-messages.ts": "whether earlier messages can be recalled",
  "lib/tools/find-passages.ts": "what both searches of documents tell the model",
  "lib/runs/opening/reply-documents.ts": "which calls count as searches of documents",
  "lib/runs/turn/offer-tools.ts": "a reply without anything to recall is not offered that",
  "lib/plans/helpers.ts": "what each helper may use",
  "lib/plans/ask-plan.ts": "how a step runs a workflow",
  "lib/runs/plan/make-plan.ts": "whoever makes a plan is told the workflows where a step may run them",
  "lib/runs/opening/open-context.ts": "a step may ask helpers, down to a depth",
  "lib/laboratory/rated-questions.ts": "an answer that searched",
  "lib/laboratory/to-trial.ts": "an answer that searched",
  "lib/runs/plan/run-workflow.ts": "what a workflow that was run cost",
  "lib/runs/replay/branch-work.ts": "what a run made again may not use",
  "lib/runs/turn/run-tools.ts": "which engines a search asked",
  "lib/runs/turn/start-trial.ts": "what is private to who asks is left out",
  "lib/runs/context/read-context.ts": "what a search of earlier conversations cost",
  "lib/runs/plan/step-starts.ts": "how a step gets a shortened result whole",
  "lib/runs/plan/ask-helper.ts": "what a helper that was asked cost",
  "lib/runs/plan/results.ts": "what a helper found is a step's own",
  "lib/protocol/person-questions.ts": "the tool by which the model asks the person",
  "components/chat/approvals/approval-card.tsx": "a question of the model is answered, not allowed",
  "components/chat/work/open-points.tsx": "what was asked for by name and failed is said in the open",
  "lib/client/message/approvals.ts": "what the person answered to a question of the model",
  "lib/client/message/found-pages.ts": "a page is a chip of its own while it is read",
  "lib/runs/approvals/consent-view.ts": "what is recalled keeps the origin that it had",
  "lib/runs/answer/keep-memories.ts": "facts that were saved need not be found again in the question",
  "lib/data/quotas.ts": "a person's own limit of searches",
  "lib/data/quota-rules.ts": "a person's own limit of searches",
  "lib/protocol/settings-fields.ts": "the limit of searches that is set by default",
  "components/admin/people/quota-dialog.tsx": "the limit of searches that the settings give to everybody",
};
/** The offline model is a model: it calls tools by their names. Rooms name themselves. */
const rooms = /^(lib\/models\/offline|lib\/tools\/[^/]+|components\/tools)\//;

it("no file outside of a tool's own rooms names it, but for these", () => {
  const names = new RegExp(
    `\\b(tool-)?(${toolNames.filter((name) => name.includes("_")).join("|")})\\b|"(tool-)?(${toolNames.filter((name) => !name.includes("_")).join("|")})"`,
  );
  const naming = ["lib", "components", "app"]
    .flatMap(listSources)
    .filter(
      (path) => !rooms.test(path) && names.test(withoutComments(readFileSync(join(root, path), "utf8"))),
    );
  expect(naming.filter((path) => !(path in mayName))).toEqual([]);
});

function listSources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}
