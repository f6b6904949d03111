import { someInvitation, theMember, memberSession } from "./route-records";
import type { RouteRow } from "./route-row";

/** Who sees people and invitations, and who changes them. */
export const peopleRoutes: Record<string, RouteRow> = {
  "GET /api/admin/people": { for: ["auditor", "admin"], status: 200 },
  "PATCH /api/admin/people/[id]": {
    for: "admins",
    status: 200,
    prepare: (harness) => ({ ...theMember(harness), body: { role: "member" } }),
  },
  "GET /api/admin/people/[id]": { for: "admins", status: 200, prepare: theMember },
  "DELETE /api/admin/people/[id]": {
    for: "admins",
    status: 400,
    prepare: (harness) => ({ ...theMember(harness), body: { email: "somebody@else.example" } }),
  },
  "PUT /api/admin/people/[id]/address": {
    for: "admins",
    status: 409,
    prepare: (harness) => ({ ...theMember(harness), body: { email: "other@a.example" } }),
  },
  "POST /api/admin/people/[id]/sign-out": { for: "admins", status: 204, prepare: theMember },
  "DELETE /api/admin/people/[id]/sessions/[sessionId]": {
    for: "admins",
    status: 204,
    prepare: async (harness) => {
      const { params } = await memberSession(harness);
      return { params: { id: harness.ids.member, sessionId: params.id } };
    },
  },
  "POST /api/admin/people/[id]/reset-link": { for: "admins", status: 200, prepare: theMember },
  "GET /api/admin/invitations": { for: "admins", status: 200 },
  "POST /api/admin/invitations": {
    for: "admins",
    status: 201,
    prepare: () => ({ body: { role: "member" } }),
  },
  "POST /api/admin/invitations/[id]/resend": { for: "admins", status: 201, prepare: someInvitation },
  "GET /api/admin/sign-up": { for: "admins", status: 200 },
  "PUT /api/admin/sign-up": { for: "admins", status: 200, prepare: () => ({ body: { policy: "open" } }) },
  "DELETE /api/admin/invitations/[id]": { for: "admins", status: 204, prepare: someInvitation },
};
