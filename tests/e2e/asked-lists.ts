/** Pages whose list the browser asks for: where, of whom, and what stands there on a new site. */
export const askedLists = [
  { source: "memory/memory-page", at: "/memory", asks: "/api/memories", then: "No memories yet." },
  { source: "library/library-page", at: "/library", asks: "/api/collections", then: "Handbook" },
  { source: "runs/runs-page", at: "/runs", asks: "/api/runs", then: "No runs match." },
  { source: "account/usage-month", at: "/account", asks: "/api/usage", then: "No answers in the last" },
  {
    source: "admin/draft-list",
    at: "/admin/laboratory#drafts",
    asks: "/api/admin/settings/drafts",
    then: "No drafts.",
  },
  {
    source: "admin/people/sign-up-choice",
    at: "/admin/people",
    asks: "/api/admin/sign-up",
    then: "Sign-up without an invitation",
  },
  {
    source: "admin/people/shared-pages",
    at: "/admin/people",
    asks: "/api/admin/shares",
    then: "No shared pages.",
  },
  {
    source: "admin/pages/alerts-page",
    at: "/admin/alerts",
    asks: "/api/admin/alerts",
    then: "No alert is open.",
  },
  {
    source: "admin/breaker-section",
    at: "/admin/search",
    asks: "/api/admin/breakers",
    then: "every last call worked",
  },
];
