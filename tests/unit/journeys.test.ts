import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { askedLists } from "@/tests/e2e/asked-lists";
import { oddRoutes } from "@/tests/e2e/odd-text-routes";
import { forms, questions } from "@/tests/e2e/walked-dialogs";

/** Dialogs with steps of their own: the journey that opens each, and what shows that it does. */
const elsewhere: Record<string, [spec: string, shown: string]> = {
  "admin/admin-shell": ["find", "打开菜单"],
  "admin/agents/agent-editor": ["agents", "Delete Clerk?"],
  "admin/audit-dialog": ["alerts", "in the history"],
  "admin/draft-list": ["laboratory", "Delete the draft"],
  "admin/find/find-dialog": ["find", '"Find a setting"'],
  "admin/laboratory/experiment-card": ["laboratory", "丢弃"],
  "admin/laboratory/pair-dialog": ["laboratory", "Which answer is better?"],
  "admin/laboratory/question-form": ["laboratory", "A question"],
  "admin/laboratory/rated-questions": ["laboratory", '"From rated answers"'],
  "admin/mcp/server-card": ["tool-servers", "Remove : lookout"],
  "admin/people/invitations-page": ["people", "Invitation sent again"],
  "admin/people/person-dialogs": ["people", "Delete account"],
  "admin/mcp/try-dialog": ["tool-servers", "Try get-sum"],
  "admin/model-picker": ["first-minute", '"Add a model"'],
  "admin/settings-bar": ["laboratory", "Keep these changes as a draft"],
  "admin/settings-provider": ["laboratory", "Leave without publishing?"],
  "admin/people/quota-dialog": ["dialogs", "Messages per day"],
  "admin/side-sheet": ["tool-servers", "1 exception: Get sum"],
  "chat/suggestions/variable-form": ["prompts", "/visit"],
  "evidence/evidence-panel": ["evidence", '"Evidence"'],
  "library/document-form": ["documents", "Edit details"],
  "library/document-row": ["documents", 'getByRole("button", { name: "Delete" })'],
  "markdown/diagram": ["comforts", '"Diagram"'],
  "markdown/link-dialog": ["approval", "Open this address?"],
  "sharing/share-dialog": ["evidence", "Share or export"],
  "shell/palette/palette-frame": ["search", "Go to anything"],
  "shell/palette/shortcuts-dialog": ["dialogs", "Keyboard shortcuts"],
  "shell/shell": ["search", "Open the menu"],
  "workflows/difference-dialog": ["workflows", "const difference"],
  "workflows/run-form": ["workflows", "const run"],
  "workflows/watch-form": ["workflows", "Watch this answer"],
};
/** Dialogs that need two people, a mail server, a change that is not saved, or a picture; they are drawn by the same two components. */
const undriven = [
  "admin/agents/agent-history",
  "admin/alert-receivers",
  "admin/backup-section",
  "admin/conflict-dialog",
  "admin/history/settings-history",
  "chat/composer/picture-button",
];

/** Lists that come with their page, or stand in the page of one record. */
const given = [
  "account/session-list",
  "admin/agents/agent-history",
  "admin/agents/tool-fields",
  "admin/audit-dialog",
  "admin/backup-section",
  "admin/history/settings-history",
  "admin/laboratory/rated-questions",
  "documents/scope-list",
  "admin/people/person-page",
  "library/collection-page",
  "settings/prompt-list",
  "shell/conversations/archive-page",
  "workflows/workflows-page",
];

/** Files below `components` that draw one of these, without `.tsx`. */
const listUsers = (element: RegExp): string[] =>
  globSync("components/**/*.tsx")
    .filter((file) => element.test(readFileSync(file, "utf8")))
    .map((file) => file.slice("components/".length, -".tsx".length))
    .filter((file) => !file.startsWith("ui/"))
    .sort();

it("every dialog of the product is opened by a journey", () => {
  const walked = [...forms, ...questions].map(({ source }) => source);
  expect(listUsers(/<(Modal|Dialog|ConfirmDialog|Drawer)\b/)).toEqual(
    [...walked, ...Object.keys(elsewhere), ...undriven].sort(),
  );
  for (const [spec, shown] of Object.values(elsewhere))
    expect(readFileSync(`tests/e2e/${spec}.spec.ts`, "utf8")).toContain(shown);
});

it("every list of the product is seen slow and failing by a journey, or comes with its page", () => {
  const known = [...askedLists.map(({ source }) => source), ...given];
  expect(listUsers(/<ResourceList\b/)).toEqual(known.sort());
});

it("every page and route is asked for with odd texts, or says why it shows none", () => {
  const files = globSync("app/**/{page,route}.{ts,tsx}").map((file) => dirname(file).slice("app/".length));
  expect(Object.keys(oddRoutes).sort()).toEqual(files.sort());
});
