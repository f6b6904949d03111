type Form = Record<"source" | "title" | "at" | "opener" | "typed", string> & {
  first: string | RegExp;
  then: "closes" | "complains" | "warns";
};

/**
 * Where each form is opened, what has the focus, and what Enter comes to with these words in it.
 * `tests/unit/journeys.test.ts` compares the sources, files below `components`, with those that there are.
 */
export const forms: Form[] = [
  {
    ...{ source: "shell/conversations/folder-form", title: "New folder", at: "/" },
    ...{ opener: "New folder", first: "Name", typed: "Boats", then: "closes" },
  },
  {
    ...{ source: "library/collection-form", title: "New collection", at: "/library" },
    ...{ opener: "New collection", first: "Name", typed: "Ships", then: "closes" },
  },
  {
    ...{ source: "settings/prompt-form", title: "New prompt", at: "/settings" },
    ...{ opener: "New prompt", first: "Name", typed: "trip", then: "complains" },
  },
  {
    ...{ source: "memory/fact-dialog", title: "Add a memory", at: "/memory" },
    ...{ opener: "Add a memory", first: "What to remember", typed: "ab", then: "complains" },
  },
  {
    ...{ source: "admin/mcp/server-form", title: "Add a server", at: "/admin/mcp" },
    ...{ opener: "Add a server", first: "Name", typed: "maps", then: "complains" },
  },
  {
    ...{ source: "admin/people/invite-form", title: "Invite people", at: "/admin/people" },
    ...{ opener: "Invite people", first: "Addresses", typed: "nobody", then: "complains" },
  },
  {
    ...{ source: "workflows/workflow-form", title: "New workflow", at: "/settings/workflows" },
    ...{ opener: "New workflow", first: "Name", typed: "Tides", then: "complains" },
  },
  {
    ...{ source: "account/delete-account", title: "Delete the account", at: "/account" },
    ...{ opener: "Delete my account", first: /^Type ada/, typed: "bob@b.example", then: "warns" },
  },
];

/** What asks first, and what there has to be before it can. `menu`: what it is chosen from. */
export const questions = [
  {
    ...{ source: "memory/memory-page", title: "Forget everything?", at: "/memory", menu: null },
    ...{ opener: "Forget everything", path: "/api/memories", made: { content: "Sails on Sundays" } },
  },
  {
    ...{ source: "settings/prompt-list", title: "Delete “tides”?", at: "/settings", menu: null },
    ...{
      opener: "Delete “tides”",
      path: "/api/prompts",
      made: { name: "tides", text: "When is high tide?" },
    },
  },
  {
    ...{ source: "library/collection-menu", title: "Delete “Charts”?", at: "/library", opener: "Delete" },
    ...{ menu: "Actions for “Charts”", path: "/api/collections", made: { name: "Charts", description: "" } },
  },
];
