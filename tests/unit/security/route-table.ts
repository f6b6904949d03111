import type { Role } from "@/lib/features/accounts/shape/accounts";
import { toQuestion } from "@/tests/support/test-services";
import { alertRoutes } from "./alert-routes";
import { laboratoryRoutes } from "./laboratory-routes";
import { peopleRoutes } from "./people-routes";
import { sitePageRoutes } from "./site-page-routes";
import { sharingRoutes } from "./sharing-routes";
import { toolServerRoutes } from "./tool-server-routes";
import {
  ask,
  documentInCollection,
  forgottenMemory,
  memberSession,
  newId,
  ownAnswer,
  ownCollection,
  ownConversation,
  ownDocument,
  ownEvidence,
  ownFile,
  ownFolder,
  ownMemory,
  ownPrompt,
  ownRun,
  ownTrace,
  ownUpload,
  ownWorkflow,
  settingsVersion,
  someAgent,
  toForm,
  wholeUpload,
} from "./route-records";
import type { RouteRow } from "./route-row";

const triedCall = {
  call: 1,
  messages: [{ role: "user", content: [{ type: "text", text: "What is 3 + 3?" }] }],
};
const watchers: readonly Role[] = ["operator", "auditor", "admin"];
const auditors: readonly Role[] = ["auditor", "admin"];
const operators: readonly Role[] = ["operator", "admin"];

/**
 * Every route, and what each kind of caller may expect of it. The generated test fails when a route is
 * missing here.
 */
export const routeTable: Record<string, RouteRow> = {
  ...laboratoryRoutes,
  ...alertRoutes,
  ...Object.fromEntries(
    ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method): [string, RouteRow] => [
      `${method} /api/[...rest]`,
      { for: "everybody", status: 404 },
    ]),
  ),
  ...sharingRoutes,
  ...sitePageRoutes,
  ...peopleRoutes,
  ...toolServerRoutes,
  "GET /api/pdf/[folder]/[name]": {
    for: "everybody",
    status: 200,
    prepare: () => ({ params: { folder: "cmaps", name: "78-H.bcmap" } }),
  },
  "GET /api/admin/ratings": { for: watchers, status: 200 },
  // Who has the token reads it where there is one.
  "GET /api/metrics": { for: "everybody", status: 404 },
  "GET /api/health": { for: "everybody", status: 200 },
  "GET /api/auth/[...path]": {
    for: "everybody",
    status: 404,
    prepare: () => ({ params: { path: ["get-session"] } }),
  },
  "POST /api/auth/[...path]": {
    for: "everybody",
    status: 404,
    prepare: () => ({ params: { path: ["admin", "impersonate-user"] }, body: {} }),
  },

  "POST /api/chat": {
    for: "people",
    status: 200,
    prepare: async (harness) => ({
      body: toQuestion("What is 3 + 3?", {
        conversation: (await ask(harness)).conversation,
        message: newId("m"),
      }),
    }),
  },
  "GET /api/chat/[id]/stream": { for: "people", status: 204, prepare: ownConversation },
  "POST /api/chat/[id]/stop": { for: "people", status: 204, prepare: ownConversation },
  "POST /api/chat/[id]/steer": {
    for: "people",
    status: 409,
    prepare: async (harness) => ({
      ...(await ownConversation(harness)),
      body: { message: { id: newId("s"), text: "Faster" } },
    }),
  },
  "DELETE /api/chat/[id]/steer/[messageId]": {
    for: "people",
    status: 409,
    prepare: async (harness) => ({
      params: { id: (await ask(harness)).conversation, messageId: "none" },
    }),
  },
  "POST /api/chat/[id]/answers/[questionId]": {
    for: "people",
    status: 404,
    prepare: async (harness) => ({
      params: { id: (await ask(harness)).conversation, questionId: "none" },
      body: { answer: "Yes" },
    }),
  },
  "POST /api/chat/[id]/approvals/[approvalId]": {
    for: "people",
    status: 404,
    prepare: async (harness) => ({
      params: { id: (await ask(harness)).conversation, approvalId: "none" },
      body: { decision: "deny" },
    }),
  },
  "GET /api/conversations": { for: "people", status: 200 },
  "GET /api/conversations/[id]": { for: "people", status: 200, isOwned: true, prepare: ownConversation },
  "PATCH /api/conversations/[id]": {
    for: "people",
    status: 204,
    isOwned: true,
    prepare: async (harness) => ({ ...(await ownConversation(harness)), body: { title: "Mine" } }),
  },
  "DELETE /api/conversations/[id]": { for: "people", status: 204, isOwned: true, prepare: ownConversation },
  "GET /api/conversations/[id]/export": {
    ...{ for: "people", status: 200, isOwned: true },
    prepare: async (harness) => ({ ...(await ownConversation(harness)), query: "?format=markdown" }),
  },
  "GET /api/folders": { for: "people", status: 200 },
  "POST /api/folders": {
    for: "people",
    status: 201,
    prepare: () => ({ body: { name: newId("Mine ") } }),
  },
  "PATCH /api/folders/[id]": {
    for: "people",
    status: 200,
    isOwned: true,
    prepare: async (harness) => ({ ...(await ownFolder(harness)), body: { name: "Renamed" } }),
  },
  "DELETE /api/folders/[id]": { for: "people", status: 204, isOwned: true, prepare: ownFolder },
  "GET /api/prompts": { for: "people", status: 200 },
  "POST /api/prompts": {
    for: "people",
    status: 201,
    prepare: () => ({ body: { name: newId("mine"), text: "Plan the day." } }),
  },
  "PATCH /api/prompts/[id]": {
    for: "people",
    status: 200,
    isOwned: true,
    prepare: async (harness) => ({ ...(await ownPrompt(harness)), body: { text: "Plan {{week}}." } }),
  },
  "DELETE /api/prompts/[id]": { for: "people", status: 204, isOwned: true, prepare: ownPrompt },
  "GET /api/workflows": { for: "people", status: 200 },
  "POST /api/workflows": {
    for: "people",
    status: 201,
    prepare: () => ({ body: { name: newId("mine"), question: "What is new?" } }),
  },
  "POST /api/workflows/import": {
    for: "people",
    status: 201,
    prepare: async (harness) => {
      const { id } = (await ownWorkflow(harness)).params;
      return { body: await harness.site.services.workflows.export(harness.ids.member, id) };
    },
  },
  "PATCH /api/workflows/[id]": {
    for: "people",
    status: 200,
    isOwned: true,
    prepare: async (harness) => ({ ...(await ownWorkflow(harness)), body: { name: "Renamed" } }),
  },
  "DELETE /api/workflows/[id]": { for: "people", status: 204, isOwned: true, prepare: ownWorkflow },
  "POST /api/workflows/[id]/run": {
    for: "people",
    status: 201,
    isOwned: true,
    prepare: async (harness) => ({ ...(await ownWorkflow(harness)), body: {} }),
  },
  "GET /api/workflows/[id]/export": { for: "people", status: 200, isOwned: true, prepare: ownWorkflow },
  "GET /api/workflows/[id]/difference": { for: "people", status: 200, isOwned: true, prepare: ownWorkflow },
  "GET /api/preferences": { for: "people", status: 200 },
  "PUT /api/preferences": {
    for: "people",
    status: 200,
    prepare: () => ({ body: { instructions: "Be brief." } }),
  },
  "GET /api/conversations/[id]/evidence/[evidenceId]": {
    for: "people",
    status: 200,
    isOwned: true,
    prepare: ownEvidence,
  },
  "GET /api/conversations/[id]/icon": {
    for: "people",
    status: 204,
    isOwned: true,
    prepare: async (harness) => ({ ...(await ownAnswer(harness)), query: "?site=a.example" }),
  },
  "GET /api/conversations/[id]/messages/[messageId]/claims": {
    for: "people",
    status: 200,
    isOwned: true,
    prepare: ownAnswer,
  },
  "GET /api/conversations/[id]/messages/[messageId]/export": {
    for: "people",
    status: 200,
    isOwned: true,
    prepare: async (harness) => ({ ...(await ownAnswer(harness)), query: "?format=json" }),
  },
  "PUT /api/conversations/[id]/messages/[messageId]/rating": {
    for: "people",
    status: 204,
    isOwned: true,
    prepare: async (harness) => ({ ...(await ownAnswer(harness)), body: { value: "up" } }),
  },
  "DELETE /api/conversations/[id]/messages/[messageId]/rating": {
    for: "people",
    status: 204,
    isOwned: true,
    prepare: ownAnswer,
  },
  "GET /api/files/[id]": { for: "people", status: 200, isOwned: true, prepare: ownFile },
  "POST /api/files": { for: "people", status: 201, prepare: () => ({ body: toForm("a.txt") }) },
  "PATCH /api/files/[id]": {
    for: "people",
    status: 200,
    isOwned: true,
    prepare: async (harness) => ({ ...(await ownDocument(harness)), body: { tags: ["x"] } }),
  },
  "DELETE /api/files/[id]": {
    ...{ for: "people", status: 204, isOwned: true, prepare: (harness) => ownDocument(harness) },
  },
  "GET /api/files/[id]/text": {
    ...{ for: "people", status: 200, isOwned: true, prepare: (harness) => ownDocument(harness) },
  },
  "GET /api/files/uploads/[id]": { for: "people", status: 200, isOwned: true, prepare: ownUpload },
  "DELETE /api/files/uploads/[id]": { for: "people", status: 204, isOwned: true, prepare: ownUpload },
  "PUT /api/files/uploads/[id]/[part]": {
    for: "people",
    status: 204,
    isOwned: true,
    prepare: async (harness) => ({
      params: { ...(await ownUpload(harness)).params, part: "1" },
      body: new Uint8Array([97, 98, 99]),
    }),
  },
  "POST /api/files/uploads/[id]/complete": {
    for: "people",
    status: 201,
    isOwned: true,
    prepare: wholeUpload,
  },
  "GET /api/collections": { for: "people", status: 200 },
  "POST /api/collections": {
    for: "people",
    status: 201,
    prepare: () => ({ body: { name: newId("Mine ") } }),
  },
  "GET /api/collections/[id]": { for: "people", status: 200, isOwned: true, prepare: ownCollection },
  "PATCH /api/collections/[id]": {
    for: "people",
    status: 200,
    isOwned: true,
    prepare: async (harness) => ({ ...(await ownCollection(harness)), body: { name: "Renamed" } }),
  },
  "DELETE /api/collections/[id]": { for: "people", status: 204, isOwned: true, prepare: ownCollection },
  "GET /api/collections/[id]/documents": {
    for: "people",
    status: 200,
    isOwned: true,
    prepare: ownCollection,
  },
  "POST /api/collections/[id]/documents": {
    for: "people",
    status: 202,
    isOwned: true,
    prepare: async (harness) => ({ ...(await ownCollection(harness)), body: toForm("a.txt", "b.txt") }),
  },
  "GET /api/collections/[id]/documents/[documentId]": {
    for: "people",
    status: 200,
    isOwned: true,
    prepare: documentInCollection,
  },
  "PATCH /api/collections/[id]/documents/[documentId]": {
    for: "people",
    status: 200,
    isOwned: true,
    prepare: async (harness) => ({ ...(await documentInCollection(harness)), body: { tags: ["x"] } }),
  },
  "DELETE /api/collections/[id]/documents/[documentId]": {
    for: "people",
    status: 204,
    isOwned: true,
    prepare: documentInCollection,
  },
  "POST /api/collections/search": {
    for: "people",
    status: 200,
    prepare: () => ({ body: { query: "words" } }),
  },
  "GET /api/image": {
    for: "people",
    status: 400,
    prepare: () => ({ query: `?url=${encodeURIComponent("http://127.0.0.1/p.png")}` }),
  },
  "GET /api/runs": { for: "people", status: 200 },
  "GET /api/runs/[id]/plan": { for: "people", status: 404, prepare: ownRun },
  "PATCH /api/runs/[id]/plan": {
    for: "people",
    status: 404,
    prepare: async (harness) => ({ ...(await ownRun(harness)), body: { version: 1, decision: "approve" } }),
  },
  "GET /api/runs/[id]/trace": { for: "people", status: 200, isOwned: true, prepare: ownTrace },
  "POST /api/runs/[id]/replay": {
    for: "people",
    status: 200,
    isOwned: true,
    prepare: async (harness) => ({ ...(await ownTrace(harness)), body: {} }),
  },
  "POST /api/runs/[id]/playground": {
    for: "people",
    status: 200,
    isOwned: true,
    prepare: async (harness) => ({ ...(await ownTrace(harness)), body: triedCall }),
  },
  "POST /api/runs/[id]/playground/estimate": {
    for: "people",
    status: 200,
    isOwned: true,
    prepare: async (harness) => ({ ...(await ownTrace(harness)), body: triedCall }),
  },
  "PUT /api/runs/[id]/support": { for: "people", status: 204, isOwned: true, prepare: ownTrace },
  "DELETE /api/runs/[id]/support": { for: "people", status: 204, isOwned: true, prepare: ownTrace },
  "GET /api/runs/[id]": { for: "people", status: 200, isOwned: true, prepare: ownRun },
  "GET /api/memories": { for: "people", status: 200 },
  "POST /api/memories": {
    for: "people",
    status: 201,
    prepare: () => ({ body: { content: `Owns boat ${newId("")}` } }),
  },
  "PATCH /api/memories": { for: "people", status: 204, prepare: () => ({ body: { isOff: false } }) },
  "DELETE /api/memories": { for: "people", status: 204 },
  "GET /api/memories/export": { for: "people", status: 200 },
  "PATCH /api/memories/[id]": {
    for: "people",
    status: 200,
    isOwned: true,
    prepare: async (harness) => ({ ...(await ownMemory(harness)), body: { tier: "important" } }),
  },
  "DELETE /api/memories/[id]": { for: "people", status: 200, isOwned: true, prepare: ownMemory },
  "PUT /api/memories/[id]": { for: "people", status: 200, prepare: forgottenMemory },
  "GET /api/agents": { for: "people", status: 200 },
  "GET /api/admin/agents": { for: "admins", status: 200 },
  "POST /api/agents/trials": { for: "admins", status: 400 },
  "POST /api/agents": { for: "admins", status: 201, prepare: () => ({ body: { name: newId("Agent ") } }) },
  "GET /api/agents/[id]": { for: "people", status: 200, prepare: someAgent },
  "PATCH /api/agents/[id]": {
    for: "admins",
    status: 200,
    prepare: async (harness) => ({
      ...(await someAgent(harness)),
      body: { version: 1, changes: { purpose: "Helps" } },
    }),
  },
  "DELETE /api/agents/[id]": { for: "admins", status: 204, prepare: someAgent },
  "GET /api/agents/[id]/versions": { for: "admins", status: 200, prepare: someAgent },
  "POST /api/agents/[id]/revert": {
    for: "admins",
    status: 200,
    prepare: async (harness) => ({ ...(await someAgent(harness)), body: { version: 1, to: 1 } }),
  },
  "GET /api/usage": { for: "people", status: 200 },
  "GET /api/account": { for: "people", status: 200 },
  "DELETE /api/account": {
    for: "people",
    status: 400,
    prepare: () => ({ body: { email: "somebody@else.example" } }),
  },
  "GET /api/account/export": { for: "people", status: 200 },
  "PUT /api/account/language": { for: "people", status: 204, prepare: () => ({ body: { locale: "zh" } }) },
  "GET /api/account/sessions": { for: "people", status: 200 },
  "DELETE /api/account/sessions/[id]": {
    for: "people",
    status: 204,
    isOwned: true,
    prepare: memberSession,
  },
  "POST /api/account/sign-out-everywhere": { for: "people", status: 204 },
  "PUT /api/account/address": { for: "people", status: 400, prepare: () => ({ body: { token: "none" } }) },

  "POST /api/admin/breakers": {
    for: operators,
    status: 404,
    prepare: () => ({ body: { kind: "model", name: "openai:none" } }),
  },
  "GET /api/admin/runs": { for: watchers, status: 200 },
  "GET /api/admin/runs/recorded": { for: watchers, status: 200 },
  "POST /api/admin/runs/[id]/stop": { for: operators, status: 404, prepare: ownRun },
  "GET /api/admin/breakers": { for: watchers, status: 200 },
  "GET /api/admin/overview": { for: watchers, status: 200 },
  "GET /api/admin/settings": { for: "admins", status: 200 },
  "PUT /api/admin/settings": {
    for: "admins",
    status: 200,
    prepare: async (harness) => ({
      body: { version: await settingsVersion(harness), settings: { maxIterations: 4 } },
    }),
  },
  "GET /api/admin/settings/drafts": { for: "admins", status: 200 },
  "POST /api/admin/settings/drafts": {
    for: "admins",
    status: 201,
    prepare: () => ({ body: { name: newId("Draft "), base: 0, patch: { maxIterations: 4 } } }),
  },
  "PUT /api/admin/settings/drafts/[id]": {
    for: "admins",
    status: 404,
    prepare: () => ({
      params: { id: "none" },
      body: { name: "Draft", base: 0, patch: { maxIterations: 4 }, version: 1 },
    }),
  },
  "DELETE /api/admin/settings/drafts/[id]": {
    ...{ for: "admins", status: 404 },
    prepare: () => ({ params: { id: "none" } }),
  },
  "GET /api/admin/settings/versions": { for: "admins", status: 200 },
  "POST /api/admin/settings/revert": {
    for: "admins",
    status: 200,
    prepare: async (harness) => ({ body: { version: await settingsVersion(harness), to: 0 } }),
  },
  "PUT /api/admin/keys": {
    for: "admins",
    status: 200,
    prepare: () => ({ body: { provider: "openai", key: null } }),
  },
  "GET /api/admin/models": { for: "admins", status: 502, prepare: () => ({ query: "?provider=openai" }) },
  "GET /api/admin/models/server": { for: "admins", status: 200 },
  // A site's administrator may not name the server's own machine.
  "POST /api/admin/models/server": {
    for: "admins",
    status: 400,
    prepare: () => ({ body: { address: "http://127.0.0.1:9", key: null } }),
  },
  "PUT /api/admin/models/server": {
    for: "admins",
    status: 400,
    prepare: () => ({ body: { address: "http://127.0.0.1:9", key: null, model: "m" } }),
  },
  "DELETE /api/admin/models/server": { for: "admins", status: 200 },
  "GET /api/network": { for: "people", status: 200 },
  "POST /api/admin/models/test": {
    ...{ for: "admins", status: 200, prepare: () => ({ body: { model: "offline:guide" } }) },
  },
  "POST /api/admin/search/test": {
    ...{ for: "admins", status: 200, prepare: () => ({ body: { engine: "mediawiki" } }) },
  },
  "GET /api/audit": { for: auditors, status: 200 },

  "GET /api/internal/sweep": { for: "the site", status: 401 },
  "POST /api/internal/runs/[id]/resume": { for: "the site", status: 401, prepare: ownRun },
};
