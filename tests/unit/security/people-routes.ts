import type { Role } from "@/lib/features/accounts/shape/accounts";
import { memberSession, someInvitation, theMember } from "./route-records";
import type { RouteRow } from "./route-row";

const auditors: readonly Role[] = ["auditor", "admin"];

/** The routes of accounts, people and invitations, as in `routeTable`. */
export const peopleRoutes: Record<string, RouteRow> = {
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
  "GET /api/admin/people": { for: auditors, status: 200 },
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
