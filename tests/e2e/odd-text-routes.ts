import { exportFormats } from "@/lib/features/evidence/shape/evidence";
import type { Records } from "./odd-text-records";

/** What is asked: a path to get, or a body to send there. */
export type Asked = string | { path: string; body: unknown };
/** `isFile`: it is written in a thread, for which a file has more time. */
export type OddRoute = { ask: (records: Records) => Asked[]; isFile?: true } | { without: string };

const exports = (path: string, formats: readonly string[]) =>
  formats.map((format) => `${path}/export?format=${format}`);
const search = (text: string) => encodeURIComponent(text.slice(0, 90).trim() || "x");
const page = (path: string): OddRoute => ({ ask: () => [path] });
const changes: OddRoute = { without: "it changes something and answers with what it was sent, or nothing" };
const noText: OddRoute = { without: "it shows settings, names and numbers" };
const signIn: OddRoute = { without: "a form of signing in" };
const bytes: OddRoute = { without: "it sends bytes as they are" };
const site: OddRoute = { without: "the site's own call, by signature" };

/**
 * Every page and route below `app`, by its folder: what is asked of it with an odd text in everything that is
 * kept, or why it shows no such text.
 */
export const oddRoutes: Record<string, OddRoute> = {
  "(account)/(entry)/forgot-password": signIn,
  "(account)/(entry)/reset-password": signIn,
  "(account)/(entry)/sign-in": signIn,
  "(account)/(entry)/sign-up": signIn,
  "(account)/account": page("/account"),
  "(chat)": page("/"),
  "(chat)/archive": page("/archive"),
  "(chat)/c/[id]": { ask: ({ conversation }) => [`/c/${conversation}`] },
  "(chat)/library": page("/library"),
  "(chat)/library/collections/[id]": { ask: ({ collection }) => [`/library/collections/${collection}`] },
  "(chat)/library/documents/[id]": { ask: ({ document }) => [`/library/documents/${document}`] },
  "(chat)/memory": page("/memory"),
  "(chat)/runs": page("/runs"),
  "(chat)/runs/[id]": { ask: ({ run }) => [`/runs/${run}`] },
  "(chat)/runs/[id]/playground": { ask: ({ run }) => [`/runs/${run}/playground?call=2`] },
  "(chat)/runs/all": page("/runs/all"),
  "(chat)/runs/compare": { ask: ({ run, otherRun }) => [`/runs/compare?a=${run}&b=${otherRun}`] },
  "(chat)/settings": page("/settings"),
  "(chat)/settings/workflows": page("/settings/workflows"),
  "(print)/c/[id]/print": { ask: ({ conversation }) => [`/c/${conversation}/print`] },
  "(print)/c/[id]/print/[messageId]": {
    ask: ({ conversation, reply }) => [`/c/${conversation}/print/${reply}`],
  },
  "(shared)/s/[token]": { ask: ({ share }) => [share] },
  admin: page("/admin"),
  "admin/agent": page("/admin/agent"),
  "admin/agents": page("/admin/agents"),
  "admin/agents/[id]": { ask: ({ agent }) => [`/admin/agents/${agent}`] },
  "admin/alerts": page("/admin/alerts"),
  "admin/audit": page("/admin/audit"),
  "admin/laboratory": page("/admin/laboratory"),
  "admin/mcp": page("/admin/mcp"),
  "admin/models": page("/admin/models"),
  "admin/people": page("/admin/people"),
  "admin/search": page("/admin/search"),
  "admin/tools": page("/admin/tools"),
  "api/[...rest]": noText,
  "api/account": noText,
  "api/account/export": { ask: () => ["/api/account/export"], isFile: true },
  "api/account/sessions": noText,
  "api/account/sessions/[id]": changes,
  "api/account/sign-out-everywhere": changes,
  "api/admin/alerts": noText,
  "api/admin/alerts/[id]": changes,
  "api/admin/breakers": noText,
  "api/admin/experiments": page("/api/admin/experiments"),
  "api/admin/experiments/[id]": { without: "answers of its own making, compared by a model" },
  "api/admin/experiments/[id]/pairs/[questionId]": { without: "two answers as they are" },
  "api/admin/experiments/[id]/publish": changes,
  "api/admin/experiments/estimate": noText,
  "api/admin/hints": noText,
  "api/admin/invitations": noText,
  "api/admin/invitations/[id]": changes,
  "api/admin/keys": changes,
  "api/admin/mcp": noText,
  "api/admin/mcp/[id]": changes,
  "api/admin/mcp/[id]/sign-in": changes,
  "api/admin/mcp/[id]/test": { without: "it asks a tool server, whose answer has a size" },
  "api/admin/mcp/signed-in": signIn,
  "api/admin/models": noText,
  "api/admin/models/server": noText,
  "api/admin/models/test": noText,
  "api/admin/nightly": page("/api/admin/nightly"),
  "api/admin/overview": page("/api/admin/overview"),
  "api/admin/people": noText,
  "api/admin/people/[id]": changes,
  "api/admin/people/[id]/reset-link": changes,
  "api/admin/questions": page("/api/admin/questions"),
  "api/admin/questions/[id]": changes,
  "api/admin/questions/rated": page("/api/admin/questions/rated"),
  "api/admin/ratings": noText,
  "api/admin/runs": page("/api/admin/runs"),
  "api/admin/runs/[id]/stop": changes,
  "api/admin/runs/recorded": page("/api/admin/runs/recorded"),
  "api/admin/search/test": { without: "it asks a search engine, whose answer has a size" },
  "api/admin/settings": page("/api/admin/settings"),
  "api/admin/settings/revert": changes,
  "api/admin/settings/versions": page("/api/admin/settings/versions"),
  "api/admin/shares": noText,
  "api/admin/shares/[id]": changes,
  "api/agents": page("/api/agents"),
  "api/agents/[id]": { ask: ({ agent }) => [`/api/agents/${agent}`] },
  "api/agents/[id]/revert": changes,
  "api/agents/[id]/versions": { ask: ({ agent }) => [`/api/agents/${agent}/versions`] },
  "api/audit": noText,
  "api/auth/[...path]": signIn,
  "api/chat": { without: "it makes a reply; its functions are held to their times one by one" },
  "api/chat/[id]/answers/[questionId]": changes,
  "api/chat/[id]/approvals/[approvalId]": changes,
  "api/chat/[id]/steer": changes,
  "api/chat/[id]/steer/[messageId]": changes,
  "api/chat/[id]/stop": changes,
  "api/chat/[id]/stream": { ask: ({ conversation }) => [`/api/chat/${conversation}/stream`] },
  "api/collections": page("/api/collections"),
  "api/collections/[id]": { ask: ({ collection }) => [`/api/collections/${collection}`] },
  "api/collections/[id]/documents": { ask: ({ collection }) => [`/api/collections/${collection}/documents`] },
  "api/collections/[id]/documents/[documentId]": {
    ask: ({ collection, document }) => [`/api/collections/${collection}/documents/${document}`],
  },
  "api/collections/search": {
    ask: ({ text }) => [{ path: "/api/collections/search", body: { query: text.slice(0, 900) } }],
  },
  "api/conversations": {
    ask: ({ text }) => ["/api/conversations", `/api/conversations?q=${search(text)}`],
  },
  "api/conversations/[id]": { ask: ({ conversation }) => [`/api/conversations/${conversation}`] },
  "api/conversations/[id]/evidence/[evidenceId]": {
    ask: ({ conversation, evidence }) => [`/api/conversations/${conversation}/evidence/${evidence}`],
  },
  "api/conversations/[id]/export": {
    ask: ({ conversation }) => exports(`/api/conversations/${conversation}`, exportFormats),
    isFile: true,
  },
  "api/conversations/[id]/icon": bytes,
  "api/conversations/[id]/messages/[messageId]/claims": {
    ask: ({ conversation, reply }) => [`/api/conversations/${conversation}/messages/${reply}/claims`],
  },
  "api/conversations/[id]/messages/[messageId]/export": {
    ask: ({ conversation, reply }) =>
      exports(`/api/conversations/${conversation}/messages/${reply}`, [
        ...["markdown", "html", "docx", "json", "bibtex"],
      ]),
    isFile: true,
  },
  "api/conversations/[id]/messages/[messageId]/rating": changes,
  "api/conversations/[id]/share": {
    ask: ({ conversation }) => [
      `/api/conversations/${conversation}/share`,
      { path: `/api/conversations/${conversation}/share`, body: {} },
    ],
  },
  "api/files": { without: "it takes a file, which a thread reads" },
  "api/files/[id]": { ask: ({ document }) => [`/api/files/${document}`] },
  "api/files/[id]/text": { ask: ({ document }) => [`/api/files/${document}/text`] },
  "api/files/uploads/[id]": changes,
  "api/files/uploads/[id]/[part]": changes,
  "api/files/uploads/[id]/complete": changes,
  "api/folders": page("/api/folders"),
  "api/folders/[id]": changes,
  "api/health": noText,
  "api/image": bytes,
  "api/internal/runs/[id]/resume": site,
  "api/internal/sweep": site,
  "api/memories": page("/api/memories"),
  "api/memories/[id]": changes,
  "api/memories/export": { ask: () => ["/api/memories/export"], isFile: true },
  "api/metrics": noText,
  "api/network": noText,
  "api/pdf/[folder]/[name]": bytes,
  "api/preferences": page("/api/preferences"),
  "api/prompts": page("/api/prompts"),
  "api/prompts/[id]": changes,
  "api/runs": { ask: ({ text }) => ["/api/runs", `/api/runs?text=${search(text)}`] },
  "api/runs/[id]": { ask: ({ run }) => [`/api/runs/${run}`] },
  "api/runs/[id]/plan": { without: "the steps of a plan, whose texts have lengths" },
  "api/runs/[id]/playground": { without: "it asks a model; what it compares then is compared as runs are" },
  "api/runs/[id]/playground/estimate": {
    ask: ({ run, text }) => [
      {
        path: `/api/runs/${run}/playground/estimate`,
        body: { call: 2, messages: [{ role: "user", content: [{ type: "text", text }] }] },
      },
    ],
  },
  "api/runs/[id]/replay": { ask: ({ run }) => [{ path: `/api/runs/${run}/replay`, body: {} }] },
  "api/runs/[id]/support": changes,
  "api/runs/[id]/trace": { ask: ({ run }) => [`/api/runs/${run}/trace`] },
  "api/usage": noText,
  "api/workflows": page("/api/workflows"),
  "api/workflows/[id]": changes,
  "api/workflows/[id]/difference": { ask: ({ workflow }) => [`/api/workflows/${workflow}/difference`] },
  "api/workflows/[id]/export": { ask: ({ workflow }) => [`/api/workflows/${workflow}/export`] },
  "api/workflows/[id]/run": changes,
  "api/workflows/import": changes,
};
