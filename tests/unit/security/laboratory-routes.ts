import { newId, settingsVersion } from "./route-records";
import type { RouteRow } from "./route-row";

/** What belongs to the comparing of settings. */
export const laboratoryRoutes: Record<string, RouteRow> = {
  "GET /api/admin/questions": { for: "admins", status: 200 },
  "POST /api/admin/questions": {
    for: "admins",
    status: 201,
    prepare: () => ({ body: { questions: [{ text: newId("What is 2 + 2, ") }] } }),
  },
  "GET /api/admin/questions/rated": { for: "admins", status: 200 },
  "DELETE /api/admin/questions/[id]": {
    ...{ for: "admins", status: 404 },
    prepare: () => ({ params: { id: "none" } }),
  },
  "GET /api/admin/nightly": { for: "admins", status: 200 },
  "PUT /api/admin/nightly": {
    ...{ for: "admins", status: 404 },
    prepare: () => ({
      body: {
        ...{ isOn: true, at: "03:00", timezone: "UTC", limitCents: 1 },
        questions: ["none", "none", "none", "none", "none"],
      },
    }),
  },
  "GET /api/admin/hints": { for: "admins", status: 200 },
  "GET /api/admin/experiments": { for: "admins", status: 200 },
  "POST /api/admin/experiments": {
    ...{ for: "admins", status: 404 },
    prepare: async (harness) => ({
      body: { draft: {}, version: await settingsVersion(harness), questions: ["none"], limitCents: 1 },
    }),
  },
  "POST /api/admin/experiments/estimate": {
    ...{ for: "admins", status: 404 },
    prepare: async (harness) => ({
      body: { draft: {}, version: await settingsVersion(harness), questions: ["none"] },
    }),
  },
  "GET /api/admin/experiments/[id]": {
    ...{ for: "admins", status: 404 },
    prepare: () => ({ params: { id: "none" } }),
  },
  "PATCH /api/admin/experiments/[id]": {
    ...{ for: "admins", status: 404 },
    prepare: () => ({ params: { id: "none" }, body: { state: "stopped" } }),
  },
  "DELETE /api/admin/experiments/[id]": {
    ...{ for: "admins", status: 404 },
    prepare: () => ({ params: { id: "none" } }),
  },
  "POST /api/admin/experiments/[id]/publish": {
    ...{ for: "admins", status: 404 },
    prepare: () => ({ params: { id: "none" } }),
  },
  "GET /api/admin/experiments/[id]/pairs/[questionId]": {
    ...{ for: "admins", status: 404 },
    prepare: () => ({ params: { id: "none", questionId: "none" } }),
  },
  "PUT /api/admin/experiments/[id]/pairs/[questionId]": {
    ...{ for: "admins", status: 404 },
    prepare: () => ({ params: { id: "none", questionId: "none" }, body: { choice: "tie" } }),
  },
};
